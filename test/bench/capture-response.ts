import { get } from 'node:http';

/** A response as it went over the wire: the rival sends the same. */
export interface CapturedResponse {
  /** Flat names and values, without those that node:http adds by itself. */
  readonly headers: readonly string[];
  /** Base64. */
  readonly body: string;
}

const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Fetches a URL without content coding. Rejects when the response is not a 200. */
export async function captureResponse(url: string): Promise<CapturedResponse> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const body = Buffer.concat(chunks);
        if (response.statusCode === 200) {
          resolve({ headers: keepOurs(response.rawHeaders), body: body.toString('base64') });
        } else reject(new Error(`${url} responded with ${String(response.statusCode)}: ${body.toString()}`));
      });
    }).once('error', reject);
  });
}

function keepOurs(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!ADDED_BY_NODE.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}
