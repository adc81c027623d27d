import type { Hex } from 'viem';
import {
  InconsistentNodeError,
  LogsBloom,
  MAX_ADDRESSES,
  NodeError,
  NodeRefusedError,
  UnprovedBlockError,
  type BlockHeader,
  type ChainNode,
  type DecodedLog,
  type RawLog,
} from '@slipway/chain';
import { NodeAgreement, proveByReceipts } from './prove-block.js';
import type { Contracts } from '../registry/app-registry.js';
import type { RangeLogs, RangeRead } from './range-logs.js';
import { ReadingCosts } from './reading-costs.js';

/** Addresses that are named to a node at once: no more of a million are in memory as text. */
const ADDRESSES_AT_ONCE = 8 * MAX_ADDRESSES;

/** Blocks that are read at once, each with everything that was logged in it. */
const BLOCKS_AT_ONCE = 8;

/**
 * Reads the logs of a range's contracts, by the cheapest of three ways. What strangers log makes the two wide ones dearer, up to
 * what a node or our memory takes. It never makes dearer the one by address.
 */
export class LogReader {
  private readonly costs = new ReadingCosts();
  private readonly agreement: NodeAgreement;
  /** Whether headers' blooms know all logs, as they have to: those of some chains leave out what bridges log. */
  isBloomWhole = true;

  constructor(private readonly node: ChainNode) {
    this.agreement = new NodeAgreement(node);
  }

  /** Logs of a range that does not change any more. @throws RangeTooLargeError when a smaller range may be served */
  async readRange(logs: RangeLogs, latest: BlockHeader): Promise<void> {
    const { contracts, range } = logs;
    const { events } = contracts;
    const { from, to } = range;
    const blocks = to - from + 1;
    this.costs.sawHeader(latest);
    if (this.costs.chooseForRange(contracts.size, blocks) === 'addresses')
      return this.byAddress(logs, (some) => this.node.decodedLogs(some, events, from, to));
    try {
      const all = await this.node.logs(events.topics, from, to);
      this.costs.sawLogs(all.length, blocks);
      await logs.addAll(all);
      logs.isWide = true;
    } catch (error) {
      if (isTooMuch(error)) this.costs.topicsWereTooMuch();
      throw error;
    }
  }

  async readBlocks(logs: RangeLogs, headers: readonly BlockHeader[]): Promise<void> {
    if (this.costs.chooseForBlocks(logs.contracts.size, headers) === 'addresses')
      await this.byAddress(logs, (some) => this.decodedLogsOfBlocks(some, logs.contracts, headers));
    else await this.readWide(logs, headers);
  }

  /** Adds the logs of contracts that became known after a range was read. */
  async readMissing(missing: readonly Hex[], { isFinal, headers, logs }: RangeRead): Promise<void> {
    const { range } = logs;
    const { events } = logs.contracts;
    const { from, to } = range;
    // A range of one block may have been refused before.
    if (isFinal && from < to) await logs.add(missing, await this.node.decodedLogs(missing, events, from, to));
    else if (this.costs.chooseForBlocks(missing.length, headers) === 'addresses')
      await logs.add(missing, await this.decodedLogsOfBlocks(missing, logs.contracts, headers));
    // So many launches are dearer by address than the blocks that they were in.
    else await this.readWide(logs, headers);
  }

  /** How many logs of ours a block has, asked for by its hash: of two nodes, where there are several, the more. */
  async countAgain(header: BlockHeader, logs: RangeLogs): Promise<number> {
    const again = await this.ofOurs(logs, async (addresses) => {
      let [first, second] = await this.node.logsOfSeveral(addresses, logs.topics, header, 2);
      if (second === undefined && this.node.hasSeveral)
        [first, second] = await this.node.logsOfSeveral(addresses, logs.topics, header, 2);
      if (first === undefined) return this.node.logsOfBlocks(addresses, logs.topics, [header]);
      return second !== undefined && second.length > first.length ? second : first;
    });
    return again.filter(({ address }) => logs.has(address)).length;
  }

  /**
   * All logs of a block, with proof: by receipts, and only where no node has any, by two nodes that agree.
   * @throws UnprovedBlockError when no node gives proof now
   */
  async prove(header: BlockHeader, logs: RangeLogs): Promise<readonly RawLog[]> {
    try {
      return await proveByReceipts(this.node, header);
    } catch (error) {
      if (!(error instanceof UnprovedBlockError) || !error.lacksReceipts) throw error;
      return this.ofOurs(logs, (addresses) =>
        this.agreement.prove(header, addresses, logs.topics, error.why),
      );
    }
  }

  /** Asks for the logs of all contracts where that is shorter, and by address where it is too much. */
  private async ofOurs(
    logs: RangeLogs,
    ask: (addresses: readonly Hex[] | null) => Promise<readonly RawLog[]>,
  ): Promise<readonly RawLog[]> {
    const isWide = logs.followed > MAX_ADDRESSES;
    try {
      return await ask(isWide ? null : logs.addresses());
    } catch (error) {
      if (!isWide || !isTooMuch(error)) throw error;
      return ask(logs.addresses());
    }
  }

  private async readWide(logs: RangeLogs, headers: readonly BlockHeader[]): Promise<void> {
    const way = this.costs.wideWay(headers.length);
    await logs.addAll([]);
    logs.isWide = true;
    // Those too whose bloom knows nothing of ours: it is the logs that show that a chain's blooms leave some out.
    for (let i = 0; i < headers.length; i += BLOCKS_AT_ONCE) {
      const some = headers.slice(i, i + BLOCKS_AT_ONCE);
      const additions = await Promise.all(some.map((header) => this.readBlock(logs, header, way)));
      // In their order: what a block logs is ours when a block before it brought the contract.
      for (const add of additions) await add();
    }
  }

  /** @returns what adds the logs that were read */
  private async readBlock(
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
      const isRefused = way === 'receipts' && error instanceof NodeRefusedError;
      if (!isRefused && !isTooMuch(error)) throw error;
      if (way === 'receipts') {
        if (isRefused) this.costs.receiptsWereRefused();
        else this.costs.receiptsWereTooMuch();
        return this.readBlock(logs, header, 'topics');
      }
    }
    this.costs.topicsWereTooMuch();
    logs.byAddress.add(header.number);
    await this.byAddress(logs, (some) => this.decodedLogsOfBlocks(some, logs.contracts, [header]));
    return () => Promise.resolve();
  }

  /** All logs of a block: they are all there are when they explain every bit of its header's bloom. */
  private async wholeBlock(header: BlockHeader): Promise<readonly RawLog[]> {
    const { logs, count } = await this.node.receipts(header);
    this.costs.sawReceipts(logs.length, count);
    if (LogsBloom.of(header.logsBloom)?.isExplainedBy(logs) === false)
      throw new InconsistentNodeError(`the receipts of block ${header.number} do not explain its bloom`);
    return logs;
  }

  private async decodedLogsOfBlocks(
    addresses: readonly Hex[],
    { events }: Contracts,
    headers: readonly BlockHeader[],
  ): Promise<DecodedLog[]> {
    return (await this.node.logsOfBlocks(addresses, events.topics, headers)).map(events.toDecodedLog);
  }

  /** Adds logs by the addresses of all contracts that are known now. */
  private async byAddress(
    logs: RangeLogs,
    ask: (addresses: readonly Hex[]) => Promise<DecodedLog[]>,
  ): Promise<void> {
    const { contracts } = logs;
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
