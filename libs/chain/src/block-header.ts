import type { Hex } from 'viem';
import { InconsistentNodeError } from './node-error.js';

export const HASH = /^0x[0-9a-f]{64}$/i;
const BLOOM = /^0x[0-9a-f]{512}$/i;
const QUANTITY = /^0x[0-9a-f]{1,13}$/i;

export interface BlockHeader {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly logsBloom: Hex;
}

/** @throws InconsistentNodeError when it is not a whole header */
export function toHeader(block: unknown): BlockHeader {
  const { number, hash, parentHash, timestamp, logsBloom } = (block ?? {}) as Record<string, unknown>;
  if (!matches(number, QUANTITY) || !matches(timestamp, QUANTITY)) throw notAHeader();
  if (!matches(hash, HASH) || !matches(parentHash, HASH) || !matches(logsBloom, BLOOM)) throw notAHeader();
  return { number: Number(number), hash, parentHash, timestamp: Number(timestamp), logsBloom };
}

export function matches(value: unknown, pattern: RegExp): value is Hex {
  return typeof value === 'string' && pattern.test(value);
}

function notAHeader(): Error {
  return new InconsistentNodeError('the node gave a block without a whole header');
}
