import type { Hex } from 'viem';
import { HASH, matches } from './block-header.js';

/** A log as `eth_getLogs` gives it, quantities in hex. */
export interface RawLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: Hex;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly logIndex: Hex;
  readonly removed?: boolean;
}

/** Where a log stands in the chain, and what wrote it. */
export interface LogPosition {
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly logIndex: number;
  readonly txHash: Hex;
}

const HEX = /^0x[0-9a-f]*$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Whether an element of a list has everything a mined log has; a pending one has no block. */
export function isRawLog(value: unknown): value is RawLog {
  const log = (value ?? {}) as Partial<Record<keyof RawLog, unknown>>;
  return (
    matches(log.address, ADDRESS) &&
    matches(log.blockHash, HASH) &&
    matches(log.transactionHash, HASH) &&
    matches(log.blockNumber, HEX) &&
    matches(log.logIndex, HEX) &&
    matches(log.data, HEX) &&
    Array.isArray(log.topics) &&
    log.topics.every((topic) => matches(topic, HASH))
  );
}
