import {
  compareDecimalPrices,
  decimalPriceText,
  platformPrice,
  USD_FEED_DECIMALS,
  usdPrice,
  type DecimalPrice,
} from '@slipway/domain';

/** An estimate nearer to a price in USD than this share of it does not tell them apart: both have 15 digits. */
export const NEAR = 1e-12;

const USD_FEED_UNIT = 10 ** USD_FEED_DECIMALS;

/** A marginal price, and what candles of each length ask of it: computed once, when the first one asks. */
export class MarginalPrice {
  private platform: number | null = null;
  private written: string | null = null;
  private usd: { readonly oraclePrice: bigint; readonly value: number } | null = null;

  constructor(private readonly decimal: DecimalPrice) {}

  /** In platform tokens, at 15 significant digits. */
  get value(): number {
    return (this.platform ??= platformPrice(this.decimal));
  }

  /** As PostgreSQL writes it. */
  get text(): string {
    return (this.written ??= decimalPriceText(this.decimal));
  }

  /** In USD, at 15 significant digits. @param oraclePrice with 8 decimals, above zero */
  usdAt(oraclePrice: bigint): number {
    if (this.usd?.oraclePrice !== oraclePrice)
      this.usd = { oraclePrice, value: usdPrice(this.decimal, oraclePrice) };
    return this.usd.value;
  }

  /** The same to {@link NEAR}, at a fifth of the cost. */
  estimateUsdAt(oraclePrice: bigint): number {
    return (this.value * Number(oraclePrice)) / USD_FEED_UNIT;
  }

  /** Exactly: prices of the same 15 digits may differ in USD. */
  isAbove(other: MarginalPrice): boolean {
    if (this === other) return false;
    if (this.value !== other.value) return this.value > other.value;
    return compareDecimalPrices(this.decimal, other.decimal) > 0;
  }
}
