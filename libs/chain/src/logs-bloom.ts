import { keccak256, toBytes, type Hex } from 'viem';
import type { RawLog } from './raw-log.js';

const BLOOM_BYTES = 256;

/** A bloom of which more is set does not tell how many items did it. */
const MOST_TOLD = 0.9;
const NOTHING_LOGGED = /^0x0+$/;

/** The three bits that an address or topic sets in a bloom, as positions in 2,048 bits. */
type Bits = readonly [number, number, number];

/** Some 15 MB of bits at the most. */
const MAX_KNOWN = 65_536;

const known = new Map<Hex, Bits>();

/**
 * Which addresses and topics a block may have logged, by its header (Yellow Paper, section 4.3.1). "No" is certain, "yes" is
 * not: the fuller the bloom, the less it says.
 */
export class LogsBloom {
  private constructor(private readonly bytes: Uint8Array) {}

  /** @returns null when the block logged nothing at all, which most blocks of a quiet chain do */
  static of(hex: Hex): LogsBloom | null {
    return NOTHING_LOGGED.test(hex) ? null : new LogsBloom(Buffer.from(hex.slice(2), 'hex'));
  }

  mayHave(item: Hex): boolean {
    return bitsOf(item).every((bit) => ((this.bytes[byteOf(bit)] ?? 0) & (1 << (bit & 7))) !== 0);
  }

  /** Whether it says no more than that these logs were written: then a block with this bloom has no others. */
  isExplainedBy(logs: readonly RawLog[]): boolean {
    const left = Uint8Array.from(this.bytes);
    for (const { address, topics } of logs) {
      clear(left, address);
      for (const topic of topics) clear(left, topic);
    }
    return left.every((byte) => byte === 0);
  }

  /** How likely it says yes to an item that was not logged. */
  chanceOfError(): number {
    return this.share() ** 3;
  }

  /** About how many different addresses and topics were logged; null when it is too full to say. */
  items(): number | null {
    const share = this.share();
    return share > MOST_TOLD ? null : (-Math.log(1 - share) * BLOOM_BYTES * 8) / 3;
  }

  private share(): number {
    let set = 0;
    for (const byte of this.bytes) for (let rest = byte; rest !== 0; rest &= rest - 1) set += 1;
    return set / (BLOOM_BYTES * 8);
  }
}

function byteOf(bit: number): number {
  return BLOOM_BYTES - 1 - (bit >> 3);
}

function clear(bytes: Uint8Array, item: Hex): void {
  for (const bit of bitsOf(item)) {
    const at = byteOf(bit);
    bytes[at] = (bytes[at] ?? 0) & ~(1 << (bit & 7));
  }
}

/** Each item's hash is computed once, while there is room: the same are asked about in every block. */
function bitsOf(item: Hex): Bits {
  const found = known.get(item);
  if (found !== undefined) return found;
  const hash = toBytes(keccak256(item));
  const bit = (i: number): number => (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & (BLOOM_BYTES * 8 - 1);
  const bits: Bits = [bit(0), bit(2), bit(4)];
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(item, bits);
  return bits;
}
