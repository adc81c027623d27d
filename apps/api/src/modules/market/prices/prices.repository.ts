import { Injectable } from '@nestjs/common';
import type { Address } from '@slipway/domain';
import {
  type AnsweredAt,
  addressOfId,
  ANSWERED_AT,
  type AtHead,
  blockStands,
  type HeadStatement,
  highestApps,
  idOfAddress,
  isHidden,
  lastBlockUpTo,
  PrismaService,
  reservesAt,
  type Statement,
} from '@slipway/database';

/** Where a price comes from. */
export const PRICE_SOURCES = ['curve', 'pool', 'oracle'] as const;

export type PriceSource = (typeof PRICE_SOURCES)[number];

/** A token's market as the database keeps it. Amounts are decimal strings of wei. */
export interface MarketRow {
  readonly token: Address;
  /** Null for an address that is no app's token. */
  readonly symbol: string | null;
  readonly pool: Address | null;
  readonly platformReserve: string | null;
  readonly tokenReserve: string | null;
  readonly platformReserve24h: string | null;
  readonly tokenReserve24h: string | null;
  readonly pricedAt: string | null;
}

/** The price feeds at a block; prices have 8 decimals. */
export interface OracleRow {
  readonly platformToken: Address;
  readonly platformSymbol: string;
  readonly oraclePrice: string | null;
  readonly oraclePrice24h: string | null;
  readonly oraclePriceAt: string | null;
  /** When each of the feeds answered. */
  readonly answeredAt: AnsweredAt;
}

/** Markets, and the price feed. */
export interface Markets {
  readonly oracle: OracleRow;
  readonly markets: readonly MarketRow[];
}

const ORACLE = `(
  SELECT json_build_object('platformToken', d.platform_token, 'platformSymbol', d.platform_symbol,
    'oraclePrice', now.raw_price::text, 'oraclePriceAt', now.updated_at, 'answeredAt', now.answered_at, 'oraclePrice24h', market."oraclePrice24h")
  FROM deployment d CROSS JOIN market_context market LEFT JOIN latest_oracle_price now ON true
) AS oracle`;

const MARKET_ROW = `json_build_object('symbol', a.symbol, 'pool', ${addressOfId('v.pool_id')},
  'platformReserve', s.platform_reserve::text, 'tokenReserve', s.token_reserve::text,
  'platformReserve24h', s.platform_reserve_24h::text, 'tokenReserve24h', s.token_reserve_24h::text,
  'pricedAt', s.priced_at`;

const MARKET_JOINS = `LEFT JOIN app_stats s ON s.token_id = a.token_id LEFT JOIN curves v ON v.token_id = a.token_id`;

/** The markets of $1 tokens, in that order; an address without an app has only its token. */
export const PRICES_OF: HeadStatement<[tokens: readonly Address[]], Markets> = {
  name: 'prices-of',
  text: `
    SELECT h.*, ${ORACLE}, (
      SELECT json_agg(${MARKET_ROW}, 'token', asked.token) ORDER BY asked.place)
      FROM unnest($1::text[]) WITH ORDINALITY AS asked (token, place)
      CROSS JOIN LATERAL (SELECT ${idOfAddress('asked.token')} AS id OFFSET 0) named
      LEFT JOIN apps a ON a.token_id = named.id ${MARKET_JOINS}
    ) AS markets
    FROM indexed_head h`,
};

/**
 * The same at the end of block $2, whose hash was $4; windows end at time $3. No row when the index has another block there, or none
 * yet.
 */
const PRICES_AT: Statement<[tokens: readonly Address[], block: number, time: Date, hash: string], Markets> = {
  name: 'prices-at',
  text: `
    WITH past AS MATERIALIZED (SELECT $2::int AS block, ${lastBlockUpTo(`$3::timestamptz - interval '24 hours'`)} AS block_24h)
    SELECT (
      SELECT json_build_object('platformToken', d.platform_token, 'platformSymbol', d.platform_symbol,
        'oraclePrice', now.price::text, 'oraclePriceAt', now.updated_at, 'answeredAt', ${ANSWERED_AT}, 'oraclePrice24h', before.price::text)
      FROM deployment d LEFT JOIN LATERAL (
        SELECT * FROM oracle_prices WHERE block_number <= $2::int ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) now ON true LEFT JOIN LATERAL (
        SELECT price FROM oracle_prices WHERE time <= $3::timestamptz - interval '24 hours'
        ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1
      ) before ON true
    ) AS oracle, (
      SELECT json_agg(json_build_object('token', asked.token, 'symbol', a.symbol,
        'pool', CASE WHEN v.graduated_block <= $2::int THEN ${addressOfId('v.pool_id')} END,
        'platformReserve', now.platform_reserve::text, 'tokenReserve', now.token_reserve::text,
        'platformReserve24h', before.platform_reserve::text, 'tokenReserve24h', before.token_reserve::text,
        'pricedAt', (SELECT time FROM block_times WHERE number = now.block_number)) ORDER BY asked.place)
      FROM past CROSS JOIN unnest($1::text[]) WITH ORDINALITY AS asked (token, place)
      CROSS JOIN LATERAL (SELECT ${idOfAddress('asked.token')} AS id OFFSET 0) named
      LEFT JOIN apps a ON a.token_id = named.id AND a.block_number <= $2::int LEFT JOIN curves v ON v.token_id = a.token_id
      LEFT JOIN LATERAL ${reservesAt('a.token_id', 'past.block')} now ON true
      LEFT JOIN LATERAL ${reservesAt('a.token_id', 'past.block_24h')} before ON true
    ) AS markets
    FROM head h WHERE ${blockStands('$2::bigint', '$4::text')}`,
};

/** Most markets that a page has. Written out where a parameter would have the planner expect a tenth of everything. */
const MOST = 100;

/** The markets of the $1 listed apps with most volume in 24 hours. */
export const TOP_PRICES: HeadStatement<[count: number], Markets> = {
  name: 'top-prices',
  text: `
    SELECT h.*, ${ORACLE}, (
      SELECT coalesce(json_agg(${MARKET_ROW}, 'token', ${addressOfId('a.token_id')}) ORDER BY top.rank DESC, a.block_number DESC, a.log_index DESC), '[]')
      FROM (
        SELECT * FROM (${highestApps({
          columns: 's.token_id',
          rank: 's.volume_usd_24h',
          where: `NOT ${isHidden('s.token_id')}`,
          limit: MOST,
        })}) most ORDER BY rank DESC, launch_block DESC, launch_log_index DESC LIMIT $1::int
      ) top JOIN apps a ON a.token_id = top.token_id ${MARKET_JOINS}
    ) AS markets
    FROM indexed_head h`,
};

/** Reads markets. Null means that nothing is indexed yet. */
@Injectable()
export class PricesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The markets of tokens, in the order asked, and the price feed. */
  readMarkets(tokens: readonly Address[]): Promise<AtHead<Markets> | null> {
    return this.prisma.$runAsOf(PRICES_OF, tokens);
  }

  /** Both as they were at a moment; null when its block is not in the index (any more). */
  async readMarketsAt(
    tokens: readonly Address[],
    { block, time, hash }: { readonly block: number; readonly time: Date; readonly hash: string },
  ): Promise<Markets | null> {
    const [markets] = await this.prisma.$run(PRICES_AT, tokens, block, time, hash);
    return markets ?? null;
  }

  /** The markets of the listed apps with most volume in 24 hours, most first. */
  readTopMarkets(count: number): Promise<AtHead<Markets> | null> {
    return this.prisma.$runAsOf(TOP_PRICES, count);
  }
}
