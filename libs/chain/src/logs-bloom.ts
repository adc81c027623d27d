import { keccak256, toBytes, type Hex } from 'viem';

const BLOOM_BYTES = 256;
const NOTHING_LOGGED = /^0x0+$/;

/** The three bits that an address or topic sets in a bloom, as positions in 2,048 bits. */
type Bits = readonly [number, number, number];

const known = new Map<Hex, Bits>();

/**
 * The bloom of a header: which addresses and topics its block may have logged (Yellow Paper, section 4.3.1). "No" is
 * certain, "yes" is not: the fuller the bloom, the less it says.
 */
export class LogsBloom {
  private constructor(private readonly bytes: Uint8Array) {}

  /** @returns null when the block logged nothing at all, which most blocks of a quiet chain do */
  static of(hex: Hex): LogsBloom | null {
    return NOTHING_LOGGED.test(hex) ? null : new LogsBloom(Buffer.from(hex.slice(2), 'hex'));
  }

  mayHave(item: Hex): boolean {
    return bitsOf(item).every((bit) => {
      const byte = this.bytes[BLOOM_BYTES - 1 - (bit >> 3)] ?? 0;
      return (byte & (1 << (bit & 7))) !== 0;
    });
  }

  /** How likely it says yes to an item that was not logged. */
  chanceOfError(): number {
    let set = 0;
    for (const byte of this.bytes) for (let rest = byte; rest !== 0; rest &= rest - 1) set += 1;
    return (set / (BLOOM_BYTES * 8)) ** 3;
  }
}

/** Each item's hash is computed once: the contracts that an index follows are asked about in every block. */
function bitsOf(item: Hex): Bits {
  const found = known.get(item);
  if (found !== undefined) return found;
  const hash = toBytes(keccak256(item));
  const bit = (i: number): number => (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & (BLOOM_BYTES * 8 - 1);
  const bits: Bits = [bit(0), bit(2), bit(4)];
  known.set(item, bits);
  return bits;
}
