import { decodeBody } from './decode-body.js';
import { noteResponse, type Exchange } from './received-responses.js';

const REQUEST_LINE = /^([A-Z]+) (\S+) HTTP\/1\.[01]\r$/gm;
const HEAD_END = '\r\n\r\n';

/** What a raw connection sent and read, for the comparison with the description: whole messages only. */
export function noteRawExchanges(sent: string | Buffer, read: Buffer): void {
  for (const exchange of parseExchanges(sent.toString('latin1'), read))
    noteResponse(Promise.resolve(exchange));
}

/** Pairs requests with responses in their order, as HTTP/1.1 has it. */
function parseExchanges(sent: string, read: Buffer): Exchange[] {
  const exchanges: Exchange[] = [];
  let rest = read;
  for (const [, method = '', target = ''] of sent.matchAll(REQUEST_LINE)) {
    const response = parseResponse(rest, method);
    if (response === null) break;
    rest = rest.subarray(response.end);
    // 100 Continue comes before the response itself.
    const final = response.status === 100 ? parseResponse(rest, method) : response;
    if (final === null) break;
    if (final !== response) rest = rest.subarray(final.end);
    const { status, headers } = final;
    const header = (name: string): string | null => headers.get(name);
    exchanges.push({
      method,
      target,
      status,
      header,
      text: decodeBody(final.body, header('content-encoding')),
    });
  }
  return exchanges;
}

interface RawMessage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Where the next response begins. */
  readonly end: number;
}

/** Null for a response that was not read to its end. */
function parseResponse(read: Buffer, method: string): RawMessage | null {
  const head = read.indexOf(HEAD_END);
  if (head < 0) return null;
  const [statusLine = '', ...lines] = read.toString('latin1', 0, head).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) return null;
  const headers = new Headers(lines.map((line): [string, string] => splitAt(line, line.indexOf(':'))));
  const start = head + HEAD_END.length;
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { status, headers, body: Buffer.alloc(0), end: start };
  const body =
    headers.get('transfer-encoding') === 'chunked'
      ? readChunks(read, start)
      : readLength(read, start, Number(headers.get('content-length') ?? read.length - start));
  return body === null ? null : { status, headers, ...body };
}

type Body = Pick<RawMessage, 'body' | 'end'>;

function readLength(read: Buffer, start: number, length: number): Body | null {
  const end = start + length;
  return end > read.length ? null : { body: read.subarray(start, end), end };
}

function readChunks(read: Buffer, start: number): Body | null {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = read.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(read.toString('latin1', at, lineEnd), 16);
    const chunk = lineEnd + 2;
    at = chunk + size + 2;
    if (!(at <= read.length)) return null;
    if (size === 0) return { body: Buffer.concat(chunks), end: at };
    chunks.push(read.subarray(chunk, chunk + size));
  }
}

function splitAt(line: string, colon: number): [string, string] {
  return [line.slice(0, colon), line.slice(colon + 1)];
}
