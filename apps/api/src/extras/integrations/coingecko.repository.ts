import { Injectable } from '@nestjs/common';
import {
  PrismaService,
  addressOfId,
  idOfAddress,
  isHidden,
  lastBlockUpTo,
  type AtHead,
  type HeadStatement,
  oraclePriceAt,
  reservesAt,
} from '@slipway/database';
import { HOURS, type Address } from '@slipway/domain';
import { FINAL_COLUMN, finalTable, readAtFinal, type AtFinal } from './final-block.sql.js';

/** A position in the order of launches. */
export interface LaunchPosition {
  readonly block: number;
  readonly logIndex: number;
}

/** An app as CoinGecko is told of it, at the newest final block. Amounts in wei, USD prices with 8 decimals. */
export interface TickerRow extends LaunchPosition {
  readonly token: Address;
  /** Null on the curve. */
  readonly pool: Address | null;
  readonly platformReserve: string;
  readonly tokenReserve: string;
  /** Platform token in a curve without virtual reserves; null of others. */
  readonly realPlatformReserve: string | null;
  /** Of whole hours that ended: when each began does not matter. */
  readonly hours: readonly (readonly [volumePlatform: string, volumeTokens: string])[];
}

export interface TickerPage extends AtFinal {
  readonly platformToken: Address;
  /** The virtual platform reserve that is not there on a curve. */
  readonly platformOffset: string;
  readonly oraclePrice: string | null;
  readonly tickers: readonly TickerRow[];
}

/** A final trade of an app. */
export interface GeckoTradeRow extends LaunchPosition {
  readonly time: number;
  readonly isBuy: boolean;
  readonly platformAmount: string;
  readonly fee: string;
  readonly tokenAmount: string;
}

export interface GeckoTrades extends AtFinal {
  readonly known: boolean;
  readonly platformToken: Address;
  readonly trades: readonly GeckoTradeRow[];
}

/** The first hour that is not over at the newest final block, as a slot of candles. */
const HOUR = `(floor(extract(epoch FROM final.time) / ${HOURS.seconds})::int + ${HOURS.epochSlot})`;

const TICKER = `json_build_object('token', ${addressOfId('a.token_id')}, 'block', a.block_number, 'logIndex', a.log_index,
  'pool', CASE WHEN v.graduated_block <= final.block THEN ${addressOfId('v.pool_id')} END,
  'platformReserve', r.platform_reserve::text, 'tokenReserve', r.token_reserve::text, 'realPlatformReserve', r.real_platform_reserve::text,
  'hours', coalesce(c.hours, '[]'))`;

/**
 * Apps in the order of their launches, after block $1 and log index $2, at most $3. Only those launched in final blocks: $4
 * blocks until one is final. Each app's reserves and its 24 last whole hours are looked up.
 */
const TICKERS: HeadStatement<
  [block: number, logIndex: number, limit: number, finalityBlocks: number],
  TickerPage
> = {
  name: 'gecko-tickers',
  text: `
    WITH ${finalTable('$4')}
    SELECT h.*, ${FINAL_COLUMN}, d.platform_token AS "platformToken", d.initial_virtual_platform::text AS "platformOffset",
      (SELECT ${oraclePriceAt('final.block')}::text FROM final) AS "oraclePrice", (
        SELECT coalesce(json_agg(${TICKER} ORDER BY a.block_number, a.log_index), '[]')
        FROM final CROSS JOIN LATERAL (
          SELECT * FROM apps a
          WHERE (a.block_number, a.log_index) > ($1::int, $2::int) AND a.block_number <= final.block AND NOT ${isHidden('a.token_id')}
          ORDER BY a.block_number, a.log_index LIMIT $3::int
        ) a JOIN curves v ON v.token_id = a.token_id
          CROSS JOIN LATERAL ${reservesAt('a.token_id', 'final.block')} r
          LEFT JOIN LATERAL (
            SELECT json_agg(json_build_array(c.volume_platform::text, c.volume_tokens::text)) AS hours
            FROM candles c WHERE c.token_id = a.token_id AND c.slot >= greatest(${HOUR} - 24, ${HOURS.epochSlot}) AND c.slot < ${HOUR}
          ) c ON true
      ) AS tickers
    FROM indexed_head h CROSS JOIN deployment d`,
};

/** The last final trades of a side, newest first, in blocks of a range of times. */
const side = (isBuy: boolean): string => `(
  SELECT t.* FROM trades t
  WHERE t.token_id = place.token AND t.is_buy = ${String(isBuy)} AND t.block_number > place.before AND t.block_number <= place.last
  ORDER BY t.block_number DESC, t.log_index DESC LIMIT $4::int)`;

/**
 * The last final trades of the token $1 from time $2 to time $3, seconds, both included or null; at most $4 of each side. $5 blocks until one
 * is final.
 */
const GECKO_TRADES: HeadStatement<
  [token: Address, start: number | null, end: number | null, limit: number, finalityBlocks: number],
  GeckoTrades
> = {
  name: 'gecko-trades',
  text: `
    WITH ${finalTable('$5')}, place AS MATERIALIZED (
      SELECT ${idOfAddress('$1::text')} AS token,
        CASE WHEN $2::bigint IS NULL THEN -1 ELSE ${lastBlockUpTo("to_timestamp($2::bigint) - interval '1 millisecond'")} END AS before,
        least(final.block, CASE WHEN $3::bigint IS NULL THEN 2147483647 ELSE ${lastBlockUpTo('to_timestamp($3::bigint)')} END) AS last
      FROM final
    )
    SELECT h.*, ${FINAL_COLUMN}, d.platform_token AS "platformToken", EXISTS (
        SELECT FROM apps a, place, final WHERE a.token_id = place.token AND a.block_number <= final.block AND NOT ${isHidden('a.token_id')}
      ) AS known, (
        SELECT coalesce(json_agg(json_build_object('block', t.block_number, 'logIndex', t.log_index,
          'time', floor(extract(epoch FROM (SELECT time FROM block_times WHERE number = t.block_number)) * 1000)::bigint,
          'isBuy', t.is_buy, 'platformAmount', t.platform_amount::text, 'fee', t.fee::text, 'tokenAmount', t.token_amount::text)
          ORDER BY t.block_number DESC, t.log_index DESC), '[]')
        FROM place CROSS JOIN LATERAL (${side(true)} UNION ALL ${side(false)}) t
      ) AS trades
    FROM indexed_head h CROSS JOIN deployment d`,
};

/** Reads what CoinGecko is told: final blocks only. Null means that nothing is indexed yet. */
@Injectable()
export class CoinGeckoRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Apps after a position in the order of launches, as they were at the newest final block. */
  readTickers(
    after: LaunchPosition,
    limit: number,
    finalityBlocks: number,
  ): Promise<AtHead<TickerPage> | null> {
    return readAtFinal(this.prisma, TICKERS, after.block, after.logIndex, limit, finalityBlocks);
  }

  /** The last final trades of an app in a range of times, in seconds. */
  readTrades(
    token: Address,
    start: number | null,
    end: number | null,
    limit: number,
    finalityBlocks: number,
  ): Promise<AtHead<GeckoTrades> | null> {
    return readAtFinal(this.prisma, GECKO_TRADES, token, start, end, limit, finalityBlocks);
  }
}
