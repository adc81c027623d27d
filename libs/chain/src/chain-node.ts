import { numberToHex, type Hex } from 'viem';
import type { Address } from '@slipway/domain';
import { toHeader, type BlockHeader } from './block-header.js';
import { toHex } from './hex-text.js';
import type { DecodedLog, EventTable } from './decode-log.js';
import { toReceipts, toTransactions, toWholeReceipts, type BlockReceipts } from './block-receipts.js';
import {
  InconsistentNodeError,
  NoMethodError,
  NodeError,
  RangeTooLargeError,
  RequestTooLargeError,
  UnexplainedError,
} from './node-error.js';
import { LogFilters, type BlockId } from './log-filters.js';
import { NodePool, type PoolOptions } from './node-pool.js';
import { isRemovedLog, toRawLog, type RawLog } from './raw-log.js';
import type { RpcCall } from './classify-refusal.js';

const DEFAULTS: PoolOptions = { timeoutMs: 10_000, attempts: 4, retryMs: 200 };

/** Some providers end a response at a number of logs without a word; none is known to do so at fewer. */
export const MAY_BE_CUT_LOGS = 1_000;

/** The calls that the index makes of Ethereum JSON-RPC nodes; what they say is checked before it is believed. */
export class ChainNode {
  /** Whether there is more than one node. */
  readonly hasSeveral: boolean;
  private readonly pool: NodePool;
  private readonly filters = new LogFilters();
  /** Logs that nodes gave though their blocks had left the chain: none of them is used. */
  removedLogs = 0;

  /** @param chainId what every node must say it is on, each time the newest block is asked for */
  constructor(rpcUrls: readonly string[], chainId: number, options: Partial<PoolOptions> = {}) {
    this.hasSeveral = rpcUrls.length > 1;
    this.pool = new NodePool(rpcUrls, chainId, { ...DEFAULTS, ...options });
  }

  /** The newest block. @throws WrongChainError when the nodes are of another chain */
  latest(): Promise<BlockHeader> {
    return this.pool.latest();
  }

  /** The block that the chain says is final. @throws NodeRefusedError when nodes know of none */
  finalized(): Promise<BlockHeader> {
    return this.askOne({ method: 'eth_getBlockByNumber', params: ['finalized', false] }, 0, toHeader);
  }

  async header(number: number): Promise<BlockHeader> {
    const [header] = await this.headers([number]);
    if (header === undefined) throw new InconsistentNodeError(`the node has no block ${number}`);
    return header;
  }

  /** Headers at several heights, in the order asked. @throws InconsistentNodeError when the node lacks one below its newest */
  async headers(numbers: readonly number[]): Promise<BlockHeader[]> {
    if (numbers.length === 0) return [];
    const calls = numbers.map((number) => ({
      method: 'eth_getBlockByNumber',
      params: [numberToHex(number), false],
    }));
    const highest = numbers.reduce((a, b) => Math.max(a, b));
    return this.pool.ask(calls, highest, (block, place) => {
      const header = toHeader(block);
      const number = numbers[place];
      if (header.number !== number)
        throw new InconsistentNodeError(`the node gave block ${header.number} for block ${String(number)}`);
      return header;
    });
  }

  /**
   * Logs of all contracts by first topic in a range of blocks, both ends included, in no certain order.
   * @throws RangeTooLargeError when a smaller range may be served
   */
  logs(topics: readonly Hex[], from: number, to: number): Promise<RawLog[]> {
    return this.logsOfRange({ addresses: null, topics, from, to }, (log) => log);
  }

  /** The same of some contracts, decoded as they come. @throws RangeTooLargeError when a smaller range may be served */
  decodedLogs(
    addresses: readonly Hex[],
    { topics, toDecodedLog }: Pick<EventTable, 'topics' | 'toDecodedLog'>,
    from: number,
    to: number,
  ): Promise<DecodedLog[]> {
    return this.logsOfRange({ addresses, topics, from, to }, toDecodedLog);
  }

  private async logsOfRange<Log extends LoggedBlock>(
    range: LogRange,
    toLog: (log: RawLog) => Log,
  ): Promise<Log[]> {
    const { addresses, topics, from, to } = range;
    // Not in one batch: each may be as large as the node lets a response be.
    const results = this.filters
      .of(addresses, topics)
      .map((filter) => this.logsOfFilter(from, to, filter, toLog));
    try {
      const logs = (await Promise.all(results)).flat();
      this.filters.noteResponse();
      return logs;
    } catch (error) {
      if (error instanceof UnexplainedError) this.filters.guessFewer(addresses);
      if (!isSmaller(error)) throw error;
      const isLeast = error instanceof RequestTooLargeError || from === to;
      if (isLeast && this.filters.nameFewer(addresses)) return this.logsOfRange(range, toLog);
      const blocks = error instanceof RangeTooLargeError ? error.blocks : null;
      throw new RangeTooLargeError(`no logs for blocks ${from} to ${to}`, blocks, { cause: error });
    }
  }

  /**
   * Logs of contracts (null: of all) by first topic in blocks that are asked for by their hashes (EIP-234), or where nodes
   * know no such filter by their numbers: then it is the caller's to compare the logs' hashes.
   * @throws RangeTooLargeError when there are more than the node gives at once
   */
  async logsOfBlocks(
    addresses: readonly Hex[] | null,
    topics: readonly Hex[],
    blocks: readonly BlockId[],
  ): Promise<RawLog[]> {
    if (blocks.length === 0) return [];
    const { byHash } = this.filters;
    const filters = this.filters.of(addresses, topics);
    const calls = blocks.flatMap((block) =>
      filters.map((one) => getLogs({ ...this.filters.block(block), ...one })),
    );
    const upTo = blocks.reduce((highest, { number }) => Math.max(highest, number), 0);
    try {
      const logs = (await this.pool.ask(calls, upTo, (result) => this.toRawLogs(result))).flat();
      this.filters.noteResponse();
      const hashes = new Set(blocks.map(({ hash }) => hash));
      if (byHash && logs.some(({ blockHash }) => !hashes.has(blockHash)))
        throw new UnexplainedError('the node gave logs of another block than the one asked for by its hash');
      return logs;
    } catch (error) {
      if (byHash && isNoHashFilter(error)) {
        this.filters.byHash = false;
        return this.logsOfBlocks(addresses, topics, blocks);
      }
      if (error instanceof UnexplainedError) {
        this.filters.byHash = true;
        this.filters.guessFewer(addresses);
      }
      if (!isSmaller(error)) throw error;
      const half = Math.ceil(blocks.length / 2);
      if (blocks.length > 1) {
        const first = await this.logsOfBlocks(addresses, topics, blocks.slice(0, half));
        return [...first, ...(await this.logsOfBlocks(addresses, topics, blocks.slice(half)))];
      }
      if (this.filters.nameFewer(addresses)) return this.logsOfBlocks(addresses, topics, blocks);
      throw new RangeTooLargeError('no logs of one block', null, { cause: error });
    }
  }

  private async logsOfFilter<Log extends LoggedBlock>(
    from: number,
    to: number,
    filter: Filter,
    toLog: (log: RawLog) => Log,
  ): Promise<Log[]> {
    const blocks = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
    const toItem = (item: unknown): Log | null | undefined => {
      if (isRemovedLog(item)) return undefined;
      const log = toRawLog(item);
      return log && toLog(log);
    };
    const call = { ...getLogs({ ...blocks, ...filter }), toItem };
    const logs = (await this.pool.ask([call], to, (result) => this.toLogs<Log>(result))).flat();
    if (logs.length >= MAY_BE_CUT_LOGS) await this.refuseCut(filter, logs, to);
    return logs;
  }

  /** Takes out what is no part of any block now. @throws InconsistentNodeError when one is no log */
  private toLogs<Log>(items: unknown): Log[] {
    if (!Array.isArray(items)) throw new InconsistentNodeError('the node gave no list of logs');
    const logs = (items as (Log | null | undefined)[]).filter((item) => item !== undefined);
    this.removedLogs += items.length - logs.length;
    if (logs.includes(null)) throw new InconsistentNodeError('the node gave a log that is none');
    return logs as Log[];
  }

  private toRawLogs(result: unknown): RawLog[] {
    if (!Array.isArray(result)) return this.toLogs<RawLog>(result);
    return this.toLogs<RawLog>(result.map((item) => (isRemovedLog(item) ? undefined : toRawLog(item))));
  }

  /** A cut list breaks off in the midst of a block, most likely: the blocks at both ends are asked for by themselves. */
  private async refuseCut(filter: Filter, logs: readonly LoggedBlock[], upTo: number): Promise<void> {
    const counts = new Map<number, number>();
    for (const { blockNumber } of logs) counts.set(blockNumber, (counts.get(blockNumber) ?? 0) + 1);
    const ends = [...new Set([logs.at(0), logs.at(-1)])].filter((log) => log !== undefined);
    const calls = ends.map((log) =>
      getLogs({ ...this.filters.block({ number: log.blockNumber, hash: log.blockHash }), ...filter }),
    );
    const results = await this.pool.ask(calls, upTo, (result) => this.toRawLogs(result).length);
    for (const [i, { blockNumber }] of ends.entries()) {
      if (results[i] !== counts.get(blockNumber))
        throw new RangeTooLargeError(`a response was cut at ${logs.length} logs`);
    }
  }

  /** All logs of a block by its receipts. @throws NodeRefusedError when nodes have no such call */
  receipts(block: BlockHeader): Promise<BlockReceipts> {
    return this.askOne(receiptsOf(block), block.number, (result) => toReceipts(block, result));
  }

  /** The same, proved to be whole. @throws InconsistentNodeError when they are not */
  async wholeReceipts(block: BlockHeader): Promise<BlockReceipts> {
    const transactions = await this.transactionsOf(block);
    return this.askOne(receiptsOf(block), block.number, (result) =>
      toWholeReceipts(block, transactions, result),
    );
  }

  /** The same, by the receipt of each of the block's transactions: all nodes have that call. */
  async receiptsOfTransactions(block: BlockHeader): Promise<BlockReceipts> {
    const transactions = await this.transactionsOf(block);
    const calls = transactions.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const check = (receipt: unknown): unknown => {
      toReceipts(block, [receipt]);
      return receipt;
    };
    const receipts = calls.length === 0 ? [] : await this.pool.ask(calls, block.number, check);
    return toWholeReceipts(block, transactions, receipts);
  }

  private transactionsOf(block: BlockHeader): Promise<Hex[]> {
    return this.askOne(blockOf(block), block.number, (result) => toTransactions(block, result));
  }

  /** Logs of one block as each of several nodes gives them, of at most so many nodes. Those that fail, or give none that can be, are left out. */
  async logsOfSeveral(
    addresses: readonly Hex[] | null,
    topics: readonly Hex[],
    block: BlockId,
    most: number,
  ): Promise<RawLog[][]> {
    const filters = this.filters.of(addresses, topics);
    const calls = filters.map((one) => getLogs({ ...this.filters.block(block), ...one }));
    return this.pool.askSeveral(calls, block.number, most, (results) =>
      results.flatMap((result) => this.toRawLogs(result)),
    );
  }

  /** `eth_call` of encoded data at a block. */
  callContract(to: Address, data: Hex, block: number): Promise<Hex> {
    const call = { method: 'eth_call', params: [{ to, data }, numberToHex(block)] };
    return this.askOne(call, block, (result) => {
      if (typeof result !== 'string') throw new InconsistentNodeError('eth_call returned no text');
      return result as Hex;
    });
  }

  /** The code at an address at a block; `0x` where there is none. */
  code(address: Address, block: number): Promise<Hex> {
    const call = { method: 'eth_getCode', params: [address, numberToHex(block)] };
    return this.askOne(call, block, (result) => {
      const code = toHex(result);
      if (code === null) throw new InconsistentNodeError('eth_getCode returned no hex');
      return code;
    });
  }

  private async askOne<T>(call: RpcCall, upTo: number, parse: (result: unknown) => T): Promise<T> {
    const [result] = await this.pool.ask([call], upTo, parse);
    return result as T;
  }

  /** The responses of the nodes in use contradict each other: others are asked first, each time for longer. */
  penalise(): void {
    this.pool.penalise();
  }

  /** The responses of the nodes in use have been proved. */
  trust(): void {
    this.pool.trust();
  }
}

type Filter = ReturnType<LogFilters['of']>[number];

interface LoggedBlock {
  readonly blockNumber: number;
  readonly blockHash: Hex;
}

interface LogRange {
  /** Null for all contracts. */
  readonly addresses: readonly Hex[] | null;
  readonly topics: readonly Hex[];
  readonly from: number;
  readonly to: number;
}

function isSmaller(error: unknown): error is NodeError {
  return error instanceof NodeError && error.remedy === 'smaller';
}

/** Whether a node may know of no filter by `blockHash`: its limits of ranges say nothing about one block. */
function isNoHashFilter(error: unknown): boolean {
  if (error instanceof UnexplainedError || error instanceof NoMethodError) return true;
  return error instanceof RangeTooLargeError && error.blocks !== null;
}

function receiptsOf({ number }: BlockHeader): RpcCall {
  return { method: 'eth_getBlockReceipts', params: [numberToHex(number)] };
}

function blockOf({ hash }: BlockHeader): RpcCall {
  return { method: 'eth_getBlockByHash', params: [hash, false] };
}

function getLogs(filter: Readonly<Record<string, unknown>>): RpcCall {
  return { method: 'eth_getLogs', params: [filter] };
}
