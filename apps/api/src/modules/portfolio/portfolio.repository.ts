import { Injectable } from '@nestjs/common';
import type { Address, AsOfBlock } from '@slipway/domain';
import {
  addressOfId,
  blockStands,
  PrismaService,
  lastBlockUpTo,
  type HeadStatement,
  type Statement,
  oraclePriceAt,
  reservesAt,
} from '@slipway/database';
import {
  BALANCE,
  HEAD,
  HELD,
  KNOWN_COST,
  SUMS,
  USABLE_PRICE,
  valueOf,
  WALLET_ID,
  type PortfolioSums,
} from './valuation.sql.js';

export const HISTORY_PERIODS = ['24h', '7d', '30d', '90d', '1y', 'all'] as const;

export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];

export interface HistoryRow extends PortfolioSums {
  /** ISO 8601. */
  readonly at: string;
}

/** How far back a history reaches, and into how many equal steps it is cut: at most 200 points. */
export interface HistorySpan {
  /** Null: since the wallet's first event. */
  readonly seconds: number | null;
  readonly steps: number;
}

const HOUR = 3_600;

const DAY = 24 * HOUR;

/** Steps that a chart can name: 7.5 minutes, 1, 4, 12 and 60 hours. */
export const HISTORY_SPANS: Readonly<Record<HistoryPeriod, HistorySpan>> = {
  '24h': { seconds: DAY, steps: 192 },
  '7d': { seconds: 7 * DAY, steps: 168 },
  '30d': { seconds: 30 * DAY, steps: 180 },
  '90d': { seconds: 90 * DAY, steps: 180 },
  '1y': { seconds: 365 * DAY, steps: 146 },
  all: { seconds: null, steps: 199 },
};

/**
 * Positions and prices that one history may look up. A wallet with more than 100 positions gets fewer points, evenly spaced as
 * ever: no wallet's history is a burden.
 */
export const HISTORY_LOOK_UPS = 40_000;

/**
 * A wallet's totals at evenly spaced moments up to the head, oldest first: $1 wallet, $2 seconds back (null: to its
 * first event, a launch of its own included), $3 steps, $4 the most look-ups: a wallet for which these do not suffice gets fewer
 * moments.
 *
 * At each moment a position is its last ledger entry's. A price is that of the last reserves and oracle price, all up to then.
 * Each is one look-up by a key.
 */
export const PORTFOLIO_HISTORY: HeadStatement<
  [wallet: Address, seconds: number | null, steps: number, maxLookUps: number],
  { points: readonly HistoryRow[] }
> = {
  name: 'portfolio-history',
  text: `
    WITH ${HEAD}, ${HELD}, reach AS MATERIALIZED (
      SELECT seconds FROM head CROSS JOIN (
        SELECT time FROM block_times WHERE number = (
          SELECT block_number FROM ledger_entries WHERE wallet_id = ${WALLET_ID}
          ORDER BY block_number LIMIT 1
        )
      ) entry CROSS JOIN LATERAL (
        SELECT coalesce($2::int, extract(epoch FROM head.block_time - least(entry.time, (
          SELECT launched_at FROM apps WHERE creator_id BETWEEN ${WALLET_ID} AND ${WALLET_ID}
          ORDER BY creator_id, block_number, log_index LIMIT 1
        ))))::float8 AS seconds
      ) period
    ), span AS MATERIALIZED (
      SELECT seconds, CASE WHEN seconds > 0 THEN
        greatest(1, least($3::int, seconds, $4::int / (2 * (SELECT count(*) FROM held)))) ELSE 0 END::int AS steps
      FROM reach
    ), moments AS MATERIALIZED (
      SELECT i, at, ${lastBlockUpTo('at')} AS block, (
          SELECT ${USABLE_PRICE} FROM oracle_prices WHERE time <= at
          ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1
        ) AS oracle_price
      FROM head CROSS JOIN span CROSS JOIN generate_series(0, span.steps) AS i CROSS JOIN LATERAL (
        SELECT date_trunc('milliseconds', head.block_time
          - make_interval(secs => span.seconds * (span.steps - i) / greatest(span.steps, 1))) AS at
      ) moment
    )
    SELECT head.*, (
      SELECT coalesce(json_agg(point ORDER BY point.at), '[]') FROM (
        SELECT at, ${SUMS}
        FROM moments LEFT JOIN (
          SELECT moments.i, ${BALANCE} AS balance, ${KNOWN_COST} AS cost, p.realized, r.platform_reserve, r.token_reserve
          FROM moments CROSS JOIN held CROSS JOIN LATERAL (
            SELECT * FROM ledger_entries e
            WHERE e.wallet_id = ${WALLET_ID} AND e.token_id = held.token_id AND e.block_number <= moments.block
            ORDER BY e.block_number DESC, e.log_index DESC LIMIT 1
          ) p LEFT JOIN LATERAL ${reservesAt('held.token_id', 'moments.block')} r ON true
        ) position USING (i) CROSS JOIN LATERAL (
          SELECT CASE WHEN balance > 0 THEN ${valueOf('balance', 'position', 'moments.oracle_price')} END AS value
        ) valued
        GROUP BY at
      ) point
    ) AS points
    FROM head`,
};

/** A position as the database keeps it. USD has 44 decimals. */
export interface PositionRow {
  readonly token: Address;
  readonly symbol: string;
  /** Wei. */
  readonly balance: string;
  /** Null when any of the balance has no known cost. */
  readonly cost: string | null;
  /** Null without a price. */
  readonly value: string | null;
}

/** The sums of now, with the feed's price (8 decimals) where it has one. */
export interface PortfolioNow extends PortfolioSums {
  readonly oraclePrice: string | null;
}

/**
 * Columns of the positions p of wallet $1, beside head and the reserves s as they are now. A statement has one plan for all
 * wallets, made as if each held a few tokens: it looks up every token by itself. A wallet with a tenth of all tokens is served
 * sooner by one reading of that whole small table. The fence of OFFSET 0 makes the planner do so. Only one of the two branches
 * ever runs.
 */
const positionsNow = (columns: string, condition: string): string => `
  SELECT ${columns} FROM head CROSS JOIN positions p JOIN app_stats s ON s.token_id = p.token_id
  WHERE p.wallet_id = ${WALLET_ID} AND ${condition} AND (SELECT is_large FROM wallet) IS NOT TRUE
  UNION ALL
  SELECT ${columns} FROM head CROSS JOIN positions p
  JOIN (SELECT * FROM app_stats OFFSET 0) s ON s.token_id = p.token_id
  WHERE p.wallet_id = ${WALLET_ID} AND ${condition} AND (SELECT is_large FROM wallet)`;

const WALLET = `wallet AS MATERIALIZED (
  SELECT EXISTS (SELECT FROM positions WHERE wallet_id = ${WALLET_ID} OFFSET tenth - 1) AS is_large FROM (
    SELECT (reltuples / 10)::int AS tenth FROM pg_class WHERE oid = 'app_stats'::regclass AND reltuples >= 100
  ) apps
)`;

const VALUE_NOW = valueOf(`(${BALANCE})`, 's', 'head.oracle_price');

/** Rows p with a value and an app a, as a list of positions: highest value first, then those without a price; equal ones by token as a number. */
const ITEMS = `coalesce(json_agg(json_build_object('token', p.token, 'symbol', a.symbol, 'balance', (${BALANCE})::text,
  'cost', (${KNOWN_COST})::text, 'value', value::text) ORDER BY value DESC NULLS LAST, lower(p.token)), '[]')`;

/**
 * The first positions of a wallet as they are now: $1 wallet, $2 how many. Doubles tell which positions can be on the
 * page at all, with a margin far above their error; those are valued and ordered exactly. Each of them is looked up by
 * its key: without the limits the planner would read the whole wallet again.
 */
export const POSITIONS_NOW: HeadStatement<
  [wallet: Address, limit: number],
  { items: readonly PositionRow[] }
> = {
  name: 'positions-now',
  text: `
    WITH ${HEAD}, ${WALLET}, ranked AS MATERIALIZED (
      ${positionsNow('p.token_id, p.rough_balance * s.rough_price AS rough', 'p.rough_balance > 0')}
    ), last AS MATERIALIZED (
      SELECT 0.999999999999 * (
        SELECT rough FROM ranked ORDER BY rough DESC NULLS LAST OFFSET $2::int - 1 LIMIT 1
      ) AS rough
    ), page AS (
      SELECT p.*, named.token, ${VALUE_NOW} AS value
      FROM head CROSS JOIN last
      JOIN ranked ON last.rough IS NULL OR head.oracle_price IS NULL OR ranked.rough >= last.rough
      CROSS JOIN LATERAL (SELECT * FROM positions WHERE wallet_id = ${WALLET_ID} AND token_id = ranked.token_id LIMIT 1) p
      CROSS JOIN LATERAL (SELECT * FROM app_stats WHERE token_id = ranked.token_id LIMIT 1) s
      CROSS JOIN LATERAL (SELECT ${addressOfId('ranked.token_id')} AS token OFFSET 0) named
      ORDER BY value DESC NULLS LAST, lower(named.token) LIMIT $2::int
    )
    SELECT head.*, (SELECT ${ITEMS} FROM page p JOIN apps a ON a.token_id = p.token_id) AS items FROM head`,
};

/**
 * A wallet's positions as they were at a block, for later pages: the ledger and the reserves remember it. $4
 * the block, $5 its hash; no row when the index has another block there, or none yet.
 */
const POSITIONS_AT: Statement<
  [wallet: Address, offset: number, limit: number, block: number, hash: string],
  { items: readonly PositionRow[] }
> = {
  name: 'positions-at',
  text: `
    WITH oracle AS MATERIALIZED (
      SELECT ${oraclePriceAt('$4::bigint')} AS price
    ), ${HELD}, page AS (
      SELECT named.token, p.*, ${valueOf(`(${BALANCE})`, 's', 'oracle.price')} AS value
      FROM held CROSS JOIN oracle
      CROSS JOIN LATERAL (
        SELECT * FROM ledger_entries e
        WHERE e.wallet_id = ${WALLET_ID} AND e.token_id = held.token_id AND e.block_number <= $4::bigint
        ORDER BY e.block_number DESC, e.log_index DESC LIMIT 1
      ) p
      CROSS JOIN LATERAL ${reservesAt('held.token_id', '$4::bigint')} s
      CROSS JOIN LATERAL (SELECT ${addressOfId('held.token_id')} AS token OFFSET 0) named
      WHERE ${BALANCE} > 0
      ORDER BY value DESC NULLS LAST, lower(named.token) OFFSET $2::int LIMIT $3::int
    )
    SELECT (SELECT ${ITEMS} FROM page p JOIN apps a ON a.token_id = p.token_id) AS items FROM head h
    WHERE ${blockStands('$4::bigint', '$5::text')}`,
};

/** A wallet's totals: $1. */
export const PORTFOLIO_SUMS: HeadStatement<[wallet: Address], PortfolioNow> = {
  name: 'portfolio-sums',
  text: `
    WITH ${HEAD}, ${WALLET}
    SELECT head.*, head.oracle_price::text AS "oraclePrice", sums.* FROM head CROSS JOIN LATERAL (
      SELECT ${SUMS} FROM (
        ${positionsNow(`${BALANCE} AS balance, ${KNOWN_COST} AS cost, p.realized, ${VALUE_NOW} AS value`, 'true')}
      ) valued
    ) sums`,
};

/** The block that pages of positions are of. */
export interface RankedBlock {
  readonly block: number;
  readonly time: Date;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

/** A page of a wallet's positions at a block. */
export interface RankedPositions {
  readonly asOf: AsOfBlock;
  readonly items: readonly PositionRow[];
}

/** Reads wallets' positions and their ledger. Null means that nothing is indexed yet, unless said otherwise. */
@Injectable()
export class PortfolioRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The first positions of a wallet as they are now. */
  rankPositions(wallet: Address, limit: number): Promise<RankedPositions | null> {
    return this.prisma.$runAsOf(POSITIONS_NOW, wallet, limit);
  }

  /** Positions of a wallet as they were at a block; null when that block is not in the index (any more). */
  async rankPositionsAt(
    wallet: Address,
    { block, time, hash }: RankedBlock,
    offset: number,
    limit: number,
  ): Promise<RankedPositions | null> {
    const [row] = await this.prisma.$run(POSITIONS_AT, wallet, offset, limit, block, hash);
    return row === undefined ? null : { ...row, asOf: { block: BigInt(block), time, hash, version: hash } };
  }

  readSums(wallet: Address): Promise<(PortfolioNow & { asOf: AsOfBlock }) | null> {
    return this.prisma.$runAsOf(PORTFOLIO_SUMS, wallet);
  }

  /** A wallet's sums over time, oldest first; none for a wallet without events. */
  readHistory(
    wallet: Address,
    { seconds, steps }: HistorySpan,
  ): Promise<{ asOf: AsOfBlock; points: readonly HistoryRow[] } | null> {
    return this.prisma.$runAsOf(PORTFOLIO_HISTORY, wallet, seconds, steps, HISTORY_LOOK_UPS);
  }
}
