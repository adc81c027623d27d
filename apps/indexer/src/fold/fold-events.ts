import type { ChainEvent, EventOf } from '@slipway/chain';
import { TimeSlices, type Address } from '@slipway/domain';
import { handleCurveTrade, handleLaunched } from '../decode/curve.js';
import { handleSwap, handleSync, type Pool } from '../decode/pool.js';
import {
  addReward,
  emptyRows,
  isAfter,
  type OraclePriceRow,
  type Rows,
  type TransferRow,
} from '../decode/rows.js';
import type { AppRegistry } from '../registry/app-registry.js';
import { attributeTrades } from './attribute-trades.js';

interface FoldContext {
  readonly registry: AppRegistry;
  /** Time of each block that has events, in seconds. */
  readonly timeOf: (blockNumber: number) => number;
  /** When the last event before the range was. */
  readonly eventTimeBefore: number;
  /** The feed's last price before the range; null before its first. */
  readonly oraclePriceBefore: bigint | null;
}

/**
 * Turns a range's events, in chain order, into rows. The registry must know the range's own launches and graduations
 * already. An event is believed only from the contract whose it is. None is before the one that it follows: where a chain's
 * times go back, the latest counts until they have passed it. @returns the rows, the feed's last price, and when the last was
 */
export async function foldEvents(
  events: readonly ChainEvent[],
  { registry, timeOf, oraclePriceBefore, eventTimeBefore }: FoldContext,
): Promise<{ rows: Rows; oraclePrice: bigint | null; eventTime: number }> {
  const { deployment } = registry;
  const rows = emptyRows();
  const oraclePrices = endOfBlockOraclePrices(events, deployment.priceFeed);
  const lastSync = new Map<Address, EventOf<'Sync'>>();
  let oraclePrice = oraclePriceBefore;
  let block = -1;
  let time = new Date(0);
  const slices = new TimeSlices();

  for (const event of events) {
    if (slices.isDue) await slices.next();
    if (event.blockNumber !== block) {
      block = event.blockNumber;
      oraclePrice = oraclePrices.get(block) ?? oraclePrice;
      time = new Date(Math.max(timeOf(block), lastTime(rows, eventTimeBefore)) * 1_000);
    }
    if (event.name === 'Transfer') {
      if (registry.isToken(event.contract)) rows.transfers.push(toTransfer(event, time));
    } else if (event.name === 'Swap') {
      const pool = openPoolOf(event, registry);
      const trade = pool && handleSwap(event, pool, time, oraclePrice);
      if (trade !== null) rows.trades.push(trade);
    } else if (event.name === 'Sync') {
      lastSync.set(event.contract, event);
      const pool = openPoolOf(event, registry);
      if (pool !== null) rows.reserves.push(handleSync(event, pool, event, time));
    } else if (event.name === 'AnswerUpdated') {
      if (event.contract === deployment.priceFeed) keepLast(rows.oraclePrices, toOraclePrice(event, time));
    } else if (event.name === 'RootSet' || event.name === 'Claimed') {
      if (registry.isDistributor(event.contract)) addReward(rows, event, new Date(timeOf(block) * 1_000));
    } else if (event.contract !== deployment.launchpad) {
      continue;
    } else if (event.name === 'Launched') {
      const { app, reserve } = handleLaunched(event, time, deployment);
      rows.apps.push(app);
      rows.reserves.push(reserve);
    } else if (event.name === 'Graduated') {
      rows.graduations.push({ ...event, time });
      rows.reserves.push(handleSync(...firstSync(event, registry, lastSync), event, time));
    } else {
      const { trade, reserve } = handleCurveTrade(event, time, oraclePrice);
      rows.trades.push(trade);
      rows.reserves.push(reserve);
    }
  }
  const isWallet = (address: Address, number: number): boolean => registry.isWallet(address, number);
  const tradeShares = attributeTrades(rows.transfers, rows.trades, isWallet);
  return { rows: { ...rows, tradeShares }, oraclePrice, eventTime: lastTime(rows, eventTimeBefore) };
}

/** When the last row was, in seconds. @param before where there is none */
function lastTime({ trades, transfers, reserves, oraclePrices }: Rows, before: number): number {
  const times = [trades, transfers, reserves, oraclePrices].map((list) => list.at(-1)?.time.getTime() ?? 0);
  return Math.max(before, ...times.map((time) => time / 1_000));
}

/** A block's trades are valued at the feed's price at its end, as a call at that block sees it. */
function endOfBlockOraclePrices(events: readonly ChainEvent[], priceFeed: Address): Map<number, bigint> {
  const oraclePrices = new Map<number, bigint>();
  for (const event of events) {
    if (event.name === 'AnswerUpdated' && event.contract === priceFeed)
      oraclePrices.set(event.blockNumber, toPrice(event));
  }
  return oraclePrices;
}

/** A block has one price of the feed: the last one it says in it, which holds for all of the block. */
function keepLast(oraclePrices: OraclePriceRow[], row: OraclePriceRow): void {
  if (oraclePrices.at(-1)?.blockNumber === row.blockNumber) oraclePrices.pop();
  oraclePrices.push(row);
}

/** USD with 8 decimals for a platform token: a thousand million. A feed that says more is broken, and has no price. */
const MOST_PLAUSIBLE_PRICE = 10n ** 17n;

/** The feed's price; zero, which is none, where it cannot be one. */
function toPrice({ current }: EventOf<'AnswerUpdated'>): bigint {
  return current > MOST_PLAUSIBLE_PRICE ? 0n : current;
}

/** A transmitter's time later than the block's own is taken as the block's. */
function toOraclePrice(event: EventOf<'AnswerUpdated'>, time: Date): OraclePriceRow {
  const { blockNumber, logIndex } = event;
  const price = toPrice(event);
  const seconds = Math.min(Number(event.updatedAt), time.getTime() / 1_000);
  return { blockNumber, logIndex, time, price, updatedAt: new Date(seconds * 1_000) };
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

/** Adding the liquidity of a graduation synced the pair just before the launchpad announced it. */
function firstSync(
  { pair }: EventOf<'Graduated'>,
  registry: AppRegistry,
  lastSync: ReadonlyMap<Address, EventOf<'Sync'>>,
): [sync: EventOf<'Sync'>, pool: Pool] {
  const sync = lastSync.get(pair);
  const pool = registry.findPool(pair);
  if (sync === undefined || pool === undefined)
    throw new Error(`no Sync of pair ${pair} before its graduation`);
  return [sync, pool];
}
