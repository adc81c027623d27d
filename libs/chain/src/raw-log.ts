import type { Hex } from 'viem';
import { toHash, toHex, toQuantity } from './hex-text.js';

/** A mined log of `eth_getLogs` or a receipt: hex in small letters, quantities as numbers. */
export interface RawLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}

/** Where a log stands in the chain, and what wrote it. */
export interface LogPosition {
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly logIndex: number;
  readonly txHash: Hex;
}

const ADDRESS_LENGTH = 42;

/** @returns null when it is no log of a block: a pending one has none */
export function toRawLog(value: unknown): RawLog | null {
  const log = (value ?? {}) as Partial<Record<keyof RawLog, unknown>>;
  const address = toHex(log.address, ADDRESS_LENGTH);
  const blockHash = toHash(log.blockHash);
  const transactionHash = toHash(log.transactionHash);
  const blockNumber = toQuantity(log.blockNumber);
  const logIndex = toQuantity(log.logIndex);
  const data = toHex(log.data);
  if (address === null || blockHash === null || transactionHash === null || data === null) return null;
  if (blockNumber === null || logIndex === null || !Array.isArray(log.topics)) return null;
  const topics: Hex[] = [];
  for (const value of log.topics as unknown[]) {
    const topic = toHash(value);
    if (topic === null) return null;
    topics.push(topic);
  }
  return { address, topics, data, blockNumber, blockHash, transactionHash, logIndex };
}

/** A log of a block that left the chain; such logs are for subscribers, and no part of any block now. */
export function isRemovedLog(value: unknown): boolean {
  return (value as { readonly removed?: unknown } | null)?.removed === true;
}
