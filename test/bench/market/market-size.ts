/** How much market to make up. */
export interface MarketSize {
  readonly apps: number;
  readonly trades: number;
  /** That trade. */
  readonly wallets: number;
}
