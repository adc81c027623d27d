import { idOfAddress } from '@slipway/database';

/** Sums over a wallet's positions at a moment. USD has 44 decimals; a sum of nothing is null. */
export interface PortfolioSums {
  /** Positions with a balance, and those of them that have a price. */
  readonly positions: number;
  readonly priced: number;
  /** Of the priced ones. */
  readonly value: string | null;
  /** Of the priced ones whose cost is known, and what they are worth above it. */
  readonly cost: string | null;
  readonly unrealized: string | null;
  /** Of all positions, left ones included. */
  readonly realized: string | null;
}

/** Turns USD of 26 decimals into the ledger's 44. */
export const MORE_DECIMALS = '1000000000000000000::numeric';

/** The feed's price; null where it is no price. */
export const USABLE_PRICE = 'CASE WHEN price > 0 THEN price END';

/** What a quantity is worth by reserves and the feed's price, USD with 44 decimals, rounded down; null without a price. */
export function valueOf(quantity: string, reserves: string, oraclePrice: string): string {
  return `div(${quantity} * nullif(${reserves}.platform_reserve, 0) * (${oraclePrice} * ${MORE_DECIMALS}),
    nullif(${reserves}.token_reserve, 0))`;
}

export const BALANCE = 'p.known_quantity + p.unknown_quantity';

export const KNOWN_COST = 'CASE WHEN p.unknown_quantity = 0 THEN p.cost END';

/** The limit tells the planner what it cannot know of tables that are too small to be analysed: there is one row. */
export const HEAD = `head AS MATERIALIZED (
  SELECT h.*, (SELECT price FROM latest_oracle_price) AS oracle_price FROM indexed_head h LIMIT 1
)`;

/** The id of wallet $1; null where no event ever named it. */
export const WALLET_ID = idOfAddress('$1');

/** Tokens that wallet $1 has or had. */
export const HELD = `held AS MATERIALIZED (SELECT token_id FROM positions WHERE wallet_id = ${WALLET_ID})`;

/** Sums over rows that have balance, cost, value and realized. */
export const SUMS = `
  count(*) FILTER (WHERE balance > 0)::int AS positions, count(value) FILTER (WHERE balance > 0)::int AS priced,
  (sum(value) FILTER (WHERE balance > 0))::text AS value,
  (sum(cost) FILTER (WHERE balance > 0 AND value IS NOT NULL))::text AS cost,
  (sum(value - cost) FILTER (WHERE balance > 0))::text AS unrealized, sum(realized)::text AS realized`;
