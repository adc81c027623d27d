const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether arrays and objects in a JSON text nest deeper than `max`. Looks at bytes, without parsing. */
export function exceedsDepth(json: Buffer, max: number): boolean {
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (byte === QUOTE) index = endOfString(json, index);
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > max) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

/** The index of the quote that ends the string begun at `start`. */
function endOfString(json: Buffer, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== QUOTE) index += json[index] === BACKSLASH ? 2 : 1;
  return index;
}
