import { numberToHex, type Hex } from 'viem';
import type { Address } from '@slipway/domain';
import { toHeader, type BlockHeader } from './block-header.js';
import { toDecodedLog, type DecodedLog } from './decode-log.js';
import { InconsistentNodeError, NodeError, RangeTooLargeError, RequestTooLargeError } from './node-error.js';
import { NodePool, type PoolOptions } from './node-pool.js';
import { isRawLog, type RawLog } from './raw-log.js';
import type { RpcCall } from './rpc-failure.js';

const DEFAULTS: PoolOptions = { timeoutMs: 10_000, attempts: 4, retryMs: 200 };

/** Addresses in one log filter: nodes refuse longer lists, of 1,000 or of 500. */
export const MAX_ADDRESSES = 500;

/** Responses before filters that were refused are tried again: limits of nodes change, seldom. */
const RESPONSES_BEFORE_RETRY = 500;

/** Some providers end a response at a number of logs without a word; none is known to do so at fewer. */
export const MAY_BE_CUT_LOGS = 1_000;

/** The calls that the index makes of Ethereum JSON-RPC nodes; what they say is checked before it is believed. */
export class ChainNode {
  private readonly pool: NodePool;
  /** Addresses that no node has refused in one filter. */
  private maxAddresses = MAX_ADDRESSES;
  private responses = 0;

  /** @param chainId what every node must say it is on, each time the newest block is asked for */
  constructor(rpcUrls: readonly string[], chainId: number, options: Partial<PoolOptions> = {}) {
    this.pool = new NodePool(rpcUrls, chainId, { ...DEFAULTS, ...options });
  }

  /** The newest block. @throws WrongChainError when the nodes are of another chain */
  async latest(): Promise<BlockHeader> {
    return toHeader(await this.pool.latest());
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
    const blocks = await this.pool.ask(calls, highest);
    return blocks.map((block, i) => {
      const number = numbers[i];
      if (block === null) throw new InconsistentNodeError(`the node has no block ${String(number)}`);
      const header = toHeader(block);
      if (header.number !== number) {
        throw new InconsistentNodeError(`the node gave block ${header.number} for block ${String(number)}`);
      }
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
    topics: readonly Hex[],
    from: number,
    to: number,
  ): Promise<DecodedLog[]> {
    return this.logsOfRange({ addresses, topics, from, to }, toDecodedLog);
  }

  private async logsOfRange<Log extends { readonly blockHash: Hex }>(
    range: LogRange,
    toLog: (log: RawLog) => Log,
  ): Promise<Log[]> {
    const { addresses, topics, from, to } = range;
    // Not in one batch: each may be as large as the node lets a response be.
    const results = this.toFilters(addresses, topics).map((filter) =>
      this.logsOfFilter(from, to, filter, toLog),
    );
    try {
      const logs = (await Promise.all(results)).flat();
      this.noteResponse();
      return logs;
    } catch (error) {
      if (!isSmaller(error)) throw error;
      const isLeast = error instanceof RequestTooLargeError || from === to;
      if (isLeast && this.nameFewer(addresses)) return this.logsOfRange(range, toLog);
      throw new RangeTooLargeError(`no logs for blocks ${from} to ${to}`, { cause: error });
    }
  }

  /**
   * Logs of contracts (null: of all) by first topic in blocks that are asked for by their hashes (EIP-234).
   * @throws RangeTooLargeError when there are more than the node gives at once
   */
  async logsOfBlocks(
    addresses: readonly Hex[] | null,
    topics: readonly Hex[],
    blocks: readonly Pick<BlockHeader, 'number' | 'hash'>[],
  ): Promise<RawLog[]> {
    if (blocks.length === 0) return [];
    const filters = this.toFilters(addresses, topics);
    const calls = blocks.flatMap(({ hash: blockHash }) =>
      filters.map((one) => getLogs({ blockHash, ...one })),
    );
    const upTo = blocks.reduce((highest, { number }) => Math.max(highest, number), 0);
    try {
      const results = await this.pool.ask(calls, upTo);
      this.noteResponse();
      return results.flatMap(toRawLogs);
    } catch (error) {
      if (!isSmaller(error)) throw error;
      const half = Math.ceil(blocks.length / 2);
      if (blocks.length > 1) {
        const first = await this.logsOfBlocks(addresses, topics, blocks.slice(0, half));
        return [...first, ...(await this.logsOfBlocks(addresses, topics, blocks.slice(half)))];
      }
      if (this.nameFewer(addresses)) return this.logsOfBlocks(addresses, topics, blocks);
      throw new RangeTooLargeError('no logs of one block', { cause: error });
    }
  }

  private async logsOfFilter<Log extends { readonly blockHash: Hex }>(
    from: number,
    to: number,
    filter: LogFilter,
    toLog: (log: RawLog) => Log,
  ): Promise<Log[]> {
    const blocks = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
    const toItem = (item: unknown): Log | null => (isRawLog(item) ? toLog(item) : null);
    const [result] = await this.pool.ask([{ ...getLogs({ ...blocks, ...filter }), toItem }], to);
    const logs = toList(result, (item): item is Log => item !== null);
    if (logs.length >= MAY_BE_CUT_LOGS) await this.refuseCut(filter, logs, to);
    return logs;
  }

  /** Half as many addresses a filter from now on. @returns false when there are no fewer to name */
  private nameFewer(addresses: readonly Hex[] | null): boolean {
    const named = Math.min(addresses?.length ?? 0, this.maxAddresses);
    if (named < 2) return false;
    this.maxAddresses = Math.ceil(named / 2);
    this.responses = 0;
    return true;
  }

  private noteResponse(): void {
    this.responses += 1;
    if (this.responses % RESPONSES_BEFORE_RETRY === 0)
      this.maxAddresses = Math.min(MAX_ADDRESSES, this.maxAddresses * 2);
  }

  /** A cut list breaks off in the midst of a block, most likely: the blocks at both ends are asked for by themselves. */
  private async refuseCut(
    filter: LogFilter,
    logs: readonly { readonly blockHash: Hex }[],
    upTo: number,
  ): Promise<void> {
    const counts = new Map<Hex, number>();
    for (const { blockHash } of logs) counts.set(blockHash, (counts.get(blockHash) ?? 0) + 1);
    const hashes = [...counts.keys()];
    const ends = [...new Set([hashes.at(0), hashes.at(-1)])].filter((hash) => hash !== undefined);
    const calls = ends.map((blockHash) => getLogs({ blockHash, ...filter }));
    const results = await this.pool.ask(calls, upTo);
    for (const [i, hash] of ends.entries()) {
      if (toRawLogs(results[i]).length !== counts.get(hash))
        throw new RangeTooLargeError(`a response was cut at ${logs.length} logs`);
    }
  }

  /** All logs of a block by its receipts, and how many these are. @throws NodeRefusedError when nodes have no such call */
  async receipts(block: BlockHeader): Promise<{ logs: RawLog[]; count: number }> {
    const calls = [{ method: 'eth_getBlockReceipts', params: [numberToHex(block.number)] }];
    const [result] = await this.pool.ask(calls, block.number);
    if (!Array.isArray(result)) throw new InconsistentNodeError(`no receipts of block ${block.number}`);
    const receipts = result as ({ readonly blockHash?: unknown; readonly logs?: unknown } | null)[];
    const logs = receipts.flatMap((receipt) => {
      if (receipt?.blockHash === block.hash) return toRawLogs(receipt.logs);
      throw new InconsistentNodeError(`a receipt of block ${block.number} is of another block`);
    });
    return { logs, count: receipts.length };
  }

  private toFilters(addresses: readonly Hex[] | null, topics: readonly Hex[]): LogFilter[] {
    if (addresses === null) return [{ topics: [topics] }];
    const filters: LogFilter[] = [];
    for (let i = 0; i < addresses.length; i += this.maxAddresses)
      filters.push({ address: addresses.slice(i, i + this.maxAddresses), topics: [topics] });
    return filters;
  }

  /** `eth_call` of encoded data at a block. */
  async callContract(to: Address, data: Hex, block: number): Promise<Hex> {
    const call = { method: 'eth_call', params: [{ to, data }, numberToHex(block)] };
    const [result] = await this.pool.ask([call], block);
    if (typeof result !== 'string') throw new InconsistentNodeError('eth_call returned no text');
    return result as Hex;
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

interface LogRange {
  /** Null for all contracts. */
  readonly addresses: readonly Hex[] | null;
  readonly topics: readonly Hex[];
  readonly from: number;
  readonly to: number;
}

interface LogFilter {
  readonly address?: readonly Hex[];
  readonly topics: readonly (readonly Hex[])[];
}

function isSmaller(error: unknown): error is NodeError {
  return error instanceof NodeError && error.remedy === 'smaller';
}

function getLogs(filter: Readonly<Record<string, unknown>>): RpcCall {
  return { method: 'eth_getLogs', params: [filter] };
}

function toRawLogs(result: unknown): RawLog[] {
  return toList(result, isRawLog);
}

function toList<Log>(result: unknown, isLog: (item: unknown) => item is Log): Log[] {
  if (!Array.isArray(result)) throw new InconsistentNodeError('the node gave no list of logs');
  if (!result.every(isLog)) throw new InconsistentNodeError('the node gave a log that is none');
  return result;
}
