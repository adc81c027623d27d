/** Numbers that look random and are the same for the same seed, on every machine (xoshiro128**). */
export class Random {
  private readonly state: Uint32Array;

  constructor(seed: number) {
    // SplitMix32 spreads a small seed over the whole state.
    let mixed = seed >>> 0;
    this.state = Uint32Array.from({ length: 4 }, () => {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let word = mixed;
      word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
      return (word ^ (word >>> 15)) >>> 0;
    });
  }

  /** In [0, 1). */
  unit(): number {
    return this.word() / 2 ** 32;
  }

  /** In [from, to). */
  between(from: number, to: number): number {
    return from + (to - from) * this.unit();
  }

  /** A whole number in [from, to]. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.unit() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** One of the items, each as likely as its weight says. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
    const total = items.reduce((sum, item) => sum + weightOf(item), 0);
    let rest = this.unit() * total;
    for (const item of items) {
      rest -= weightOf(item);
      if (rest < 0) return item;
    }
    return this.pick(items);
  }

  /** Waiting times: mostly short, now and then long. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.unit());
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  /** Sizes: mostly around the median, now and then many times that. */
  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }

  private word(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.state;
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const third = c ^ a;
    const fourth = d ^ b;
    this.state[1] = b ^ third;
    this.state[0] = a ^ fourth;
    this.state[2] = third ^ (b << 9);
    this.state[3] = rotate(fourth, 11);
    return result;
  }
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
