import { SlipwayError } from '@slipway/sdk';
import { csvName, joinCsv, type CsvProgress, type PageOf } from './join-csv.js';

type Page = PageOf<string>;

const HEADER = 'symbol,amount\r\n';

/** Pages by the cursors that name them; an error is thrown once. */
function serve(pages: Record<string, (Page | Error)[]>) {
  const [progress, pauses]: [CsvProgress[], number[]] = [[], []];
  const joined = joinCsv(
    '1',
    (cursor) => {
      const page = pages[cursor]!.shift()!;
      return page instanceof Error ? Promise.reject(page) : Promise.resolve(page);
    },
    (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    (step) => progress.push(step),
  );
  return { joined, progress, pauses };
}

const page = (rows: string, next: string | null): Page => ({ text: HEADER + rows, next });

describe('a file of CSV', () => {
  it('has the rows of all pages below one row of names', async () => {
    const { joined, progress } = serve({
      1: [page('A,1\r\n"B\r\nsymbol,amount",2\r\n', '2')],
      // A page may have no rows and yet lead to another.
      2: [page('', '3')],
      3: [page('C,3\r\n', null)],
    });
    expect((await joined).join('')).toBe(`${HEADER}A,1\r\n"B\r\nsymbol,amount",2\r\nC,3\r\n`);
    expect(progress.map(({ pages }) => pages)).toEqual([0, 1, 2]);
  });

  it('of nothing is the row of names', async () => {
    expect(await serve({ 1: [page('', null)] }).joined).toEqual([HEADER]);
  });

  it('goes on where it was once the API has time again', async () => {
    const busy = new SlipwayError('rate_limited', 'busy', { status: 429, retryAfterMs: 41_000 });
    const { joined, pauses, progress } = serve({
      1: [page('A,1\r\n', '2')],
      2: [busy, new SlipwayError('rate_limited', 'busy'), page('B,2\r\n', null)],
    });
    expect((await joined).join('')).toBe(`${HEADER}A,1\r\nB,2\r\n`);
    expect(pauses).toEqual([41_000, 60_000]);
    expect(progress.filter(({ waitsUntil }) => waitsUntil !== null)).toHaveLength(2);
  });

  it('is not made of a part of its pages', async () => {
    const { joined } = serve({ 1: [page('A,1\r\n', '2')], 2: [new SlipwayError('internal_error', 'no')] });
    await expect(joined).rejects.toMatchObject({ code: 'internal_error' });
  });

  it('is named by its wallet, what it has, and when', () => {
    expect(csvName('positions', '0xAb', '2026-11-28T04:05:06.789Z')).toBe(
      'slipway-positions-0xAb-2026-11-28T04-05-06Z.csv',
    );
  });
});
