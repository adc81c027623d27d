import { isSlipwayError } from '@slipway/sdk';

const ROW_END = '\r\n';

/** Where the API asks to wait without saying how long. */
const WAIT_MS = 60_000;

/** As much of the SDK's page as a file is made of. */
export interface PageOf<Params> {
  readonly text: string;
  readonly next: Params | null;
}

/** How far the reading of a list has come. */
export interface CsvProgress {
  readonly pages: number;
  /** Until when the API asked to wait, in milliseconds since 1970; null while it is read. */
  readonly waitsUntil: number | null;
}

/** The rows of a page without the row of names. Names have no line of their own within them. */
function withoutHeader(page: string): string {
  const end = page.indexOf(ROW_END);
  return end === -1 ? '' : page.slice(end + ROW_END.length);
}

/** All pages of a list as the parts of one file, which begins with one row of names. What is too much for a minute is read in the next. */
export async function joinCsv<Params>(
  first: Params,
  read: (params: Params) => Promise<PageOf<Params>>,
  pause: (ms: number) => Promise<void>,
  onProgress: (progress: CsvProgress) => void,
): Promise<readonly string[]> {
  const parts: string[] = [];
  for (let params: Params | null = first; params !== null;) {
    onProgress({ pages: parts.length, waitsUntil: null });
    try {
      const page = await read(params);
      parts.push(parts.length === 0 ? page.text : withoutHeader(page.text));
      params = page.next;
    } catch (error) {
      if (!isSlipwayError(error, 'rate_limited')) throw error;
      const ms = error.retryAfterMs ?? WAIT_MS;
      onProgress({ pages: parts.length, waitsUntil: Date.now() + ms });
      await pause(ms);
    }
  }
  return parts;
}

/** `slipway-gains-2026-0x5290..-2026-11-28.csv`: in characters that every file system has. */
export function csvName(what: string, wallet: string, time: string): string {
  return `slipway-${what}-${wallet}-${time.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')}.csv`;
}
