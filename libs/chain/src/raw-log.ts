import type { Hex } from 'viem';

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

const HEX = /^0x[0-9a-fA-F]*$/;

/** Lengths of texts of 20 and of 32 bytes. */
const ADDRESS = 42;
const WORD = 66;

/** Whether an answer's element has everything a mined log has; a pending one has no block. */
export function isRawLog(value: unknown): value is RawLog {
  if (typeof value !== 'object' || value === null) return false;
  const { address, topics, data, blockNumber, blockHash, transactionHash, logIndex } = value as Partial<
    Record<keyof RawLog, unknown>
  >;
  return (
    isBytes(address, ADDRESS) &&
    isBytes(blockHash, WORD) &&
    isBytes(transactionHash, WORD) &&
    isHex(blockNumber) &&
    isHex(logIndex) &&
    isHex(data) &&
    Array.isArray(topics) &&
    topics.every((topic) => isBytes(topic, WORD))
  );
}

function isBytes(value: unknown, length: number): boolean {
  return isHex(value) && value.length === length;
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && HEX.test(value);
}
