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

const HEX = /^0x[0-9a-f]*$/i;
const LENGTHS = { address: 42, blockHash: 66, transactionHash: 66 } as const;

/** Whether an answer's element has everything a mined log has; a pending one has no block. */
export function isRawLog(value: unknown): value is RawLog {
  if (typeof value !== 'object' || value === null) return false;
  const log = value as Record<string, unknown>;
  for (const [name, length] of Object.entries(LENGTHS)) {
    const text = log[name];
    if (!isHex(text) || text.length !== length) return false;
  }
  if (!isHex(log['blockNumber']) || !isHex(log['logIndex']) || !isHex(log['data'])) return false;
  const topics = log['topics'];
  return Array.isArray(topics) && topics.every((topic) => isHex(topic) && topic.length === 66);
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && HEX.test(value);
}
