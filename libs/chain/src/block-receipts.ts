import type { Hex } from 'viem';
import type { BlockHeader } from './block-header.js';
import { toHash, toHex } from './hex-text.js';
import { LogsBloom } from './logs-bloom.js';
import { InconsistentNodeError } from './node-error.js';
import { isRemovedLog, toRawLog, type RawLog } from './raw-log.js';

const BLOOM_LENGTH = 514;

export interface BlockReceipts {
  readonly logs: readonly RawLog[];
  readonly count: number;
}

/** The logs of a block's receipts. @throws InconsistentNodeError when one is of another block, or is none */
export function toReceipts(block: BlockHeader, receipts: unknown): BlockReceipts {
  if (!Array.isArray(receipts)) throw new InconsistentNodeError(`no receipts of block ${block.number}`);
  const logs = (receipts as unknown[]).flatMap((receipt) => logsOf(block, receipt));
  return { logs, count: receipts.length };
}

/**
 * The same, when each of the block's transactions has one, and no index of a log is left out (or, where a chain counts in another
 * way, the bloom's every bit is explained). Then they prove the logs, whatever the bloom says: bridges log what no bloom knows.
 * @param transactions hashes of the block's
 * @throws InconsistentNodeError when they are not
 */
export function toWholeReceipts(
  block: BlockHeader,
  transactions: readonly Hex[],
  receipts: unknown,
): BlockReceipts {
  const whole = toReceipts(block, receipts);
  const present = new Set(
    (receipts as { transactionHash?: unknown }[]).map((one) => toHash(one.transactionHash)),
  );
  const missing = transactions.filter((hash) => !present.has(hash)).length;
  if (missing > 0)
    throw new InconsistentNodeError(
      `${missing} of ${transactions.length} receipts of block ${block.number} are missing`,
    );
  const { logs } = whole;
  const indices = new Set(logs.map(({ logIndex }) => logIndex));
  const isCounted = indices.size === logs.length && logs.every(({ logIndex }) => logIndex < indices.size);
  if (!isCounted && LogsBloom.of(block.logsBloom)?.isExplainedBy(logs) !== true)
    throw new InconsistentNodeError(`the receipts of block ${block.number} leave logs out`);
  return whole;
}

/** Hashes of a block's transactions, of a block without their contents. @throws InconsistentNodeError when it has none */
export function toTransactions({ number, hash }: BlockHeader, block: unknown): Hex[] {
  const { hash: given, transactions } = (block ?? {}) as Record<string, unknown>;
  const hashes = Array.isArray(transactions) ? transactions.map(toHash) : [null];
  if (toHash(given) !== hash || hashes.includes(null))
    throw new InconsistentNodeError(`the node does not list the transactions of block ${number}`);
  return hashes.filter((one) => one !== null);
}

function logsOf({ number, hash }: BlockHeader, receipt: unknown): RawLog[] {
  const { blockHash, logs, logsBloom } = (receipt ?? {}) as Record<string, unknown>;
  if (toHash(blockHash) !== hash || !Array.isArray(logs))
    throw new InconsistentNodeError(`a receipt of block ${number} is of another block`);
  const raw = (logs as unknown[]).filter((log) => !isRemovedLog(log)).map(toRawLog);
  const whole = raw.filter((log) => log !== null && log.blockNumber === number && log.blockHash === hash);
  if (whole.length < raw.length)
    throw new InconsistentNodeError(`a log of block ${number}'s receipts is none of it`);
  const bloom = toHex(logsBloom, BLOOM_LENGTH);
  // Some nodes keep receipts without their logs.
  if (bloom !== null && whole.length === 0 && LogsBloom.of(bloom) !== null && !isFull(bloom))
    throw new InconsistentNodeError(`a receipt of block ${number} lacks its logs`);
  return whole as RawLog[];
}

function isFull(bloom: Hex): boolean {
  return /^0xf+$/.test(bloom);
}
