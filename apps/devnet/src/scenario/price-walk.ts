import type { Random } from './random.js';

/** Where the walk begins and is drawn back to, in USD for one platform token. */
const HOME = 0.25;
/** Part of the way home that a step takes. */
const PULL = 0.004;
/** Spread of a step: about 15 % in a month of steps. */
const SPREAD = 0.006;

/** Answers of the price feed: a believable walk, 8 decimals. */
export class PriceWalk {
  private price = HOME;

  constructor(private readonly random: Random) {}

  next(): bigint {
    const pull = PULL * Math.log(HOME / this.price);
    this.price *= Math.exp(pull + SPREAD * this.random.normal());
    return BigInt(Math.round(this.price * 1e8));
  }
}
