import type { ChainEvent, EventOf } from '#chain';
import { LoopTurns, type Address } from '#values';
import { attributeTrades } from './attribute-trades.js';
import { handleAnswerUpdated } from '../decode/answer-updated.js';
import { handleClaimed } from '../decode/claimed.js';
import { handleCurveTrade } from '../decode/curve-trade.js';
import { handleLaunched } from '../decode/launched.js';
import { isAfter, type Pool } from '../decode/pool.js';
import { emptyRows, type Rows } from '../decode/rows.js';
import { handleRootSet } from '../decode/root-set.js';
import { handleSwap } from '../decode/swap.js';
import { handleSync } from '../decode/sync.js';
import { handleTransfer } from '../decode/transfer.js';
import type { AppRegistry } from '../registry/app-registry.js';

/** What the events of a range are read with. */
export interface FoldContext {
  readonly registry: AppRegistry;
  /** Time of each block that has events. */
  readonly timeOf: (blockNumber: number) => Date;
  /** The feed's last answer before the range; null before its first. */
  readonly answerBefore: bigint | null;
}

/**
 * Turns a range's events, in chain order, into rows. Pure but for the registry, which must know the range's own
 * launches and graduations already. An event is believed only from the contract whose it is.
 *
 * @returns the rows, and the feed's last answer after the range
 */
export async function foldEvents(
  events: readonly ChainEvent[],
  context: FoldContext,
): Promise<{ rows: Rows; answer: bigint | null }> {
  const { registry, timeOf } = context;
  const { deployment } = registry;
  const rows = emptyRows();
  const answers = endOfBlockAnswers(events, deployment.priceFeed);
  const lastSync = new Map<Address, EventOf<'Sync'>>();
  let answer = context.answerBefore;
  let block = -1;
  const turns = new LoopTurns();

  for (const event of events) {
    if (turns.isDue) await turns.next();
    if (event.blockNumber !== block) {
      block = event.blockNumber;
      answer = answers.get(block) ?? answer;
    }
    const time = timeOf(block);
    switch (event.name) {
      case 'Launched': {
        if (event.contract !== deployment.launchpad) break;
        const { app, reserve } = handleLaunched(event, time, deployment);
        rows.apps.push(app);
        rows.reserves.push(reserve);
        break;
      }
      case 'Bought':
      case 'Sold': {
        if (event.contract !== deployment.launchpad) break;
        const { trade, reserve } = handleCurveTrade(event, time, answer);
        rows.trades.push(trade);
        rows.reserves.push(reserve);
        break;
      }
      case 'Graduated': {
        if (event.contract !== deployment.launchpad) break;
        const { blockNumber, logIndex, txHash } = event;
        rows.graduations.push({ blockNumber, logIndex, time, txHash, token: event.token, pool: event.pair });
        rows.reserves.push(
          handleSync(...firstSync(event, registry, lastSync), { blockNumber, logIndex, time }),
        );
        break;
      }
      case 'Transfer':
        if (registry.isToken(event.contract)) rows.transfers.push(handleTransfer(event, time));
        break;
      case 'Swap': {
        const pool = openPoolOf(event, registry);
        const trade = pool === null ? null : handleSwap(event, pool, time, answer);
        if (trade === null) break;
        rows.trades.push(trade);
        break;
      }
      case 'Sync': {
        lastSync.set(event.contract, event);
        const pool = openPoolOf(event, registry);
        const { blockNumber, logIndex } = event;
        if (pool !== null) rows.reserves.push(handleSync(event, pool, { blockNumber, logIndex, time }));
        break;
      }
      case 'AnswerUpdated':
        if (event.contract === deployment.priceFeed) rows.oraclePrices.push(handleAnswerUpdated(event, time));
        break;
      case 'RootSet':
        if (registry.isDistributor(event.contract)) rows.rewardRoots.push(handleRootSet(event, time));
        break;
      case 'Claimed': {
        const claim = registry.isDistributor(event.contract) ? handleClaimed(event, time) : null;
        if (claim !== null) rows.rewardClaims.push(claim);
        break;
      }
    }
  }
  const isWallet = (address: Address, number: number): boolean => registry.isWallet(address, number);
  const tradeShares = attributeTrades(rows.transfers, rows.trades, isWallet);
  return { rows: { ...rows, tradeShares }, answer };
}

/** A block's trades are valued at the answer that the feed gives at its end, as a call at that block sees it. */
function endOfBlockAnswers(events: readonly ChainEvent[], priceFeed: Address): Map<number, bigint> {
  const answers = new Map<number, bigint>();
  for (const event of events) {
    if (event.name === 'AnswerUpdated' && event.contract === priceFeed)
      answers.set(event.blockNumber, event.current);
  }
  return answers;
}

/** The pool that logged an event, once its app has graduated. */
function openPoolOf(event: ChainEvent, registry: AppRegistry): Pool | null {
  const pool = registry.findPool(event.contract);
  return pool !== undefined && isAfter(event, pool.graduated) ? pool : null;
}

/** Adding the liquidity of a graduation synced the pair just before the launchpad announced it. */
function firstSync(
  event: EventOf<'Graduated'>,
  registry: AppRegistry,
  lastSync: ReadonlyMap<Address, EventOf<'Sync'>>,
): [sync: EventOf<'Sync'>, pool: Pool] {
  const sync = lastSync.get(event.pair);
  const pool = registry.findPool(event.pair);
  if (sync === undefined || pool === undefined)
    throw new Error(`no Sync of pair ${event.pair} before its graduation`);
  return [sync, pool];
}
