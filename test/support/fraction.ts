/** An exact rational number, for recounts: nothing of it is rounded until it is compared. */
export class Fraction {
  static readonly ZERO = new Fraction(0n, 1n);

  private constructor(
    readonly over: bigint,
    readonly under: bigint,
  ) {}

  static of(over: bigint, under: bigint): Fraction {
    const divisor = greatestCommonDivisor(over < 0n ? -over : over, under);
    return new Fraction(over / divisor, under / divisor);
  }

  get isZero(): boolean {
    return this.over === 0n;
  }

  get isPositive(): boolean {
    return this.over > 0n;
  }

  plus(other: Fraction): Fraction {
    return Fraction.of(this.over * other.under + other.over * this.under, this.under * other.under);
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.over, other.under));
  }

  times(other: Fraction): Fraction {
    return Fraction.of(this.over * other.over, this.under * other.under);
  }

  /** @param other above zero */
  dividedBy(other: Fraction): Fraction {
    return Fraction.of(this.over * other.under, this.under * other.over);
  }

  /** The nearest double, more or less: good to 15 digits at any size. */
  toNumber(): number {
    const digits = this.under.toString().length - this.over.toString().replace('-', '').length;
    const shift = BigInt(Math.max(0, digits + 25));
    return Number(`${(this.over * 10n ** shift) / this.under}e-${shift}`);
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
