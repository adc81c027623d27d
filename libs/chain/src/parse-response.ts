import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters of a list that are parsed at once: a part's garbage is gone before it is copied, and the loop gets its turn. */
const PART = 256 * 1_024;

/** The beginning of a response whose result is a list: no bracket comes before the list's. */
const LIST = /^\s*\{[^[\]{}]*"result"\s*:\s*\[/;
const MOST_BEFORE_LIST = 200;

/**
 * A JSON-RPC response, with the conversion of each item when its result is a list. Long lists are parsed in parts: as a whole,
 * tens of thousands of logs with all their texts would be in memory at once. @throws SyntaxError when it is no JSON
 */
export async function parseResponse(text: string, toItem: (item: unknown) => unknown): Promise<unknown> {
  const parts = text.length > PART ? await parseInParts(text, toItem) : null;
  if (parts !== null) return parts;
  const response = JSON.parse(text) as { readonly result?: unknown } | null;
  const result = response?.result;
  return Array.isArray(result) ? { ...response, result: result.map(toItem) } : response;
}

/**
 * Cuts where an item seems to end. A cut anywhere else, in a text or deeper down, leaves brackets or quotes open: then the
 * part is no JSON. @returns null when it cannot be cut so
 */
async function parseInParts(text: string, toItem: (item: unknown) => unknown): Promise<unknown> {
  const from = LIST.exec(text.slice(0, MOST_BEFORE_LIST))?.[0].length;
  const end = text.lastIndexOf(']');
  if (from === undefined || end < from) return null;
  try {
    const response = JSON.parse(text.slice(0, from) + text.slice(end)) as object;
    const result: unknown[] = [];
    for (let at = from; at < end;) {
      const brace = text.indexOf('}', at + PART) + 1;
      const to = brace === 0 || brace > end ? end : brace;
      for (const item of JSON.parse(`[${text.slice(at, to)}]`) as unknown[]) result.push(toItem(item));
      at = to === end ? end : afterComma(text, to);
      await nextTurn();
    }
    return { ...response, result };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const COMMA = /\s*,/y;

function afterComma(text: string, at: number): number {
  COMMA.lastIndex = at;
  if (!COMMA.test(text)) throw new SyntaxError('no comma after an item');
  return COMMA.lastIndex;
}
