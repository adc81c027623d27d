import { setImmediate as nextTurn } from 'node:timers/promises';

export type ToItem = (item: unknown) => unknown;

/** What came: JSON, or a text that is none. */
export interface ResponseBody {
  readonly isJson: boolean;
  readonly body: unknown;
}

/**
 * Reads the body of a JSON-RPC response as it comes, with the conversion of each item when its result is a list. A list is parsed in
 * parts: as a whole, tens of thousands of logs would be in memory at once with all their texts, and memory that is used for the
 * first time costs several times what parsing does.
 * @returns null when it is longer than that many bytes: the rest of it is not read
 */
export async function readResponse(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  toItem?: ToItem,
): Promise<ResponseBody | null> {
  let list = toItem === undefined ? null : new ListParser(toItem);
  const all: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > maxBytes) return null;
    all.push(chunk);
    if (list === null) continue;
    const parser = list;
    list = unlessSyntax(() => parser.add(chunk)) ?? null;
    await nextTurn();
  }
  const body = unlessSyntax(() => list?.end());
  if (body !== undefined) return { isJson: true, body };
  const text = Buffer.concat(all, bytes).toString('utf8');
  const parsed = unlessSyntax(() => parseWhole(text, toItem));
  return parsed === undefined ? { isJson: false, body: text } : { isJson: true, body: parsed };
}

/** @returns undefined where there is a mistake of syntax */
function unlessSyntax<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function parseWhole(text: string, toItem: ToItem | undefined): unknown {
  const response = JSON.parse(text) as { readonly result?: unknown } | null;
  const result = response?.result;
  return toItem !== undefined && Array.isArray(result)
    ? { ...response, result: result.map(toItem) }
    : response;
}

/** Bytes that are parsed at once. V8 gives a text of 64 KB and more pages of its own, which the system has to find each time. */
const PART = 32 * 1_024;

/** What has no end of an item for so long is parsed as a whole. */
const LONGEST_PART = 32 * PART;

const OPEN = '['.charCodeAt(0);
const CLOSE = ']'.charCodeAt(0);

/** The beginning of a response whose result is a list: no bracket comes before the list's. */
const LIST = /^\s*\{[^[\]{}]*"result"\s*:\s*\[/;
const MOST_BEFORE_LIST = 200;

/**
 * Cuts where an item seems to end. A cut anywhere else, in a text or deeper down, leaves brackets or quotes open: then the part
 * is no JSON, and a SyntaxError says that the response has to be parsed as a whole.
 */
class ListParser {
  private readonly items: unknown[] = [];
  /** What comes before the list's items; null before it has come. */
  private head: string | null = null;
  /** An open bracket, and what is not parsed yet: a part is cut as the list that it is, without a copy. */
  private rest = Buffer.alloc(2 * PART + 2, OPEN);
  private length = 1;

  constructor(private readonly toItem: ToItem) {}

  add(chunk: Uint8Array): this {
    for (let from = 0; from < chunk.length; from += PART) this.addPart(chunk.subarray(from, from + PART));
    return this;
  }

  private addPart(part: Uint8Array): void {
    const length = this.length + part.length;
    if (length > LONGEST_PART) throw new SyntaxError('no item ends');
    if (length > this.rest.length) this.rest = Buffer.concat([this.rest], 2 * length);
    this.rest.set(part, this.length);
    this.length = length;
    if (length < PART) return;
    this.readHead();
    const comma = this.rest.lastIndexOf('},', this.length - 2) + 1;
    if (comma > 0) this.take(comma);
  }

  /** @returns the response */
  end(): object {
    const head = this.readHead();
    const end = this.rest.lastIndexOf(CLOSE, this.length - 1);
    const response = JSON.parse(`${head}${this.rest.toString('utf8', end, this.length)}`) as object;
    const isEmpty = this.rest.toString('utf8', 1, end).trim() === '';
    if (isEmpty && this.items.length > 0) throw new SyntaxError('no item after a comma');
    this.take(end);
    return { ...response, result: this.items };
  }

  private readHead(): string {
    if (this.head !== null) return this.head;
    const [head] = LIST.exec(this.rest.toString('utf8', 1, Math.min(this.length, MOST_BEFORE_LIST))) ?? [];
    if (head === undefined) throw new SyntaxError('no list');
    this.head = head;
    this.forget(1 + Buffer.byteLength(head));
    return head;
  }

  /** Parses what comes before a comma, or the list's end. */
  private take(end: number): void {
    this.rest[end] = CLOSE;
    for (const item of JSON.parse(this.rest.toString('utf8', 0, end + 1)) as unknown[])
      this.items.push(this.toItem(item));
    this.forget(end + 1);
  }

  /** Leaves out what comes before a place, but for the bracket. */
  private forget(place: number): void {
    this.rest.copyWithin(1, place, this.length);
    this.length -= place - 1;
  }
}
