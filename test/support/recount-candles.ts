import type { Address, PublicClient } from 'viem';
import { eventAbi, RECOUNT_ABI, recountClient } from './recount-abi.js';
import { poolTradesOf, type RawTrade } from './recount-pool-trades.js';

// An independent recount: its ABIs, its client and its sums are its own. Everything comes from the node's raw logs.

/** One candle, recounted; volumes in platform tokens are exact. */
export interface RecountedCandle {
  readonly openTime: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeUsd: number;
  readonly volumePlatform: bigint;
  readonly trades: number;
}

interface Position {
  readonly block: bigint;
  readonly logIndex: number;
  readonly time: number;
}

/** An app's reserves, or the feed's price, from a place in the chain on. */
interface Change extends Position {
  readonly reserves: { readonly platform: bigint; readonly tokens: bigint } | null;
  readonly feed: bigint | null;
}

interface ValuedTrade extends RawTrade {
  readonly grossUsd: bigint;
}

/** What an app's candles are made of, up to a block. */
export interface AppHistory {
  /** In chain order. */
  readonly changes: readonly Change[];
  readonly trades: readonly ValuedTrade[];
}

interface Contracts {
  readonly launchpad: Address;
  /** One that logs its answers itself, or several whose answers are asked for at each block: their product is the price. */
  readonly priceFeed: Address | readonly Address[];
  readonly platformToken: Address;
}

export async function recountHistory(
  rpcUrl: string,
  contracts: Contracts,
  token: Address,
  toBlock: bigint,
): Promise<AppHistory> {
  const client = recountClient(rpcUrl);
  const { priceFeed } = contracts;
  const feed =
    typeof priceFeed === 'string'
      ? await feedChanges(client, priceFeed, toBlock)
      : await askedChanges(client, priceFeed, toBlock);
  const trades = [
    ...(await curveTradesOf(client, contracts.launchpad, token, toBlock)),
    ...(await poolTradesOf(client, contracts, token, toBlock)),
  ].sort(inOrder);
  const valued = trades.map((trade) => ({
    ...trade,
    grossUsd: trade.gross * (feed.filter((change) => change.block <= trade.block).at(-1)?.feed ?? 0n),
  }));
  const reserves = [
    ...(await curveChanges(client, contracts.launchpad, token, toBlock)),
    ...(await poolChanges(client, contracts, token, toBlock)),
  ];
  return { changes: [...reserves, ...feed].sort(inOrder), trades: valued };
}

/** The highest USD price that a block ended at. */
export function recountAllTimeHigh({ changes }: AppHistory): number {
  let reserves: Change['reserves'] = null;
  let feed: bigint | null = null;
  let high = 0;
  for (const [i, change] of changes.entries()) {
    reserves = change.reserves ?? reserves;
    feed = change.feed ?? feed;
    if (reserves === null || feed === null || changes[i + 1]?.block === change.block) continue;
    high = Math.max(high, priceOf(reserves, feed, 'usd'));
  }
  return high;
}

interface Series {
  readonly seconds: number;
  readonly currency: 'usd' | 'platform';
  readonly fill: boolean;
  /** The as-of block's time. */
  readonly at: number;
}

const MONDAY = 345_600;

/** An app's candles from its launch to the one that holds a time; without gaps when they are filled. */
export function recountCandles({ changes, trades }: AppHistory, series: Series): RecountedCandle[] {
  const { seconds, currency, fill, at } = series;
  const floor = (time: number): number => time - ((((time - MONDAY) % seconds) + seconds) % seconds);
  const candles: RecountedCandle[] = [];
  const launched = changes.find(({ reserves }) => reserves !== null)!;
  let reserves: Change['reserves'] = null;
  let feed: bigint | null = null;
  let price: number | null = null;
  let next = 0;
  let nextTrade = 0;
  for (let openTime = floor(changes[0]!.time); openTime <= at; openTime += seconds) {
    const prices = price === null ? [] : [price];
    for (let change = changes[next]; change !== undefined && change.time < openTime + seconds;) {
      reserves = change.reserves ?? reserves;
      feed = change.feed ?? feed;
      if (reserves !== null && feed !== null) prices.push((price = priceOf(reserves, feed, currency)));
      next += 1;
      change = changes[next];
    }
    const firstTrade = nextTrade;
    while (nextTrade < trades.length && trades[nextTrade]!.time < openTime + seconds) nextTrade += 1;
    // Where the launch was minutes before the first price, nothing is known of those.
    if (openTime < floor(launched.time) || prices.length === 0) continue;
    const inside = trades.slice(firstTrade, nextTrade);
    if (inside.length === 0 && !fill) continue;
    candles.push({
      openTime,
      open: prices[0]!,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1)!,
      volumeUsd: Number(inside.reduce((sum, { grossUsd }) => sum + grossUsd, 0n)) / 1e26,
      volumePlatform: inside.reduce((sum, { gross }) => sum + gross, 0n),
      trades: inside.length,
    });
  }
  return candles;
}

function priceOf(
  { platform, tokens }: NonNullable<Change['reserves']>,
  feed: bigint,
  currency: Series['currency'],
): number {
  return currency === 'usd' ? round(platform * feed, tokens * 10n ** 8n) : round(platform, tokens);
}

/** A quotient of positive numbers at 15 significant digits, ties to even. */
function round(numerator: bigint, denominator: bigint): number {
  let exponent = 0;
  let [top, bottom] = [numerator, denominator];
  for (; top / bottom < 10n ** 14n; exponent -= 1) top *= 10n;
  for (; top / bottom >= 10n ** 15n; exponent += 1) bottom *= 10n;
  const rest = (top % bottom) * 2n;
  const isUp = rest > bottom || (rest === bottom && (top / bottom) % 2n === 1n);
  return Number(`${top / bottom + (isUp ? 1n : 0n)}e${exponent}`);
}

function inOrder(a: Omit<Position, 'time'>, b: Omit<Position, 'time'>): number {
  return Number(a.block - b.block) || a.logIndex - b.logIndex;
}

interface Placed {
  readonly blockNumber: bigint;
  readonly logIndex: number;
}

async function positionOf(client: PublicClient, { blockNumber: block, logIndex }: Placed): Promise<Position> {
  return { block, logIndex, time: Number((await client.getBlock({ blockNumber: block })).timestamp) };
}

async function feedChanges(client: PublicClient, address: Address, toBlock: bigint): Promise<Change[]> {
  const logs = await client.getLogs({ address, event: eventAbi('AnswerUpdated'), fromBlock: 0n, toBlock });
  const changes = await Promise.all(
    logs.map(async (log) => ({
      ...(await positionOf(client, log)),
      reserves: null,
      feed: log.args.current!,
    })),
  );
  // The last answer of a block holds for all of it.
  return changes
    .filter(({ block }, i) => changes[i + 1]?.block !== block)
    .map((change) => ({ ...change, logIndex: -1 }));
}

/** What feeds answer to a call at each block, where that is another answer than at the block before. */
async function askedChanges(
  client: PublicClient,
  feeds: readonly Address[],
  toBlock: bigint,
): Promise<Change[]> {
  const blocks = Array.from({ length: Number(toBlock) + 1 }, (_, block) => BigInt(block));
  const prices = await Promise.all(blocks.map((block) => askPrice(client, feeds, block)));
  const moved = blocks.filter((_, i) => (prices[i] ?? null) !== (prices[i - 1] ?? null));
  return Promise.all(
    moved.map(async (blockNumber) => ({
      ...(await positionOf(client, { blockNumber, logIndex: -1 })),
      reserves: null,
      feed: prices[Number(blockNumber)]!,
    })),
  );
}

/** The product of feeds' answers at a block's end, with 8 decimals, rounded half to even; null when there is none. */
export async function askPrice(
  client: PublicClient,
  feeds: readonly Address[],
  blockNumber: bigint,
): Promise<bigint | null> {
  let [product, decimals] = [1n, 0];
  for (const address of feeds) {
    const of = { address, abi: RECOUNT_ABI, blockNumber } as const;
    const [answer, scale] = await Promise.all([
      client.readContract({ ...of, functionName: 'latestRoundData' }).then(
        ([, one]) => one,
        () => 0n,
      ),
      client.readContract({ ...of, functionName: 'decimals' }).catch(() => 0),
    ]);
    if (answer <= 0n) return null;
    product *= answer;
    decimals += scale;
  }
  const [units, unit] = [product * 10n ** 8n, 10n ** BigInt(decimals)];
  const twice = (units % unit) * 2n;
  const isUp = twice > unit || (twice === unit && (units / unit) % 2n === 1n);
  return units / unit + (isUp ? 1n : 0n);
}

/** Virtual reserves: of the launch, which are the contract's constants, and after each trade. */
async function curveChanges(
  client: PublicClient,
  launchpad: Address,
  token: Address,
  toBlock: bigint,
): Promise<Change[]> {
  const constant = (functionName: 'INITIAL_VIRTUAL_PLATFORM' | 'INITIAL_VIRTUAL_TOKEN'): Promise<bigint> =>
    client.readContract({ address: launchpad, abi: RECOUNT_ABI, functionName });
  const events = [eventAbi('Launched'), eventAbi('Bought'), eventAbi('Sold')] as const;
  const logs = await client.getLogs({ address: launchpad, events, fromBlock: 0n, toBlock });
  const [platform, tokens] = [
    await constant('INITIAL_VIRTUAL_PLATFORM'),
    await constant('INITIAL_VIRTUAL_TOKEN'),
  ];
  return Promise.all(
    logs
      .filter(({ args }) => args.token === token)
      .map(async (log) => ({
        ...(await positionOf(client, log)),
        feed: null,
        reserves:
          log.eventName === 'Launched'
            ? { platform, tokens }
            : { platform: log.args.virtualPlatform!, tokens: log.args.virtualToken! },
      })),
  );
}

/** Reserves of the pair from the graduation on: whatever moved them, the pair logged a sync. */
async function poolChanges(
  client: PublicClient,
  { launchpad, platformToken }: Contracts,
  token: Address,
  toBlock: bigint,
): Promise<Change[]> {
  const [graduation] = await client.getLogs({
    ...{ address: launchpad, event: eventAbi('Graduated'), args: { token } },
    ...{ fromBlock: 0n, toBlock },
  });
  if (graduation === undefined) return [];
  const { pair } = graduation.args;
  const logs = await client.getLogs({
    address: pair!,
    event: eventAbi('Sync'),
    fromBlock: graduation.blockNumber,
    toBlock,
  });
  const place = { block: graduation.blockNumber, logIndex: graduation.logIndex };
  const before = logs.filter((log) => isBefore(log, place));
  const platformIs0 = platformToken.toLowerCase() < token.toLowerCase();
  return Promise.all(
    logs.slice(Math.max(0, before.length - 1)).map(async (log) => {
      const at = isBefore(log, place) ? graduation : log;
      const { reserve0, reserve1 } = log.args;
      const [platform, tokens] = platformIs0 ? [reserve0!, reserve1!] : [reserve1!, reserve0!];
      return { ...(await positionOf(client, at)), feed: null, reserves: { platform, tokens } };
    }),
  );
}

const isBefore = ({ blockNumber, logIndex }: Placed, place: Omit<Position, 'time'>): boolean =>
  inOrder({ block: blockNumber, logIndex }, place) < 0;

async function curveTradesOf(
  client: PublicClient,
  launchpad: Address,
  token: Address,
  toBlock: bigint,
): Promise<RawTrade[]> {
  const events = [eventAbi('Bought'), eventAbi('Sold')] as const;
  const ofAll = await client.getLogs({ address: launchpad, events, fromBlock: 0n, toBlock });
  const logs = ofAll.filter(({ args }) => args.token === token);
  return Promise.all(
    logs.map(async ({ blockNumber: block, logIndex, args }) => ({
      block,
      logIndex,
      time: Number((await client.getBlock({ blockNumber: block })).timestamp),
      gross: args.platformAmount!,
    })),
  );
}
