import type { ChainEvent } from '@slipway/chain';
import { USD_FEED_DECIMALS } from '@slipway/domain';
import type { OraclePriceRow } from '../decode/rows.js';
import type { FeedPhases } from '../registry/feed-phases.js';

/** The last answer of a feed that is in force; null before its first. */
export type LastAnswer = OraclePriceRow['answers'][number];

/** The feeds' price at the end of a block in which one of them answered. */
export interface BlockPrice {
  /** Of the last answer. */
  readonly logIndex: number;
  /** Zero or less is none. */
  readonly price: bigint;
  /** When the oldest of the answers was given, in seconds. */
  readonly updatedAt: number;
  /** Of each feed. */
  readonly answers: readonly LastAnswer[];
}

/** A thousand million USD for a platform token: feeds that say more are broken, and have no price. */
const MOST_PLAUSIBLE_PRICE = 10n ** BigInt(9 + USD_FEED_DECIMALS);

/**
 * The price at the end of each block in which a feed answered, as a call at that block sees it: of several feeds the product.
 * @param events in chain order
 * @param before each feed's last answer
 */
export function feedPrices(
  events: readonly ChainEvent[],
  feeds: FeedPhases,
  before: readonly LastAnswer[],
): ReadonlyMap<number, BlockPrice> {
  const prices = new Map<number, BlockPrice>();
  let answers = Array.from({ length: feeds.factors }, (_, factor) => before[factor] ?? null);
  for (const event of events) {
    if (event.name !== 'AnswerUpdated') continue;
    const phase = feeds.phaseOf(event);
    if (phase === undefined) continue;
    const { current, updatedAt, blockNumber, logIndex } = event;
    answers = answers.with(phase.factor, {
      answer: current,
      updatedAt: Number(updatedAt),
      decimals: phase.decimals,
    });
    const live = answers.slice(0, feeds.factorsAt(blockNumber));
    const oldest = Math.min(...live.map((one) => one?.updatedAt ?? Number(updatedAt)));
    prices.set(blockNumber, { logIndex, price: productOf(live), updatedAt: oldest, answers: live });
  }
  return prices;
}

/** The price that answers make, zero when it is none. Rounded half to even where it has more decimals than a price. */
export function productOf(answers: readonly LastAnswer[]): bigint {
  let [product, decimals] = [1n, 0];
  for (const one of answers) {
    // Two that are below zero are no price either.
    if (one === null || one.answer <= 0n) return 0n;
    product *= one.answer;
    decimals += one.decimals;
  }
  const price = rescale(product, decimals);
  return price > MOST_PLAUSIBLE_PRICE ? 0n : price;
}

function rescale(units: bigint, decimals: number): bigint {
  const more = USD_FEED_DECIMALS - decimals;
  if (more >= 0) return units * 10n ** BigInt(more);
  const unit = 10n ** BigInt(-more);
  const [whole, rest] = [units / unit, (units % unit) * 2n];
  return rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole;
}
