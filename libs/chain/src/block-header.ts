import type { Hex } from 'viem';
import { toHash, toHex, toQuantity } from './hex-text.js';
import { InconsistentNodeError, UnlinkedBlockError } from './node-error.js';

const BLOOM_LENGTH = 514;

/** What a header without a bloom says: nothing about any log. */
const FULL_BLOOM: Hex = `0x${'f'.repeat(512)}`;

export interface BlockHeader {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly logsBloom: Hex;
}

const NO_PARENT = /^0x0+$/;

/** @throws InconsistentNodeError when it is not a whole header, UnlinkedBlockError when it names no parent */
export function toHeader(block: unknown): BlockHeader {
  const fields = (block ?? {}) as Record<string, unknown>;
  const number = toQuantity(fields['number']);
  const timestamp = toQuantity(fields['timestamp']);
  const hash = toHash(fields['hash']);
  const parentHash = toHash(fields['parentHash']);
  const logsBloom = toHex(fields['logsBloom'] ?? FULL_BLOOM, BLOOM_LENGTH);
  if (number === null || timestamp === null || hash === null || parentHash === null || logsBloom === null)
    throw new InconsistentNodeError('the node gave a block without a whole header');
  if (number > 0 && NO_PARENT.test(parentHash)) throw new UnlinkedBlockError(number);
  return { number, hash, parentHash, timestamp, logsBloom };
}
