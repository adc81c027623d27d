import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  InconsistentNodeError,
  LAUNCHPAD_TOPICS,
  LogsBloom,
  MAY_BE_CUT_LOGS,
  NodeRefusedError,
  type BlockHeader,
  type ChainNode,
  type RawLog,
} from '#chain';
import { toAddress, type Address } from '#values';
import type { RangeLogs, RangeRead } from './range-logs.js';

/**
 * Above this chance of a false yes a bloom says little: so many contracts are asked for, or so full is the block, that
 * asking for receipts would mostly be in vain.
 */
const TOO_UNSURE = 0.1;

/** Headers that are looked at before the loop gets its turn. */
const HEADERS_AT_ONCE = 32;

/**
 * Compares the logs of a range with its headers' blooms. A log that a bloom does not know is false. Where a bloom tells
 * of one of our contracts and no log of it came, or so many came that there may have been more, the block is asked for in
 * another way than the range was: its receipts decide, which nodes keep apart from the index that they search logs by.
 * Where a bloom says little and the block gave nothing, it decides for itself, asked by its hash: of a long history the
 * receipts would be most of the chain.
 *
 * @throws InconsistentNodeError when logs are missing, or are not of their blocks
 */
export async function checkBlooms(node: ChainNode, { headers, logs, isFinal }: RangeRead): Promise<void> {
  const byReceipts: BlockHeader[] = [];
  const byHash: BlockHeader[] = [];
  for (const [i, header] of headers.entries()) {
    const doubt = doubtOf(header, logs);
    if (doubt !== 'none') (doubt === 'faint' && isFinal ? byHash : byReceipts).push(header);
    if (i % HEADERS_AT_ONCE === 0) await nextTurn();
  }
  await Promise.all([
    ...byReceipts.map(async (header) => {
      compare(header, logs, await readReceipts(node, header, logs));
    }),
    compareByHash(node, byHash, logs),
  ]);
}

/** How likely it is that logs of ours are missing of a block. */
function doubtOf({ number, logsBloom }: BlockHeader, logs: RangeLogs): 'none' | 'faint' | 'strong' {
  const bloom = LogsBloom.of(logsBloom);
  const came = logs.ofBlock(number);
  if (bloom === null) {
    if (came === undefined) return 'none';
    throw new InconsistentNodeError(`logs came of block ${number}, whose header says that it has none`);
  }
  for (const contract of came?.contracts ?? []) {
    if (!bloom.mayHave(contract)) {
      throw new InconsistentNodeError(`a log of block ${number} is not in its header's bloom`);
    }
  }
  if (came !== undefined && came.indices.size >= MAY_BE_CUT_LOGS) return 'strong';
  if (!logs.topics.some((topic) => bloom.mayHave(topic))) return 'none';
  if (bloom.chanceOfError() * logs.asked.size > TOO_UNSURE) {
    return came === undefined && hasAny(bloom, logs.asked) ? 'faint' : 'none';
  }
  const present = [...logs.asked].filter((address) => bloom.mayHave(address));
  const lacksContract = present.some((address) => came?.contracts.has(address) !== true);
  const lacksEvent = LAUNCHPAD_TOPICS.some(
    (topic) => logs.topics.includes(topic) && bloom.mayHave(topic) && came?.topics.has(topic) !== true,
  );
  return lacksContract || (present.length > 0 && lacksEvent) ? 'strong' : 'none';
}

function hasAny(bloom: LogsBloom, addresses: Iterable<Address>): boolean {
  for (const address of addresses) if (bloom.mayHave(address)) return true;
  return false;
}

async function compareByHash(
  node: ChainNode,
  headers: readonly BlockHeader[],
  logs: RangeLogs,
): Promise<void> {
  if (headers.length === 0) return;
  const all = await node.logsOfBlocks([...logs.asked], logs.topics, headers);
  for (const header of headers)
    compare(
      header,
      logs,
      all.filter(({ blockHash }) => blockHash === header.hash),
    );
}

/** @param known logs of the block, ours and others */
function compare({ number }: BlockHeader, logs: RangeLogs, known: readonly RawLog[]): void {
  const ours = known.filter(
    ({ topics: [topic], address }) =>
      topic !== undefined && logs.topics.includes(topic) && logs.asked.has(toAddress(address)),
  );
  const came = logs.ofBlock(number)?.indices.size ?? 0;
  if (ours.length !== came) {
    throw new InconsistentNodeError(`block ${number} has ${ours.length} logs of ours, ${came} came`);
  }
}

/** Nodes without receipts by block are asked for the logs of this block alone. */
async function readReceipts(node: ChainNode, header: BlockHeader, logs: RangeLogs): Promise<RawLog[]> {
  try {
    const all = await node.receiptLogs(header);
    // Nodes that keep no old receipts may say so by an empty list.
    if (all.length > 0) return all;
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error;
    return node.logsOfBlocks([...logs.asked], logs.topics, [header]);
  }
  throw new InconsistentNodeError(`block ${header.number} has logs, and its receipts none`);
}
