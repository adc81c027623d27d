import type { Address, PublicClient } from 'viem';
import { eventAbi, RECOUNT_ABI, recountClient, type EventName } from './recount-abi.js';
import { Fraction } from './fraction.js';

export interface Log {
  readonly blockNumber: bigint;
  readonly logIndex: number;
  readonly transactionHash: string;
}

/** Arguments of every event at once: code that asks for a name knows which of them it has. */
export type EventLog = Log & {
  readonly args: {
    readonly token?: Address;
    readonly trader?: Address;
    readonly pair?: Address;
    readonly from?: Address;
    readonly to?: Address;
    readonly value?: bigint;
    readonly platformAmount?: bigint;
    readonly fee?: bigint;
    readonly tokenAmount?: bigint;
    readonly amount0In?: bigint;
    readonly amount0Out?: bigint;
    readonly amount1In?: bigint;
    readonly amount1Out?: bigint;
    readonly virtualPlatform?: bigint;
    readonly virtualToken?: bigint;
    readonly reserve0?: bigint;
    readonly reserve1?: bigint;
    readonly current?: bigint;
  };
};

/** What a recount asks of a node: logs for the past, calls for the block itself. Each question once. */
export class RecountedChain {
  readonly launchpad: Address;
  private readonly seen = new Map<string, Promise<unknown>>();

  private readonly client: PublicClient;

  constructor(
    rpcUrl: string,
    private readonly contracts: { readonly launchpad: Address; readonly priceFeed: Address },
    private readonly block: bigint,
  ) {
    this.client = recountClient(rpcUrl);
    this.launchpad = contracts.launchpad;
  }

  logs(name: EventName, address: Address): Promise<EventLog[]> {
    const event = eventAbi(name);
    const range = { address, event, fromBlock: 0n, toBlock: this.block };
    return this.once(`${name} ${address}`, () => this.client.getLogs(range));
  }

  read<T>(address: Address, functionName: string, args: readonly unknown[] = []): Promise<T> {
    const call = { address, abi: RECOUNT_ABI, functionName, args, blockNumber: this.block } as never;
    return this.once(`${address}.${functionName}(${args.join()})`, () => this.client.readContract(call));
  }

  /** The feed's price at a block's end; null before the first, and when it is no price. */
  async oraclePriceAt(block: bigint): Promise<bigint | null> {
    const updates = await this.logs('AnswerUpdated', this.contracts.priceFeed);
    const price = updates.findLast((log) => log.blockNumber <= block)?.args.current;
    return price === undefined || price <= 0n ? null : price;
  }

  /** USD for one wei of a token at a block's end, by the logs up to then. */
  async priceAt(token: Address, block: bigint): Promise<Fraction | null> {
    const oraclePrice = await this.oraclePriceAt(block);
    if (oraclePrice === null) return null;
    const graduation = (await this.logs('Graduated', this.launchpad)).find((log) => log.args.token === token);
    if (graduation !== undefined && graduation.blockNumber <= block) {
      const syncs = await this.logs('Sync', graduation.args.pair!);
      const { reserve0, reserve1 } = syncs.findLast((log) => log.blockNumber <= block)!.args;
      return this.poolPrice(token, reserve0!, reserve1!, oraclePrice);
    }
    const trades = [
      ...(await this.logs('Bought', this.launchpad)),
      ...(await this.logs('Sold', this.launchpad)),
    ]
      .filter((log) => log.args.token === token && log.blockNumber <= block)
      .sort((one, other) => (isLater(one, other) ? 1 : -1));
    const last = trades.at(-1)?.args;
    const platform =
      last?.virtualPlatform ?? (await this.read<bigint>(this.launchpad, 'INITIAL_VIRTUAL_PLATFORM'));
    const tokens = last?.virtualToken ?? (await this.read<bigint>(this.launchpad, 'INITIAL_VIRTUAL_TOKEN'));
    return usd(platform, oraclePrice).dividedBy(Fraction.of(tokens, 1n));
  }

  /** The same at the recount's own block, by calls. */
  async priceNow(token: Address): Promise<Fraction | null> {
    const round = await this.read<readonly [bigint, bigint]>(
      this.contracts.priceFeed,
      'latestRoundData',
    ).catch(() => null);
    if (round === null || round[1] <= 0n) return null;
    const [virtualPlatform, virtualToken, , , , graduated, pair] = await this.read<
      readonly [bigint, bigint, bigint, bigint, bigint, boolean, Address]
    >(this.launchpad, 'curve', [token]);
    if (!graduated) return usd(virtualPlatform, round[1]).dividedBy(Fraction.of(virtualToken, 1n));
    const [reserve0, reserve1] = await this.read<readonly [bigint, bigint]>(pair, 'getReserves');
    return this.poolPrice(token, reserve0, reserve1, round[1]);
  }

  private async poolPrice(
    token: Address,
    reserve0: bigint,
    reserve1: bigint,
    oraclePrice: bigint,
  ): Promise<Fraction> {
    const platformToken = await this.read<Address>(this.launchpad, 'platformToken');
    const isFirst = platformToken.toLowerCase() < token.toLowerCase();
    const [platform, tokens] = isFirst ? [reserve0, reserve1] : [reserve1, reserve0];
    return usd(platform, oraclePrice).dividedBy(Fraction.of(tokens, 1n));
  }

  private once<T>(key: string, read: () => Promise<unknown>): Promise<T> {
    const value = this.seen.get(key) ?? read();
    this.seen.set(key, value);
    return value as Promise<T>;
  }
}

/** Platform token in wei at an oracle price of 8 decimals. */
export function usd(wei: bigint, oraclePrice: bigint): Fraction {
  return Fraction.of(wei * oraclePrice, 10n ** 26n);
}

export function isLater(a: Log, b: Log): boolean {
  return a.blockNumber === b.blockNumber ? a.logIndex > b.logIndex : a.blockNumber > b.blockNumber;
}
