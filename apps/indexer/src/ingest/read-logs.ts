import type { Hex } from 'viem';
import {
  InconsistentNodeError,
  LogsBloom,
  MAX_ADDRESSES,
  NodeError,
  NodeRefusedError,
  type BlockHeader,
  type ChainNode,
  type RawLog,
} from '#chain';
import type { Contracts } from '../registry/app-registry.js';
import type { BlockRange, RangeLogs, RangeRead } from './range-logs.js';
import type { ReadingCosts } from './reading-costs.js';

/** Addresses that are named to a node at once: no more of a million are in memory as text. */
const ADDRESSES_AT_ONCE = 8 * MAX_ADDRESSES;

/** Blocks that are read at once, each with everything that was logged in it. */
const BLOCKS_AT_ONCE = 8;

/**
 * Reads the logs of contracts, by the cheapest of three ways. Whatever it costs, there is a way that works: what strangers
 * log makes the two wide ones dearer, up to what a node or our memory takes, and never that by address.
 */
export class LogReader {
  constructor(
    private readonly node: ChainNode,
    private readonly costs: ReadingCosts,
  ) {}

  /**
   * Logs of a range that does not change any more.
   *
   * @throws RangeTooLargeError when a smaller range may be answered
   */
  async readRange(contracts: Contracts, logs: RangeLogs, { from, to }: BlockRange): Promise<void> {
    const blocks = to - from + 1;
    if (this.costs.chooseForRange(contracts.size, blocks) === 'addresses') {
      await this.byAddress(contracts, logs, (some) => this.node.logs(some, logs.topics, from, to));
      return;
    }
    try {
      const all = await this.node.logs(null, logs.topics, from, to);
      this.costs.sawLogs(all.length, blocks);
      await logs.addAll(all);
      logs.isWide = true;
    } catch (error) {
      if (isTooMuch(error)) this.costs.topicsWereTooMuch();
      throw error;
    }
  }

  /** Logs of blocks that are asked for by their hashes. */
  async readBlocks(contracts: Contracts, logs: RangeLogs, headers: readonly BlockHeader[]): Promise<void> {
    if (this.costs.chooseForBlocks(contracts.size, headers) === 'addresses')
      await this.byAddress(contracts, logs, (some) => this.node.logsOfBlocks(some, logs.topics, headers));
    else await this.readWide(contracts, logs, headers);
  }

  private async readWide(
    contracts: Contracts,
    logs: RangeLogs,
    headers: readonly BlockHeader[],
  ): Promise<void> {
    const way = this.costs.wideWay(headers.length);
    // A bloom's "no" is certain.
    const loud = headers.filter(({ logsBloom }) => {
      const bloom = LogsBloom.of(logsBloom);
      return bloom !== null && logs.topics.some((topic) => bloom.mayHave(topic));
    });
    await logs.addAll([]);
    logs.isWide = true;
    for (let i = 0; i < loud.length; i += BLOCKS_AT_ONCE) {
      const some = loud.slice(i, i + BLOCKS_AT_ONCE);
      const additions = await Promise.all(some.map((header) => this.readBlock(contracts, logs, header, way)));
      // In their order: what a block logs is ours when a block before it brought the contract.
      for (const add of additions) await add();
    }
  }

  /** Adds the logs of contracts that became known after a range was read. */
  async readMissing(
    contracts: Contracts,
    logs: RangeLogs,
    missing: readonly Hex[],
    { isFinal, headers }: RangeRead,
  ): Promise<void> {
    const { from, to } = logs.range;
    // A range of one block may have been refused before.
    if (isFinal && from < to) await logs.add(missing, await this.node.logs(missing, logs.topics, from, to));
    else if (this.costs.chooseForBlocks(missing.length, headers) === 'addresses')
      await logs.add(missing, await this.node.logsOfBlocks(missing, logs.topics, headers));
    // So many launches are dearer by address than the blocks that they were in.
    else await this.readWide(contracts, logs, headers);
  }

  /**
   * Logs of a block, asked for anew: by its receipts, which nodes keep apart from the index that they search logs by, or by
   * its hash where they have none.
   */
  async readAgain(header: BlockHeader, logs: RangeLogs, from: 'receipts' | 'hash'): Promise<RawLog[]> {
    try {
      if (from === 'receipts') {
        const { logs: all } = await this.node.receipts(header);
        // Nodes that keep no old receipts may say so by an empty list.
        if (all.length > 0) return all;
      }
    } catch (error) {
      if (!(error instanceof NodeRefusedError) && !isTooMuch(error)) throw error;
      return this.readAgain(header, logs, 'hash');
    }
    if (from === 'receipts')
      throw new InconsistentNodeError(`block ${header.number} has logs, and its receipts none`);
    const isWide = logs.followed > MAX_ADDRESSES;
    try {
      return await this.node.logsOfBlocks(isWide ? null : logs.addresses(), logs.topics, [header]);
    } catch (error) {
      if (!isWide || !isTooMuch(error)) throw error;
      return this.node.logsOfBlocks(logs.addresses(), logs.topics, [header]);
    }
  }

  /** @returns what adds the logs that were read */
  private async readBlock(
    contracts: Contracts,
    logs: RangeLogs,
    header: BlockHeader,
    way: 'topics' | 'receipts',
  ): Promise<() => Promise<void>> {
    try {
      if (way === 'receipts') {
        const all = await this.wholeBlock(header);
        return () => logs.addWholeBlock(header.number, all);
      }
      const all = await this.node.logsOfBlocks(null, logs.topics, [header]);
      return () => logs.addAll(all);
    } catch (error) {
      const isRefused = error instanceof NodeRefusedError;
      if (!isTooMuch(error) && !(isRefused && way === 'receipts')) throw error;
      if (way === 'receipts') {
        if (isRefused) this.costs.receiptsWereRefused();
        else this.costs.receiptsWereTooMuch();
        return this.readBlock(contracts, logs, header, 'topics');
      }
    }
    this.costs.topicsWereTooMuch();
    logs.addOnlyKnown(header.number);
    await this.byAddress(contracts, logs, (some) => this.node.logsOfBlocks(some, logs.topics, [header]));
    return () => Promise.resolve();
  }

  /** All logs of a block: they are all there are when they explain every bit of its header's bloom. */
  private async wholeBlock(header: BlockHeader): Promise<RawLog[]> {
    const { logs, count } = await this.node.receipts(header);
    this.costs.sawReceipts(logs.length, count);
    if (LogsBloom.of(header.logsBloom)?.isExplainedBy(logs) === false)
      throw new InconsistentNodeError(`the receipts of block ${header.number} do not explain its bloom`);
    return logs;
  }

  /** Adds logs by the addresses of all contracts that are known now, and of those that become known by them. */
  private async byAddress(
    contracts: Contracts,
    logs: RangeLogs,
    ask: (addresses: readonly Hex[]) => ReturnType<ChainNode['logs']>,
  ): Promise<void> {
    const { size } = contracts;
    for (let from = 0; from < size; from += ADDRESSES_AT_ONCE) {
      const some = contracts.slice(from, Math.min(size, from + ADDRESSES_AT_ONCE));
      await logs.add(some, await ask(some));
    }
    logs.completeUpTo(size);
  }
}

function isTooMuch(error: unknown): boolean {
  return error instanceof NodeError && error.remedy === 'smaller';
}
