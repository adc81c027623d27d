import {
  EVENT_TOPICS,
  InconsistentNodeError,
  LAUNCHPAD_TOPICS,
  LogsBloom,
  NodeRefusedError,
  type BlockHeader,
  type ChainNode,
  type RawLog,
} from '#chain';
import { toAddress } from '#values';
import type { BlockLogs, RangeLogs } from './range-logs.js';

/**
 * Above this chance of a false yes a bloom tells us nothing: so many contracts are asked for, or so full is the block,
 * that asking for receipts would mostly be in vain.
 */
const TOO_UNSURE = 0.1;

const topics: ReadonlySet<string> = new Set(EVENT_TOPICS);

/**
 * Compares the logs of a range with its headers' blooms. A log that a bloom does not know is false. Where a bloom tells
 * of one of our contracts and no log of it came, the block's receipts decide: nodes keep them apart from the index that
 * they search logs by, which is what lags and breaks.
 *
 * @throws InconsistentNodeError when logs are missing, or are not of their blocks
 */
export async function checkBlooms(
  node: ChainNode,
  headers: readonly BlockHeader[],
  logs: RangeLogs,
): Promise<void> {
  const doubtful = headers.filter((header) => leavesDoubt(header, logs));
  await Promise.all(doubtful.map((header) => compareReceipts(node, header, logs)));
}

function leavesDoubt({ number, logsBloom }: BlockHeader, logs: RangeLogs): boolean {
  const bloom = LogsBloom.of(logsBloom);
  const came = logs.ofBlock(number);
  if (bloom === null) {
    if (came === undefined) return false;
    throw new InconsistentNodeError(`logs came of block ${number}, whose header says that it has none`);
  }
  for (const contract of came?.contracts ?? []) {
    if (!bloom.mayHave(contract)) {
      throw new InconsistentNodeError(`a log of block ${number} is not in its header's bloom`);
    }
  }
  if (!EVENT_TOPICS.some((topic) => bloom.mayHave(topic))) return false;
  const present = [...logs.asked].filter((address) => bloom.mayHave(address));
  if (present.length === 0 || bloom.chanceOfError() * logs.asked.size > TOO_UNSURE) return false;
  return (
    present.some((address) => came?.contracts.has(address) !== true) ||
    LAUNCHPAD_TOPICS.some((topic) => bloom.mayHave(topic) && came?.topics.has(topic) !== true)
  );
}

async function compareReceipts(node: ChainNode, header: BlockHeader, logs: RangeLogs): Promise<void> {
  const ours = (await readBlock(node, header, logs)).filter(
    (log) => topics.has(log.topics[0] ?? '') && logs.asked.has(toAddress(log.address)),
  );
  const came: BlockLogs | undefined = logs.ofBlock(header.number);
  if (ours.length !== (came?.indices.size ?? 0)) {
    throw new InconsistentNodeError(
      `block ${header.number} has ${ours.length} logs of ours, ${came?.indices.size ?? 0} came`,
    );
  }
}

/** Nodes without receipts by block are asked for the logs of this block alone. */
async function readBlock(node: ChainNode, header: BlockHeader, logs: RangeLogs): Promise<RawLog[]> {
  try {
    const all = await node.receiptLogs(header);
    // Nodes that keep no old receipts may say so by an empty list.
    if (all.length > 0) return all;
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error;
    return node.logs([...logs.asked], EVENT_TOPICS, header.number, header.number);
  }
  throw new InconsistentNodeError(`block ${header.number} has logs, and its receipts none`);
}
