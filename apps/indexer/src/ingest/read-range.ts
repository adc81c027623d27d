import { InconsistentNodeError, RangeTooLargeError, type BlockHeader, type ChainNode } from '#chain';
import type { Batch } from '../fold/fold-batch.js';
import type { Contracts } from '../registry/app-registry.js';
import { checkBlooms } from './check-blooms.js';
import { RangeLogs, type BlockRange, type RangeRead } from './range-logs.js';
import { LogReader } from './read-logs.js';
import { ReadingCosts } from './reading-costs.js';

/** A batch as it came from nodes. */
export interface ReadBatch extends Batch {
  /** Logs that came, of our contracts and of others. */
  readonly logs: number;
}

/**
 * The next range to read: all of it final, or none of it.
 *
 * @param blocks the most that may be read at once
 * @param latest number of the newest block
 * @param firstUnfinal the first block that may still be reorganised
 */
export function nextRange(from: number, blocks: number, latest: number, firstUnfinal: number): BlockRange {
  const last = from < firstUnfinal ? firstUnfinal - 1 : latest;
  return { from, to: Math.min(last, from + blocks - 1) };
}

/** Reads ranges of blocks: every header, and the logs of some contracts. */
export class RangeReader {
  private readonly costs = new ReadingCosts();
  private readonly logReader: LogReader;

  constructor(private readonly node: ChainNode) {
    this.logReader = new LogReader(node, this.costs);
  }

  /**
   * Reads a range. Blocks that may change are asked for by their hashes, so that no answer is of another block than its
   * header.
   *
   * @param latest the newest block, read before
   * @param firstUnfinal the first block that may still be reorganised
   * @throws NodeError when the node does not answer, or contradicts itself
   */
  async read(
    contracts: Contracts,
    range: BlockRange,
    latest: BlockHeader,
    firstUnfinal: number,
  ): Promise<RangeRead> {
    const logs = new RangeLogs(range, contracts);
    if (range.to < firstUnfinal) {
      this.costs.sawHeader(latest);
      const [headers, isRead] = await Promise.all([
        this.node.headers(numbersOf(range)),
        this.readFinal(contracts, logs),
      ]);
      if (!isRead) await this.logReader.readBlocks(contracts, logs, headers);
      return { range, headers, logs, isFinal: true };
    }
    const isNewest = range.to === latest.number;
    const older = await this.node.headers(
      numbersOf({ from: range.from, to: isNewest ? range.to - 1 : range.to }),
    );
    const headers = isNewest ? [...older, latest] : older;
    await this.logReader.readBlocks(contracts, logs, headers);
    return { range, headers, logs, isFinal: false };
  }

  /** @returns false when not even one block is given as a range: it is to be asked for by its hash */
  private async readFinal(contracts: Contracts, logs: RangeLogs): Promise<boolean> {
    const { from, to } = logs.range;
    try {
      await this.logReader.readRange(contracts, logs, logs.range);
      return true;
    } catch (error) {
      if (!(error instanceof RangeTooLargeError) || from < to) throw error;
      return false;
    }
  }

  /**
   * Completes what was read, when everything before it is known: adds the logs of contracts that were not known, then of
   * those that these brought, until there are no new ones; and proves that the answers fit together. Headers are a chain,
   * logs are of their headers' blocks, and none is missing that a header's bloom tells of.
   *
   * @throws InconsistentNodeError when the answers contradict each other
   */
  async complete(contracts: Contracts, read: RangeRead): Promise<ReadBatch> {
    const { range, headers, logs } = read;
    checkParents(headers);
    await this.addMissing(contracts, read);
    const byNumber = new Map(headers.map((header) => [header.number, header]));
    const [first, last] = [headers[0], headers.at(-1)];
    if (first === undefined || last === undefined) throw new Error('an empty range');
    const events = logs.inOrder();
    for (const event of events) {
      if (byNumber.get(event.blockNumber)?.hash !== event.blockHash) {
        throw new InconsistentNodeError(
          `a log of block ${event.blockNumber} is of another block than its header`,
        );
      }
    }
    await checkBlooms(this.logReader, read);
    if (!read.isFinal && (await this.node.header(range.to)).hash !== last.hash) {
      throw new InconsistentNodeError(`block ${range.to} changed while its range was read`);
    }
    return { from: first, to: last, events, headers: byNumber, logs: logs.seen };
  }

  private async addMissing(contracts: Contracts, read: RangeRead): Promise<void> {
    const { logs } = read;
    contracts.discover(logs.all());
    for (;;) {
      const missing = logs.missing();
      const { size } = contracts;
      if (missing.length > 0) await this.logReader.readMissing(contracts, logs, missing, read);
      logs.completeUpTo(size);
      if (missing.length === 0) return;
      contracts.discover(logs.all());
    }
  }
}

function numbersOf({ from, to }: BlockRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function checkParents(headers: readonly BlockHeader[]): void {
  for (const [i, header] of headers.entries()) {
    const parent = headers[i - 1];
    if (parent !== undefined && header.parentHash !== parent.hash) {
      throw new InconsistentNodeError(`block ${header.number} is no child of block ${parent.number}`);
    }
  }
}
