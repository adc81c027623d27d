const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const [COMMA, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = Buffer.from(',[{]}');

/** What a JSON text may hold. */
export interface JsonBounds {
  /** Arrays and objects within one another. */
  readonly depth: number;
  /** Commas between items and members, of all arrays and objects together. */
  readonly commas: number;
}

/** Which bound a JSON text exceeds; null for none. Looks at bytes, without parsing. */
export function findExcess(json: Buffer, bounds: JsonBounds): keyof JsonBounds | null {
  let depth = 0;
  let commas = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (byte === QUOTE) index = endOfString(json, index);
    else if (byte === COMMA) {
      if (++commas > bounds.commas) return 'commas';
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > bounds.depth) return 'depth';
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return null;
}

/** The index of the quote that ends the string begun at `start`. */
function endOfString(json: Buffer, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== QUOTE) index += json[index] === BACKSLASH ? 2 : 1;
  return index;
}
