import { numberToHex, type Hex } from 'viem';
import type { Address } from '#values';
import type { RpcCall } from './json-rpc-endpoint.js';
import { InconsistentNodeError, RangeTooLargeError } from './node-error.js';
import { NodePool, type PoolOptions } from './node-pool.js';
import { isRawLog, type RawLog } from './raw-log.js';

/** What the index needs of a block's header. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly logsBloom: Hex;
}

const DEFAULTS: PoolOptions = { timeoutMs: 10_000, attempts: 4, retryMs: 200 };

/** Addresses in one log filter; nodes refuse much longer lists. */
const MAX_ADDRESSES = 1_000;

const HASH = /^0x[0-9a-f]{64}$/i;
const BLOOM = /^0x[0-9a-f]{512}$/i;
const QUANTITY = /^0x[0-9a-f]{1,13}$/i;

/** The calls that the index makes of Ethereum JSON-RPC nodes, with answers that were looked at before they are believed. */
export class ChainNode {
  private readonly pool: NodePool;

  /** @param chainId what every node must say it is on, each time the newest block is asked for */
  constructor(rpcUrls: readonly string[], chainId: number, options: Partial<PoolOptions> = {}) {
    this.pool = new NodePool(rpcUrls, chainId, { ...DEFAULTS, ...options });
  }

  /**
   * The newest block.
   *
   * @throws WrongChainError when the nodes are of another chain
   */
  async latest(): Promise<BlockHeader> {
    return toHeader(await this.pool.latest());
  }

  /** The header at a height. */
  async header(number: number): Promise<BlockHeader> {
    const [header] = await this.headers([number]);
    if (header === undefined) throw new InconsistentNodeError(`the node has no block ${number}`);
    return header;
  }

  /**
   * Headers at several heights, in the order asked.
   *
   * @throws InconsistentNodeError when the node lacks one, though its newest block is higher
   */
  async headers(numbers: readonly number[]): Promise<BlockHeader[]> {
    if (numbers.length === 0) return [];
    const calls = numbers.map((number) => ({
      method: 'eth_getBlockByNumber',
      params: [numberToHex(number), false],
    }));
    const blocks = await this.pool.ask(
      calls,
      numbers.reduce((a, b) => Math.max(a, b)),
    );
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
   * Logs of contracts by first topic in a range of blocks, both ends included, in no certain order.
   *
   * @throws RangeTooLargeError when a smaller range may be answered
   */
  async logs(
    addresses: readonly Address[],
    topics: readonly Hex[],
    from: number,
    to: number,
  ): Promise<RawLog[]> {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to), topics: [topics] };
    const filters: RpcCall[][] = [];
    for (let i = 0; i < addresses.length; i += MAX_ADDRESSES) {
      const address = addresses.slice(i, i + MAX_ADDRESSES);
      filters.push([{ method: 'eth_getLogs', params: [{ ...range, address }] }]);
    }
    try {
      // Not in one batch: each may be as large as the node lets an answer be.
      const answers = await Promise.all(filters.map((calls) => this.pool.ask(calls, to)));
      return answers.flatMap(([logs]) => toLogs(logs));
    } catch (error) {
      if (!(error instanceof RangeTooLargeError)) throw error;
      throw new RangeTooLargeError(`no logs for blocks ${from} to ${to}`, { cause: error });
    }
  }

  /** All logs of a block as its transactions' receipts have them. @throws NodeRefusedError when nodes have no such call */
  async receiptLogs(block: BlockHeader): Promise<RawLog[]> {
    const calls = [{ method: 'eth_getBlockReceipts', params: [numberToHex(block.number)] }];
    const [receipts] = await this.pool.ask(calls, block.number);
    if (!Array.isArray(receipts)) throw new InconsistentNodeError(`no receipts of block ${block.number}`);
    return (receipts as ({ readonly blockHash?: unknown; readonly logs?: unknown } | null)[]).flatMap(
      (receipt) => {
        if (receipt?.blockHash !== block.hash) {
          throw new InconsistentNodeError(`a receipt of block ${block.number} is of another block`);
        }
        return toLogs(receipt.logs);
      },
    );
  }

  /** `eth_call` of encoded data at a block. */
  async callContract(to: Address, data: Hex, block: number): Promise<Hex> {
    const [answer] = await this.pool.ask(
      [{ method: 'eth_call', params: [{ to, data }, numberToHex(block)] }],
      block,
    );
    if (typeof answer !== 'string') throw new InconsistentNodeError('eth_call answered no text');
    return answer as Hex;
  }

  /** The block and position of a mined transaction; null when the chain does not have it. */
  async blockOfTransaction(hash: Hex, upTo: number): Promise<number | null> {
    const [receipt] = await this.pool.ask([{ method: 'eth_getTransactionReceipt', params: [hash] }], upTo);
    return receipt === null ? null : Number((receipt as { blockNumber?: unknown }).blockNumber);
  }

  /** The answers of the node in use contradict each other: others are asked first, each time for longer. */
  distrust(): void {
    this.pool.distrust();
  }

  /** A range of the answers of the node in use has been proved. */
  trust(): void {
    this.pool.trust();
  }
}

function toHeader(block: unknown): BlockHeader {
  const { number, hash, parentHash, timestamp, logsBloom } = (block ?? {}) as Record<string, unknown>;
  if (!matches(number, QUANTITY) || !matches(timestamp, QUANTITY)) throw notAHeader();
  if (!matches(hash, HASH) || !matches(parentHash, HASH) || !matches(logsBloom, BLOOM)) throw notAHeader();
  return { number: Number(number), hash, parentHash, timestamp: Number(timestamp), logsBloom };
}

function matches(value: unknown, pattern: RegExp): value is Hex {
  return typeof value === 'string' && pattern.test(value);
}

function notAHeader(): Error {
  return new InconsistentNodeError('the node gave a block without a whole header');
}

function toLogs(answer: unknown): RawLog[] {
  if (!Array.isArray(answer)) throw new InconsistentNodeError('the node gave no list of logs');
  if (!answer.every(isRawLog)) throw new InconsistentNodeError('the node gave a log that is none');
  return answer;
}
