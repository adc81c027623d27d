/** Compares two runs of `length` bytes in one buffer, as unsigned big-endian numbers: below, above or equal to 0. */
export function compareBytes(bytes: Uint8Array, a: number, b: number, length: number): number {
  for (let i = 0; i < length; i += 1) {
    const difference = (bytes[a + i] ?? 0) - (bytes[b + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
