import { InconsistentNodeError, RangeTooLargeError, type BlockHeader, type ChainNode } from '@slipway/chain';
import type { Batch } from '../fold/fold-batch.js';
import type { Contracts } from '../registry/app-registry.js';
import { checkBlooms } from './check-blooms.js';
import { RangeLogs, type BlockRange, type RangeRead } from './range-logs.js';
import { LogReader } from './read-logs.js';

export interface ReadBatch extends Batch {
  /** Logs that came, of our contracts and of others. */
  readonly logs: number;
}

/** The next range to read, of some blocks at most: all of it final, or none of it. */
export function nextRange(from: number, blocks: number, latest: number, firstUnfinal: number): BlockRange {
  const last = from < firstUnfinal ? firstUnfinal - 1 : latest;
  return { from, to: Math.min(last, from + blocks - 1) };
}

/** Reads ranges of blocks: every header, and the logs of some contracts. */
export class RangeReader {
  private readonly logReader: LogReader;

  constructor(private readonly node: ChainNode) {
    this.logReader = new LogReader(node);
  }

  /**
   * Reads a range. Blocks that may change are asked for by their hashes: no log is of another block than its header.
   * @param firstUnfinal the first block that may still be reorganised
   * @throws NodeError when the node does not respond, or contradicts itself
   */
  async read(
    contracts: Contracts,
    range: BlockRange,
    latest: BlockHeader,
    firstUnfinal: number,
  ): Promise<RangeRead> {
    const logs = new RangeLogs(range, contracts);
    const isFinal = range.to < firstUnfinal;
    const isNewest = !isFinal && range.to === latest.number;
    const [older, isRead] = await Promise.all([
      this.node.headers(numbersOf({ from: range.from, to: isNewest ? range.to - 1 : range.to })),
      isFinal && this.readFinal(logs, latest),
    ]);
    const headers = isNewest ? [...older, latest] : older;
    if (!isRead) await this.logReader.readBlocks(logs, headers);
    return { headers, logs, isFinal };
  }

  /** @returns false when not even one block is given as a range: it is to be asked for by its hash */
  private async readFinal(logs: RangeLogs, latest: BlockHeader): Promise<boolean> {
    const { from, to } = logs.range;
    try {
      await this.logReader.readRange(logs, latest);
      return true;
    } catch (error) {
      if (!(error instanceof RangeTooLargeError) || from < to) throw error;
      return false;
    }
  }

  /**
   * Completes the reads, when everything before it is known: adds the logs of contracts that were not known, and of those
   * that these brought; and proves that headers are a chain, logs are of their blocks, and none is missing.
   * @throws InconsistentNodeError when the node contradicts itself
   */
  async complete(read: RangeRead): Promise<ReadBatch> {
    const { headers, logs } = read;
    checkParents(headers);
    await this.addMissing(read);
    const byNumber = new Map(headers.map((header) => [header.number, header]));
    const [first, last] = [headers[0], headers.at(-1)];
    if (first === undefined || last === undefined) throw new Error('an empty range');
    const events = logs.inOrder();
    for (const { blockNumber, blockHash } of events) {
      if (byNumber.get(blockNumber)?.hash !== blockHash)
        throw new InconsistentNodeError(`a log of block ${blockNumber} is of another block than its header`);
    }
    await checkBlooms(this.logReader, read);
    if (!read.isFinal && (await this.node.header(last.number)).hash !== last.hash) {
      throw new InconsistentNodeError(`block ${last.number} changed while its range was read`);
    }
    return { from: first, to: last, events, headers: byNumber, logs: logs.seen };
  }

  private async addMissing(read: RangeRead): Promise<void> {
    const { logs } = read;
    const { contracts } = logs;
    for (;;) {
      contracts.discover(logs.all());
      const missing = logs.missing();
      const { size } = contracts;
      if (missing.length > 0) await this.logReader.readMissing(missing, read);
      logs.completeUpTo(size);
      if (missing.length === 0) return;
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
