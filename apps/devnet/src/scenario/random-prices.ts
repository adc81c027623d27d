import type { Random } from './random.js';

/** Where prices begin and are drawn back to, in USD for one platform token. */
const HOME = 0.25;
/** Part of the way home that a step takes. */
const PULL = 0.004;
/** Spread of a step: about 15 % in a month of steps. */
const SPREAD = 0.006;

/** Prices of the feed without end: a believable random walk, 8 decimals. */
export function* randomPrices(random: Random): Generator<bigint, never> {
  for (let price = HOME; ;) {
    price *= Math.exp(PULL * Math.log(HOME / price) + SPREAD * random.normal());
    yield BigInt(Math.round(price * 1e8));
  }
}
