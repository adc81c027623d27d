import { Injectable } from '@nestjs/common';
import type { Address, AsOfBlock } from '@slipway/domain';
import { addressOfId, type HeadStatement, PrismaService, type Statement } from '@slipway/database';
import {
  BALANCE,
  HEAD,
  HELD,
  KNOWN_COST,
  type PortfolioSums,
  SUMS,
  USABLE_PRICE,
  valueOf,
  WALLET_ID,
} from './valuation.sql.js';
import { HISTORY_LOOK_UPS, type HistoryRow, type HistorySpan, PORTFOLIO_HISTORY } from './history.sql.js';
import { type ActivityRow, mergeClaims, WALLET_EVENTS } from './activity.sql.js';

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
      SELECT (SELECT ${USABLE_PRICE} FROM oracle_prices WHERE block_number <= $4::bigint
        ORDER BY block_number DESC, log_index DESC LIMIT 1) AS price
    ), ${HELD}, page AS (
      SELECT named.token, p.*, ${valueOf(`(${BALANCE})`, 's', 'oracle.price')} AS value
      FROM held CROSS JOIN oracle
      CROSS JOIN LATERAL (
        SELECT * FROM ledger_entries e
        WHERE e.wallet_id = ${WALLET_ID} AND e.token_id = held.token_id AND e.block_number <= $4::bigint
        ORDER BY e.block_number DESC, e.log_index DESC LIMIT 1
      ) p
      CROSS JOIN LATERAL (
        SELECT platform_reserve, token_reserve FROM reserves r
        WHERE r.token_id = held.token_id AND r.block_number <= $4::bigint
        ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1
      ) s
      CROSS JOIN LATERAL (SELECT ${addressOfId('held.token_id')} AS token OFFSET 0) named
      WHERE ${BALANCE} > 0
      ORDER BY value DESC NULLS LAST, lower(named.token) OFFSET $2::int LIMIT $3::int
    )
    SELECT (SELECT ${ITEMS} FROM page p JOIN apps a ON a.token_id = p.token_id) AS items FROM head h
    WHERE h.block_number >= $4::bigint
      AND NOT EXISTS (SELECT FROM blocks b WHERE b.number = $4::bigint AND b.hash <> decode($5, 'hex'))`,
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

/** An event's position in the chain, and the block that was there: 64 hexadecimal digits, null once it is final. */
export interface EventPosition {
  readonly block: number;
  readonly blockHash: string | null;
  readonly logIndex: number;
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

  /** A wallet's events, newest first, from below a position. */
  async listActivity(
    wallet: Address,
    below: EventPosition | null,
    limit: number,
  ): Promise<{ asOf: AsOfBlock; items: readonly ActivityRow[] } | null> {
    const { block = null, logIndex = null, blockHash = null } = below ?? {};
    const found = await this.prisma.$runAsOf(WALLET_EVENTS, wallet, block, logIndex, limit, blockHash);
    return found === null ? null : { asOf: found.asOf, items: mergeClaims(found, limit) };
  }
}
