/** How much market to make up. */
export interface MarketSize {
  readonly apps: number;
  readonly trades: number;
}

/** Wallets that trade: some for a small market, 20,000 for the large one. */
export const traderCount = ({ trades }: MarketSize): number =>
  Math.max(20, Math.min(20_000, Math.ceil(trades / 50)));
