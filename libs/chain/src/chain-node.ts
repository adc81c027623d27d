import { createClient, http, numberToHex, type EIP1193RequestFn, type Hex } from 'viem';
import type { Address } from '#values';
import type { RawLog } from './raw-log.js';

/** What the index needs of a block's header. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** The node does not give the logs of so large a range at once: ask for a smaller one. */
export class RangeTooLargeError extends Error {
  override readonly name = 'RangeTooLargeError';
}

/** Calls that travel in one JSON-RPC batch. */
const BATCH_SIZE = 100;

const REQUEST_TIMEOUT_MS = 20_000;

/** Addresses in one log filter; nodes refuse much longer lists. */
const MAX_ADDRESSES = 1_000;

/** What nodes and providers say of a range with too many results or blocks. */
const RANGE_TOO_LARGE =
  /too many (results|logs|blocks)|more than \d+ (results|logs)|(block|log)s? range|range (is )?too (large|wide)|exceeds? (the )?(max|limit|range)|response size|limit exceeded|query returned more/i;

/** The calls that the index makes of an Ethereum JSON-RPC node; simultaneous ones travel as one HTTP request. */
export class ChainNode {
  private readonly request: EIP1193RequestFn;

  constructor(rpcUrl: string) {
    const transport = http(rpcUrl, {
      batch: { batchSize: BATCH_SIZE },
      timeout: REQUEST_TIMEOUT_MS,
      retryCount: 2,
      retryDelay: 150,
    });
    this.request = createClient({ transport }).request;
  }

  async chainId(): Promise<number> {
    return Number(await this.call<Hex>('eth_chainId', []));
  }

  /** The newest block that the node knows. */
  async latest(): Promise<BlockHeader> {
    const header = await this.block('latest');
    if (header === null) throw new Error('the node has no latest block');
    return header;
  }

  /** The header at a height; null when the node's chain is shorter. */
  header(number: number): Promise<BlockHeader | null> {
    return this.block(numberToHex(number));
  }

  /** Headers at several heights, in the order asked. */
  headers(numbers: readonly number[]): Promise<(BlockHeader | null)[]> {
    return Promise.all(numbers.map((number) => this.header(number)));
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
    const filters: Address[][] = [];
    for (let i = 0; i < addresses.length; i += MAX_ADDRESSES)
      filters.push(addresses.slice(i, i + MAX_ADDRESSES));
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to), topics: [topics] };
    const answers = filters.map((address) =>
      this.callOnce<RawLog[] | null>('eth_getLogs', [{ ...range, address }]),
    );
    try {
      return (await Promise.all(answers)).flatMap((logs) => {
        if (logs === null) throw new Error('the node answered null for logs');
        return logs;
      });
    } catch (error) {
      if (error instanceof Error && RANGE_TOO_LARGE.test(error.message)) {
        throw new RangeTooLargeError(`no logs for blocks ${from} to ${to}`, { cause: error });
      }
      throw error;
    }
  }

  /** `eth_call` of encoded data at a block. */
  callContract(to: Address, data: Hex, block: number): Promise<Hex> {
    return this.call<Hex>('eth_call', [{ to, data }, numberToHex(block)]);
  }

  private async block(tag: string): Promise<BlockHeader | null> {
    const block = await this.call<Record<keyof BlockHeader, Hex> | null>('eth_getBlockByNumber', [
      tag,
      false,
    ]);
    if (block === null) return null;
    return {
      number: Number(block.number),
      hash: block.hash,
      parentHash: block.parentHash,
      timestamp: Number(block.timestamp),
    };
  }

  /** Without the transport's own retries: a range that is too large does not get smaller by asking again. */
  private callOnce<T>(method: string, params: readonly unknown[]): Promise<T> {
    return this.request<never>({ method, params } as never, { retryCount: 0 });
  }

  private call<T>(method: string, params: readonly unknown[]): Promise<T> {
    return this.request<never>({ method, params } as never);
  }
}
