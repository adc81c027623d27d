import type { Address, PublicClient } from 'viem';
import { eventAbi, RECOUNT_ABI, recountClient, type EventName } from './recount-abi.js';

// An independent recount: its ABIs, its clients and its sums are its own. So a mistake of the indexer is not repeated here.
// Everything comes from the node.

const DAY = 86_400;
const ZERO = '0x0000000000000000000000000000000000000000';

export interface RecountedApp {
  readonly tokenAddress: Address;
  readonly priceUsd: number;
  readonly marketCapUsd: number;
  /** Null when any of the trades had no price. */
  readonly volume24hUsd: number | null;
  readonly priceChange24h: number | null;
  readonly priceChangeSinceLaunch: number;
  readonly holders: number;
  readonly trades24h: number;
  /** Seconds; null before the first. */
  readonly lastTradeAt: number | null;
}

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

interface Placed {
  readonly blockNumber: bigint;
  readonly logIndex: number;
}

/** Counts every app's figures anew from the node alone, as they are at a block. */
export async function recountApps(
  rpcUrl: string,
  contracts: { readonly launchpad: Address; readonly priceFeed: Address },
  block: bigint,
  launchpad: LaunchpadReading = SLIPWAY,
): Promise<RecountedApp[]> {
  const client = recountClient(rpcUrl);
  const reader = new NodeReader(client, contracts.launchpad, block);
  const head = await client.getBlock({ blockNumber: block });
  const since = Number(head.timestamp) - DAY;
  const oraclePrices = await reader.logs(contracts.priceFeed, 'AnswerUpdated');
  const oraclePriceAt = (number: bigint): bigint | null =>
    oraclePrices.filter((log) => log.blockNumber <= number).at(-1)?.args.current ?? null;
  const oraclePrice24h = await lastBefore(reader, oraclePrices, since);
  const [, oraclePriceNow] = await reader.read<readonly [bigint, bigint]>(
    contracts.priceFeed,
    'latestRoundData',
  );

  const launches = await reader.logs(contracts.launchpad, launchpad.launched);
  const recount = async ({ args, blockNumber }: (typeof launches)[number]): Promise<RecountedApp> => {
    const token = args.token!;
    const supply = await reader.read<bigint>(token, 'totalSupply');
    const market = await launchpad.readMarket(reader, contracts.launchpad, token);
    const price = usd(market.now, oraclePriceNow);
    const past =
      (await reader.timeOf(blockNumber)) <= since ? await lastBefore(reader, market.moves, since) : null;
    const price24h = past === null ? null : usd(past.reserves, oraclePrice24h!.args.current!);
    const first = usd(market.moves[0]!.reserves, oraclePriceAt(blockNumber)!);
    const tradedAt = await Promise.all(market.trades.map((trade) => reader.timeOf(trade.blockNumber)));
    let volume: bigint | null = 0n;
    for (const trade of market.trades) {
      if ((await reader.timeOf(trade.blockNumber)) <= since) continue;
      const oraclePrice = oraclePriceAt(trade.blockNumber);
      volume =
        volume === null || oraclePrice === null || oraclePrice <= 0n
          ? null
          : volume + trade.gross * oraclePrice;
    }
    return {
      tokenAddress: token,
      priceUsd: toNumber(price),
      marketCapUsd: toNumber({ over: price.over * supply, under: price.under * 10n ** 18n }),
      volume24hUsd: volume === null ? null : toNumber({ over: volume, under: 10n ** 26n }),
      priceChange24h: price24h === null ? null : toNumber(changeOf(price, price24h)),
      priceChangeSinceLaunch: toNumber(changeOf(price, first)),
      trades24h: tradedAt.filter((time) => time > since).length,
      lastTradeAt: tradedAt.length === 0 ? null : Math.max(...tradedAt),
      holders: await countHolders(reader, token),
    };
  };
  // Together: what is read of the block's state comes first, while the node has it.
  return Promise.all(launches.map(recount));
}

interface Market {
  readonly now: Fraction;
  /** Reserves after each event that moved them, in chain order. */
  readonly moves: (Placed & { readonly reserves: Fraction })[];
  readonly trades: (Placed & { readonly gross: bigint })[];
}

/** How the launchpad of a protocol is read. */
interface LaunchpadReading {
  readonly launched: EventName;
  readonly readMarket: (reader: NodeReader, launchpad: Address, token: Address) => Promise<Market>;
}

const ofToken =
  (token: Address) =>
  (log: { readonly args: { readonly token?: Address } }): boolean =>
    log.args.token === token;

export const SLIPWAY: LaunchpadReading = {
  launched: 'Launched',
  async readMarket(reader, launchpad, token) {
    const [virtualPlatform, virtualToken, , , , isGraduated, pair] = await reader.read<
      readonly [bigint, bigint, bigint, bigint, bigint, boolean, Address]
    >(launchpad, 'curve', [token]);
    const launch = (await reader.logs(launchpad, 'Launched')).find(ofToken(token))!;
    const curveTrades = [
      ...(await reader.logs(launchpad, 'Bought')),
      ...(await reader.logs(launchpad, 'Sold')),
    ]
      .filter(ofToken(token))
      .sort(inChainOrder);
    const first = {
      over: await reader.read<bigint>(launchpad, 'INITIAL_VIRTUAL_PLATFORM'),
      under: await reader.read<bigint>(launchpad, 'INITIAL_VIRTUAL_TOKEN'),
    };
    const onCurve: Market = {
      now: { over: virtualPlatform, under: virtualToken },
      moves: [
        { ...place(launch), reserves: first },
        ...curveTrades.map((log) => ({
          ...place(log),
          reserves: { over: log.args.virtualPlatform!, under: log.args.virtualToken! },
        })),
      ],
      trades: curveTrades.map((log) => ({ ...place(log), gross: log.args.platformAmount! })),
    };
    const graduation = (await reader.logs(launchpad, 'Graduated')).find(ofToken(token));
    return isGraduated ? readPool(reader, token, pair, graduation!, onCurve) : onCurve;
  },
};

/** The price is a base and a slope for every token that exists. */
export const RAMP: LaunchpadReading = {
  launched: 'TokenCreated',
  async readMarket(reader, launchpad, token) {
    const base = await reader.read<bigint>(launchpad, 'BASE_PRICE');
    const slope = await reader.read<bigint>(launchpad, 'SLOPE');
    const priceAt = (supply: bigint): Fraction => ({
      over: base * 10n ** 18n + slope * supply,
      under: 10n ** 36n,
    });
    const [supply, , , pool] = await reader.read<readonly [bigint, bigint, boolean, Address]>(
      launchpad,
      'curveOf',
      [token],
    );
    const creation = (await reader.logs(launchpad, 'TokenCreated')).find(ofToken(token))!;
    const curveTrades = (await reader.logs(launchpad, 'Trade')).filter(ofToken(token));
    const onCurve: Market = {
      now: priceAt(supply),
      moves: [
        { ...place(creation), reserves: priceAt(0n) },
        ...curveTrades.map((log) => ({ ...place(log), reserves: priceAt(log.args.supply!) })),
      ],
      trades: curveTrades.map(({ args: { isPurchase, netAmount, fee }, ...log }) => ({
        ...place(log),
        gross: netAmount! + (isPurchase! ? fee! : 0n),
      })),
    };
    const migration = (await reader.logs(launchpad, 'Migrated')).find(ofToken(token));
    return migration === undefined ? onCurve : readPool(reader, token, pool, migration, onCurve);
  },
};

/** Adds what happened in the pool that an app graduated into. */
async function readPool(
  reader: NodeReader,
  token: Address,
  pool: Address,
  graduation: Placed,
  { moves, trades }: Market,
): Promise<Market> {
  const [reserve0, reserve1] = await reader.read<readonly [bigint, bigint, number]>(pool, 'getReserves');
  const platformToken = await reader.read<Address>(reader.launchpad, 'platformToken');
  const platformIs0 = platformToken.toLowerCase() < token.toLowerCase();
  const orient = (zero: bigint, one: bigint): Fraction =>
    platformIs0 ? { over: zero, under: one } : { over: one, under: zero };
  // The pair's Sync of the graduation itself is of the same transaction.
  const syncs = (await reader.logs(pool, 'Sync')).filter((log) => log.blockNumber >= graduation.blockNumber);
  for (const log of syncs) {
    moves.push({ ...place(log), reserves: orient(log.args.reserve0!, log.args.reserve1!) });
  }
  for (const log of await reader.logs(pool, 'Swap')) {
    const { over: platformIn } = orient(log.args.amount0In!, log.args.amount1In!);
    const { over: platformOut } = orient(log.args.amount0Out!, log.args.amount1Out!);
    const gross = platformOut > platformIn ? platformOut - platformIn : platformIn - platformOut;
    if (inChainOrder(log, graduation) > 0) trades.push({ ...place(log), gross });
  }
  return { now: orient(reserve0, reserve1), moves, trades };
}

async function countHolders(reader: NodeReader, token: Address): Promise<number> {
  const balances = new Map<string, bigint>();
  for (const { args } of await reader.logs(token, 'Transfer')) {
    balances.set(args.from!, (balances.get(args.from!) ?? 0n) - args.value!);
    balances.set(args.to!, (balances.get(args.to!) ?? 0n) + args.value!);
  }
  balances.delete(ZERO);
  return [...balances.values()].filter((balance) => balance > 0n).length;
}

/** The last of some logs in a block not after a time. */
async function lastBefore<T extends Placed>(
  reader: NodeReader,
  logs: readonly T[],
  time: number,
): Promise<T | null> {
  let last: T | null = null;
  for (const log of logs) if ((await reader.timeOf(log.blockNumber)) <= time) last = log;
  return last;
}

/** Reads logs, views and times at one block, each once. */
class NodeReader {
  private readonly times = new Map<bigint, Promise<number>>();
  private readonly seen = new Map<string, Promise<unknown>>();

  constructor(
    private readonly client: PublicClient,
    readonly launchpad: Address,
    private readonly block: bigint,
  ) {}

  read<T>(address: Address, functionName: string, args: readonly unknown[] = []): Promise<T> {
    const call = { address, abi: RECOUNT_ABI, functionName, args, blockNumber: this.block } as never;
    return this.once(`${address}.${functionName}(${args.join()})`, () => this.client.readContract(call));
  }

  logs<Name extends EventName>(address: Address, name: Name): Promise<LogOf<Name>[]> {
    const event = eventAbi(name);
    return this.once(`${address}.${name}`, () =>
      this.client.getLogs({ address, event, fromBlock: 0n, toBlock: this.block }),
    );
  }

  timeOf(block: bigint): Promise<number> {
    const time =
      this.times.get(block) ??
      this.client.getBlock({ blockNumber: block }).then(({ timestamp }) => Number(timestamp));
    this.times.set(block, time);
    return time;
  }

  private once<T>(key: string, read: () => Promise<unknown>): Promise<T> {
    const value = this.seen.get(key) ?? read();
    this.seen.set(key, value);
    return value as Promise<T>;
  }
}

/** Arguments of every event at once: each test of a name knows which of them its event has. */
interface LogOf<Name extends EventName> extends Placed {
  readonly eventName: Name;
  readonly args: {
    readonly token?: Address;
    readonly platformAmount?: bigint;
    readonly virtualPlatform?: bigint;
    readonly virtualToken?: bigint;
    readonly from?: Address;
    readonly to?: Address;
    readonly value?: bigint;
    readonly amount0In?: bigint;
    readonly amount1In?: bigint;
    readonly amount0Out?: bigint;
    readonly amount1Out?: bigint;
    readonly reserve0?: bigint;
    readonly reserve1?: bigint;
    readonly current?: bigint;
    readonly isPurchase?: boolean;
    readonly netAmount?: bigint;
    readonly fee?: bigint;
    readonly supply?: bigint;
  };
}

function place({ blockNumber, logIndex }: Placed): Placed {
  return { blockNumber, logIndex };
}

function inChainOrder(a: Placed, b: Placed): number {
  return a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1;
}

/** Dollars for one token, with the feed's eight decimals taken off. */
function usd(reserves: Fraction, oraclePrice: bigint): Fraction {
  return { over: reserves.over * oraclePrice, under: reserves.under * 100_000_000n };
}

function changeOf(now: Fraction, before: Fraction): Fraction {
  return { over: now.over * before.under - now.under * before.over, under: now.under * before.over };
}

/** Long division to 20 digits; the rounding of the interface is not repeated here. */
function toNumber({ over, under }: Fraction): number {
  const scaled = (over * 10n ** 60n) / under;
  return Number(scaled) / 1e60;
}
