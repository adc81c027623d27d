import { decimalPriceText, platformPrice, usdPrice, type DecimalPrice } from '@slipway/domain';

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
}
