/** Where a subscriber stood: which outbox, and up to which of its entries. */
export interface StreamPosition {
  readonly epoch: string;
  readonly seq: number;
}

/** The longest text that is looked at as a position. */
const LONGEST_POSITION = 64;
const POSITION = /^(\d{1,19}-\d{1,10}):(\d{1,15})$/;

/** A frame of Server-Sent Events. JSON has no line breaks of its own. */
export function encodeFrame(event: string, id: StreamPosition | null, json: string): Buffer {
  return Buffer.from(`${id === null ? '' : `id: ${formatPosition(id)}\n`}event: ${event}\ndata: ${json}\n\n`);
}

/**
 * A comment, so that proxies keep the connection, with the position of a subscriber that was told nothing since: an EventSource remembers it, and
 * tells its page nothing.
 */
export function encodeComment(id: StreamPosition | null): Buffer {
  return Buffer.from(id === null ? ':\n\n' : `:\nid: ${formatPosition(id)}\n\n`);
}

/** How long an EventSource waits before it comes again, until it is told otherwise. */
export function encodeRetry(ms: number, comment = ''): string {
  return `retry: ${ms}\n${comment === '' ? '' : `: ${comment.replaceAll(/[\r\n]+/g, ' ')}\n`}\n`;
}

/** Milliseconds from `leastMs` on: clients that were cut off together do not come again together. */
export function spread(leastMs: number, overMs: number): number {
  return leastMs + Math.floor(Math.random() * overMs);
}

function formatPosition({ epoch, seq }: StreamPosition): string {
  return `${epoch}:${seq}`;
}

/** Null for a text that is no position of a stream. */
export function parsePosition(text: string): StreamPosition | null {
  const match = text.length > LONGEST_POSITION ? null : POSITION.exec(text);
  const [, epoch, seq] = match ?? [];
  return epoch === undefined ? null : { epoch, seq: Number(seq) };
}
