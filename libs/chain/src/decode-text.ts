import type { Hex } from 'viem';

const WORD = 64;

/** A text is decoded up to here: 2,048 code points of four bytes, more than the index keeps of any. */
const MAX_BYTES = 8_192;

/** Bytes that are no UTF-8 become U+FFFD; a byte order mark is a character like any other. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The beginning of a string in ABI-encoded data, which a stranger wrote: reading costs no more than {@link MAX_BYTES} do. A
 * string that the data does not hold reads as empty, so that the index can read every launch.
 * @param index which word of the data says where the string is
 */
export function decodeText(data: Hex, index: number): string {
  const start = wordAt(data, index * WORD) * 2;
  const length = wordAt(data, start);
  const from = start + WORD;
  // Not a number, or more than there is.
  if (!(from + length * 2 <= data.length - 2)) return '';
  const end = from + Math.min(length, MAX_BYTES) * 2;
  return decoder.decode(Buffer.from(data.slice(2 + from, 2 + end), 'hex'));
}

/** A word as a number, which is exact as far as data reaches; NaN where the data has none. */
function wordAt(data: Hex, digit: number): number {
  const word = data.slice(2 + digit, 2 + digit + WORD);
  return word.length === WORD ? Number(`0x${word}`) : NaN;
}
