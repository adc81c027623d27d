import type { Address, PublicClient } from 'viem';
import { eventAbi, recountClient } from './recount-abi.js';
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

interface PricedTrade extends RawTrade {
  readonly price: { readonly usd: number; readonly platform: number };
  readonly grossUsd: bigint;
}

/** An app's trades up to a block, in chain order, each with its prices. */
export async function recountTrades(
  rpcUrl: string,
  contracts: { readonly launchpad: Address; readonly priceFeed: Address; readonly platformToken: Address },
  token: Address,
  toBlock: bigint,
): Promise<PricedTrade[]> {
  const client = recountClient(rpcUrl);
  const curveTrades = await curveTradesOf(client, contracts.launchpad, token, toBlock);
  const poolTrades = await poolTradesOf(client, contracts, token, toBlock);
  const oraclePrices = await client.getLogs({
    address: contracts.priceFeed,
    event: eventAbi('AnswerUpdated'),
    fromBlock: 0n,
    toBlock,
  });
  return [...curveTrades, ...poolTrades]
    .sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex)
    .map((trade) => {
      const oraclePrice = oraclePrices.filter((log) => log.blockNumber <= trade.block).at(-1)!.args.current!;
      const price = Number((trade.moved * 10n ** 40n) / trade.tokens) / 1e40;
      return {
        ...trade,
        price: { platform: price, usd: (price * Number(oraclePrice)) / 1e8 },
        grossUsd: trade.gross * oraclePrice,
      };
    });
}

/** Candles of trades from the first one to the one that holds a time; without gaps when they are filled. */
export function recountCandles(
  trades: readonly PricedTrade[],
  {
    seconds,
    currency,
    fill,
    at,
  }: { seconds: number; currency: 'usd' | 'platform'; fill: boolean; at: number },
): RecountedCandle[] {
  const candles: RecountedCandle[] = [];
  if (trades.length === 0) return candles;
  const floor = (time: number): number => time - (time % seconds);
  let close = 0;
  for (let openTime = floor(trades[0]!.time); openTime <= at; openTime += seconds) {
    const inside = trades.filter(({ time }) => floor(time) === openTime);
    if (inside.length === 0 && !fill) continue;
    const prices = inside.map(({ price }) => price[currency]);
    const open = prices[0] ?? close;
    close = prices.at(-1) ?? close;
    candles.push({
      openTime,
      open,
      high: Math.max(open, ...prices),
      low: Math.min(open, ...prices),
      close,
      volumeUsd: Number(inside.reduce((sum, { grossUsd }) => sum + grossUsd, 0n)) / 1e26,
      volumePlatform: inside.reduce((sum, { gross }) => sum + gross, 0n),
      trades: inside.length,
    });
  }
  return candles;
}

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
    logs.map(async ({ blockNumber: block, logIndex, args, eventName }) => ({
      block,
      logIndex,
      time: Number((await client.getBlock({ blockNumber: block })).timestamp),
      gross: args.platformAmount!,
      // The curve keeps a buy's fee out of its reserves, and takes a sale's from what left them.
      moved: eventName === 'Bought' ? args.platformAmount! - args.fee! : args.platformAmount!,
      tokens: args.tokenAmount!,
    })),
  );
}
