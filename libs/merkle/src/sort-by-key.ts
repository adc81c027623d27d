import { compareBytes } from './compare-bytes.js';

/** Keys of equal length in one buffer: key i starts at `start + i * stride`. */
export interface Keys {
  readonly bytes: Uint8Array;
  readonly stride: number;
  readonly start: number;
  /** At least 4. */
  readonly length: number;
  /** At most 2^21. */
  readonly count: number;
}

/** Index bits below the 32 of a key's beginning: 53 bits are exact in a double. */
const INDEX_RANGE = 2 ** 21;

/**
 * The order of keys, smallest first. Each key's first 4 bytes and its index are packed into a double, so that one
 * native sort of a Float64Array does nearly all of it, without a callback; only keys that begin alike are compared.
 */
export function sortByKey({ bytes, stride, start, length, count }: Keys): Uint32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packed = new Float64Array(count);
  for (let i = 0; i < count; i += 1) packed[i] = view.getUint32(start + i * stride) * INDEX_RANGE + i;
  packed.sort();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) order[i] = (packed[i] ?? 0) % INDEX_RANGE;

  const beginning = (place: number): number => Math.floor((packed[place] ?? 0) / INDEX_RANGE);
  for (let from = 0, to = 1; from < count; from = to, to += 1) {
    while (to < count && beginning(to) === beginning(from)) to += 1;
    if (to - from > 1) {
      order
        .subarray(from, to)
        .sort((a, b) => compareBytes(bytes, start + a * stride, start + b * stride, length));
    }
  }
  return order;
}
