import type { ChainEvent, EventOf } from '@slipway/chain';
import { TimeSlices, type Address } from '@slipway/domain';
import { handleCurveTrade, handleLaunched } from '../decode/curve.js';
import { handleSwap, handleSync, type Pool } from '../decode/pool.js';
import {
  addReward,
  emptyRows,
  isAfter,
  type OraclePriceRow,
  type LiquidityRow,
  type Rows,
  type TransferRow,
} from '../decode/rows.js';
import type { AppRegistry } from '../registry/app-registry.js';
import { attributeTrades } from './attribute-trades.js';
import { findFundings, type TimedTransfer } from './find-fundings.js';
import { feedPrices, type BlockPrice, type LastAnswer } from './feed-prices.js';

interface FoldContext {
  readonly registry: AppRegistry;
  /** Time of each block that has events, in seconds. */
  readonly timeOf: (blockNumber: number) => number;
  /** When the last event before the range was. */
  readonly eventTimeBefore: number;
  /** The feed's last price before the range; null before its first. */
  readonly oraclePriceBefore: bigint | null;
  /** What it is the product of. */
  readonly answersBefore: readonly LastAnswer[];
}

/**
 * Turns a range's events, in chain order, into rows. The registry must know the range's own launches and graduations
 * already. An event is believed only from the contract whose it is. None is before the one that it follows: where a chain's
 * times go back, the latest counts until they have passed it. @returns the rows, the feed's last price and answers, and when the last was
 */
export async function foldEvents(
  events: readonly ChainEvent[],
  { registry, timeOf, oraclePriceBefore, answersBefore, eventTimeBefore }: FoldContext,
): Promise<{
  rows: Rows;
  oraclePrice: bigint | null;
  answers: readonly LastAnswer[];
  eventTime: number;
}> {
  const { deployment } = registry;
  const rows = emptyRows();
  const prices = feedPrices(events, registry.feeds, answersBefore);
  const lastSync = new Map<Address, EventOf<'Sync'>>();
  const platformTransfers: TimedTransfer[] = [];
  const poolTransfers: TimedTransfer[] = [];
  let oraclePrice = oraclePriceBefore;
  let block = -1;
  let time = new Date(0);
  const slices = new TimeSlices();

  for (const [i, event] of events.entries()) {
    if (slices.isDue) await slices.next();
    if (event.blockNumber !== block) {
      block = event.blockNumber;
      const said = prices.get(block);
      oraclePrice = said?.price ?? oraclePrice;
      time = new Date(Math.max(timeOf(block), lastTime(rows, eventTimeBefore)) * 1_000);
      if (said !== undefined) rows.oraclePrices.push(toOraclePrice(block, said, time));
    }
    if (event.name === 'Transfer') {
      if (event.contract === deployment.platformToken) platformTransfers.push({ event, time });
      else if (registry.isToken(event.contract)) rows.transfers.push(toTransfer(event, time));
      else poolTransfers.push({ event, time });
    } else if (event.name === 'Swap') {
      const pool = openPoolOf(event, registry);
      const trade = pool && handleSwap(event, pool, time, oraclePrice);
      if (trade !== null) rows.trades.push(trade);
    } else if (event.name === 'Sync') {
      lastSync.set(event.contract, event);
      const pool = openPoolOf(event, registry);
      if (pool !== null) rows.reserves.push(handleSync(event, pool, event, time));
    } else if (event.name === 'RootSet' || event.name === 'Claimed') {
      if (registry.isDistributor(event.contract)) addReward(rows, event, new Date(timeOf(block) * 1_000));
    } else if (event.name === 'AnswerUpdated' || event.contract !== deployment.launchpad) {
      continue;
    } else if (event.name === 'Launched') {
      const { app, reserve } = handleLaunched(event, time, deployment);
      rows.apps.push(app);
      rows.reserves.push(reserve);
    } else if (event.name === 'Graduated') {
      rows.graduations.push({ ...event, time });
      const [sync, pool] = firstSync(
        event,
        registry,
        lastSync,
        events.slice(i + 1, i + 1 + FIRST_SYNC_WITHIN),
      );
      if (sync !== undefined) rows.reserves.push(handleSync(sync, pool, event, time));
    } else if (event.name === 'FeeChanged') {
      rows.curveFees.push(event);
    } else {
      const { trade, reserve } = handleCurveTrade(event, registry.curve, time, oraclePrice);
      rows.trades.push(trade);
      rows.reserves.push(reserve);
    }
  }
  const isWallet = (address: Address, number: number): boolean => registry.isWallet(address, number);
  const tradeShares = attributeTrades(rows.transfers, rows.trades, isWallet);
  const isOwner = (address: Address, number: number): boolean => registry.isOwner(address, number);
  const fundings = findFundings(platformTransfers, [rows.trades, tradeShares], isOwner);
  const liquidity = toLiquidity(poolTransfers, rows, registry);
  const answers = rows.oraclePrices.at(-1)?.answers ?? answersBefore;
  const eventTime = lastTime(rows, eventTimeBefore);
  return { rows: { ...rows, tradeShares, fundings, liquidity }, oraclePrice, answers, eventTime };
}

/** When the last row was, in seconds. @param before where there is none */
function lastTime({ trades, transfers, reserves, oraclePrices }: Rows, before: number): number {
  const times = [trades, transfers, reserves, oraclePrices].map((list) => list.at(-1)?.time.getTime() ?? 0);
  return Math.max(before, ...times.map((time) => time / 1_000));
}

/** A transmitter's time later than the block's own is taken as the block's. */
function toOraclePrice(
  blockNumber: number,
  { logIndex, price, updatedAt, answers }: BlockPrice,
  time: Date,
): OraclePriceRow {
  const seconds = Math.min(updatedAt, time.getTime() / 1_000);
  return { blockNumber, logIndex, time, price, updatedAt: new Date(seconds * 1_000), answers };
}

/** Whether trades explain it is not known before the transaction's end. */
function toTransfer(event: EventOf<'Transfer'>, time: Date): TransferRow {
  const {
    blockNumber,
    logIndex,
    txHash,
    contract: token,
    from: sender,
    to: recipient,
    value: amount,
  } = event;
  return { blockNumber, logIndex, time, txHash, token, sender, recipient, amount, tradeLogIndex: null };
}

/** The pool that logged an event, once its app has graduated. */
function openPoolOf(event: ChainEvent, registry: AppRegistry): Pool | null {
  const pool = registry.findPool(event.contract);
  return pool !== undefined && isAfter(event, pool.graduated) ? pool : null;
}

/** Events after a graduation among which its liquidity is: a transaction adds it with a few. */
const FIRST_SYNC_WITHIN = 64;

/** Adding the liquidity of a graduation synced the pair: before the launchpad announced it, or after it in its transaction. */
function firstSync(
  { pair, txHash }: EventOf<'Graduated'>,
  registry: AppRegistry,
  lastSync: ReadonlyMap<Address, EventOf<'Sync'>>,
  next: readonly ChainEvent[],
): [sync: EventOf<'Sync'> | undefined, pool: Pool] {
  const pool = registry.findPool(pair);
  if (pool === undefined) throw new Error(`pair ${pair} is not known at its graduation`);
  const later = next.find((one) => one.name === 'Sync' && one.contract === pair && one.txHash === txHash);
  return [lastSync.get(pair) ?? (later?.name === 'Sync' ? later : undefined), pool];
}

/** LP tokens are followed from the transaction of the graduation on: what adds the liquidity may log before it. */
function toLiquidity(
  transfers: readonly TimedTransfer[],
  { graduations }: Rows,
  registry: AppRegistry,
): LiquidityRow[] {
  return transfers.flatMap(({ event, time }) => {
    const { contract, blockNumber, logIndex, txHash, from, to, value } = event;
    const pool = registry.findPool(contract);
    const isOfPool =
      pool !== undefined &&
      value > 0n &&
      (isAfter(event, pool.graduated) ||
        graduations.some((one) => one.pair === contract && one.txHash === txHash));
    if (!isOfPool) return [];
    const { token } = pool;
    return [{ blockNumber, logIndex, time, token, sender: from, recipient: to, amount: value, txHash }];
  });
}
