/** Index bits below the 32 of a key's beginning: 53 bits are exact in a double. */
const INDEX_RANGE = 2 ** 21;

/**
 * The order of keys that lie in one buffer, smallest first. Each key's first 4 bytes and its index are packed into a double. So
 * one native sort of a Float64Array, without a callback, does nearly all of it. Only keys that begin alike are compared.
 *
 * @param stride where the next key begins; at most 2^21 keys
 * @param length how many bytes of each are the key, at least 4
 */
export function sortByKey(bytes: Uint8Array, stride: number, length: number): Uint32Array<ArrayBuffer> {
  const count = bytes.length / stride;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packed = new Float64Array(count);
  for (let i = 0; i < count; i += 1) packed[i] = view.getUint32(i * stride) * INDEX_RANGE + i;
  packed.sort();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) order[i] = (packed[i] ?? 0) % INDEX_RANGE;

  const beginning = (position: number): number => Math.floor((packed[position] ?? 0) / INDEX_RANGE);
  for (let from = 0, to = 1; from < count; from = to, to += 1) {
    while (to < count && beginning(to) === beginning(from)) to += 1;
    if (to - from > 1)
      order.subarray(from, to).sort((a, b) => compareBytes(bytes, a * stride, b * stride, length));
  }
  return order;
}

/** Compares two runs of `length` bytes in one buffer, as unsigned big-endian numbers: below, above or equal to 0. */
export function compareBytes(bytes: Uint8Array, a: number, b: number, length: number): number {
  for (let i = 0; i < length; i += 1) {
    const difference = (bytes[a + i] ?? 0) - (bytes[b + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
