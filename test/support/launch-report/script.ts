import { addressOf } from '../model-chain/market.js';
import { seededRandom } from '../market-activity.js';
import { buys, disperse, heldPart, publishPrice, sells, WEI } from './acts.js';
import { EXCHANGE, plantFanClubs, plantLateGroups, plantSnipers } from './plant-buyers.js';
import { plantAssociates, plantSecondHand } from './plant-associates.js';
import { plantBundles, plantManyFunded } from './plant-bundles.js';
import { plantGraduation } from './plant-liquidity.js';
import { plantRoundTrips } from './plant-round-trips.js';
import { HOUR, MINUTE, Plot, SLOT, type Truth } from './plot.js';
import { GENESIS_TIME, type Act } from './script-chain.js';

/** Fundings come up to so long before the first launch. */
const BEFORE = 30 * HOUR;
const BETWEEN_LAUNCHES = 2 * MINUTE;
/** All that belongs to a launch is over by then. */
const AFTER = 6 * HOUR;

/** Of those at the end each is alone on the chain, whose blocks are slower than a minute. */
const LONELY = 6;
const SLOW_TICK = 90;

export interface Script {
  readonly acts: readonly Act[];
  readonly truth: Truth;
}

/** What happens on a chain, and what of it a report has to name. */
export function writeScript(seed: number, launches: number): Script {
  const random = seededRandom(seed);
  const acts: Act[] = [{ at: SLOT, run: publishPrice(250_000_000n, GENESIS_TIME + SLOT) }];
  const truth: Truth = { firstBlockBuyers: [], bundles: [], associates: [], roundTrips: [], liquidity: [] };
  const busyUntil = BEFORE + (launches - LONELY) * BETWEEN_LAUNCHES;
  const lonely = Array.from({ length: LONELY }, (_, i) => busyUntil + (1 + i) * AFTER);
  const isTaken = (at: number): boolean =>
    lonely.some((launch) => at >= launch && at <= launch + 6 * SLOW_TICK);
  for (let i = 0; i < launches; i += 1) {
    const alone = lonely[i - (launches - LONELY)];
    const at = alone ?? BEFORE + i * BETWEEN_LAUNCHES;
    const tick = alone !== undefined ? SLOW_TICK : random() < 0.3 ? 2 : SLOT;
    // Some have launched others, and are nobody's associates.
    const isSerial = i % 9 === 8;
    const creator = addressOf(isSerial ? `serial creator ${seed} ${i % 4}` : `creator ${seed} ${i}`);
    const plot = new Plot(`App ${seed} ${i}`, creator, at, tick, random, acts, truth, isTaken);
    plantSnipers(plot);
    plantFanClubs(plot);
    plantLateGroups(plot);
    if (!isSerial) {
      plantBundles(plot);
      plantAssociates(plot);
      plantSecondHand(plot);
    }
    plantRoundTrips(plot);
    if (i % 12 === 5) plantGraduation(plot);
    if (i % 60 === 20) plantManyFunded(plot, 100);
    if (i % 60 === 40) plantManyFunded(plot, 101);
    plantPublic(plot);
  }
  plantExchange(acts, busyUntil + (LONELY + 1) * AFTER);
  return { acts, truth };
}

/** Whoever else trades. */
function plantPublic(plot: Plot): void {
  for (const trader of plot.wallets('public', plot.between(2, 6))) {
    const at = plot.seconds(1, 150);
    plot.do(at, buys(trader, plot.amount(3, 300)));
    if (plot.chance(0.6))
      plot.do(at + plot.seconds(12, 150), sells(trader, heldPart(trader, plot.between(100, 950))));
  }
}

/** It pays out to over a hundred wallets, often enough that it does on any day. */
function plantExchange(acts: Act[], until: number): void {
  const customers = Array.from({ length: 120 }, (_, i) => [addressOf(`anyone ${i}`), 50n * WEI] as const);
  for (let at = 4 * HOUR; at < until; at += 10 * HOUR) acts.push({ at, run: disperse(EXCHANGE, customers) });
}
