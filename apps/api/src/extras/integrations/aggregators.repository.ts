import { Injectable } from '@nestjs/common';
import {
  PrismaService,
  addressOfId,
  feePpmAt,
  idOfAddress,
  isHidden,
  supplyAt,
  type AtHead,
  type HeadStatement,
} from '@slipway/database';
import type { Address } from '@slipway/domain';
import { FINAL_COLUMN, finalTable, readAtFinal, type AtFinal } from './final-block.sql.js';

/** Where a market is: an app's bonding curve, or the pool that it graduated into. */
interface Position {
  readonly token: Address;
  /** The app's pool; null before graduation. */
  readonly pool: Address | null;
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly time: number;
  readonly txHash: string;
  /** Whose event it is; null for the launchpad's own. */
  readonly maker: Address | null;
  /** Whether operators hide the app. */
  readonly hidden: boolean;
  /** Platform token in a curve without virtual reserves, before and after the event, in wei; null of others. */
  readonly realBefore: string | null;
  readonly realAfter: string | null;
  /** What makes the price before and after the event, in wei: virtual reserves on a curve that has them, reserves of a pool. */
  readonly platformBefore: string | null;
  readonly tokenBefore: string | null;
  readonly platformAfter: string;
  readonly tokenAfter: string;
}

/** A trade. */
export interface SwapRow extends Position {
  readonly kind: 'swap';
  readonly isBuy: boolean;
  readonly inPool: boolean;
  /** What the buyer paid, or the seller's proceeds before the fee. */
  readonly platformAmount: string;
  readonly fee: string;
  readonly tokenAmount: string;
}

/** A graduation, or liquidity that was added to a pool or taken out of it. */
interface LiquidityRow extends Position {
  readonly kind: 'graduation' | 'liquidity';
}

export type FinalEventRow = SwapRow | LiquidityRow;

/** The virtual reserves of every curve that are not there: the rest is real. */
export interface CurveOffsets {
  readonly platform: string;
  readonly token: string;
}

/** The events of a range of blocks, in chain order. */
export interface FinalEvents extends AtFinal {
  readonly launchpad: Address;
  readonly offsets: CurveOffsets;
  /** The block of the first event that is too many; null where all of them fit. */
  readonly fullAt: number | null;
  /** None where they are too many. */
  readonly events: readonly FinalEventRow[];
}

/** An app, or the platform's token, as aggregators are told of it. */
export interface AssetRow {
  readonly id: Address;
  readonly name: string;
  readonly symbol: string;
  /** Wei; null where the index does not know it. */
  readonly totalSupply: string | null;
}

/** A market of an app: its curve, or its pool. */
export interface PairRow {
  readonly token: Address;
  readonly pool: Address | null;
  readonly platformToken: Address;
  readonly creator: Address;
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly time: number;
  readonly txHash: string;
  /** Of trades on the curve, in millionths; null where it is not known. */
  readonly curveFeePpm: number | null;
}

const seconds = (time: string): string => `floor(extract(epoch FROM ${time}))::bigint`;

/** The newest final block whose time is known. $1 blocks until one is final. */
const LATEST_FINAL_BLOCK: HeadStatement<[finalityBlocks: number], AtFinal> = {
  name: 'latest-final-block',
  text: `WITH ${finalTable('$1')} SELECT h.*, ${FINAL_COLUMN} FROM indexed_head h`,
};

/** What a token is: an app's that operators do not hide, launched in a final block, or the platform's own. $2 blocks until one is final. */
const ASSET: HeadStatement<
  [token: Address, finalityBlocks: number],
  AtFinal & { readonly asset: AssetRow | null }
> = {
  name: 'final-asset',
  text: `
    WITH ${finalTable('$2')}
    SELECT h.*, ${FINAL_COLUMN}, coalesce((
      SELECT json_build_object('id', ${addressOfId('a.token_id')}, 'name', a.name, 'symbol', a.symbol, 'totalSupply', (${supplyAt('final.block')})::text)
      FROM apps a JOIN app_stats s ON s.token_id = a.token_id CROSS JOIN final
      WHERE a.token_id = ${idOfAddress('$1::text')} AND a.block_number <= final.block AND NOT ${isHidden('a.token_id')}
    ), CASE WHEN lower(d.platform_token) = lower($1::text) THEN
      json_build_object('id', d.platform_token, 'name', d.platform_symbol, 'symbol', d.platform_symbol, 'totalSupply', NULL)
    END) AS asset
    FROM indexed_head h CROSS JOIN deployment d`,
};

/** The markets by the token, which is a curve's, or by a pool. */
const MARKET_KEYS = { curve: 'token_id', pool: 'pool_id' } as const;

/**
 * The curve of the token $1, or the pool $1. It began in a final block, and operators do not hide it. $2 blocks until one is
 * final.
 */
function pairSql(
  kind: keyof typeof MARKET_KEYS,
): HeadStatement<[address: Address, finalityBlocks: number], AtFinal & { readonly pair: PairRow | null }> {
  const begin =
    kind === 'curve'
      ? { block: 'a.block_number', time: 'a.launched_at', txHash: 'a.launch_tx_hash', pool: 'NULL' }
      : {
          block: 'v.graduated_block',
          time: 'v.graduated_at',
          txHash: 'v.graduation_tx_hash',
          pool: addressOfId('v.pool_id'),
        };
  return {
    name: `pair-of-${kind}`,
    text: `
      WITH ${finalTable('$2')}
      SELECT h.*, ${FINAL_COLUMN}, (
        SELECT json_build_object('token', ${addressOfId('a.token_id')}, 'pool', ${begin.pool}, 'platformToken', d.platform_token,
          'creator', ${addressOfId('a.creator_id')}, 'blockNumber', ${begin.block}, 'time', ${seconds(begin.time)},
          'txHash', '0x' || encode(${begin.txHash}, 'hex'), 'curveFeePpm', ${feePpmAt('final.block')})
        FROM curves v JOIN apps a ON a.token_id = v.token_id CROSS JOIN deployment d CROSS JOIN final
        WHERE v.${MARKET_KEYS[kind]} = ${idOfAddress('$1::text')} AND ${begin.block} <= final.block AND NOT ${isHidden('a.token_id')}
      ) AS pair
      FROM indexed_head h`,
  };
}

/** Nothing is read of a range that is not final: it has no blocks. */
const RANGE = `SELECT $1::int AS first, CASE WHEN $2::bigint <= final.block THEN $2::int ELSE -1 END AS last FROM final`;

const SWAPS = `SELECT t.block_number, t.log_index, t.token_id, 'swap' AS kind, t.tx_hash, t.trader_id AS maker_id, t.is_buy, t.in_pool,
    t.platform_amount, t.fee, t.token_amount
  FROM trades t WHERE t.block_number BETWEEN range.first AND range.last ORDER BY t.block_number, t.log_index LIMIT $4::int`;

const NOTHING =
  'NULL::boolean AS is_buy, NULL::boolean AS in_pool, NULL::numeric AS platform_amount, NULL::numeric AS fee, NULL::numeric AS token_amount';

const GRADUATIONS = `SELECT v.graduated_block AS block_number, v.graduation_log_index AS log_index, v.token_id, 'graduation' AS kind,
    v.graduation_tx_hash AS tx_hash, NULL::int AS maker_id, ${NOTHING}
  FROM curves v WHERE v.graduated_block BETWEEN range.first AND range.last
  ORDER BY v.graduated_block, v.graduation_log_index LIMIT $4::int`;

/**
 * Reserves of a pool that no trade moved. Provider and transaction are of the app's last transfer into the pool, or out of it,
 * since the reserves before. Tokens that a stranger gave to the pool first are in the reserves as well: what went in is no more
 * than the change, and what went out no less. What no such transfer belongs to is a donation.
 */
const LIQUIDITY = `SELECT r.block_number, r.log_index, r.token_id, 'liquidity' AS kind, moved.tx_hash, moved.maker_id, ${NOTHING}
  FROM reserves r JOIN curves v ON v.token_id = r.token_id
    CROSS JOIN LATERAL (
      SELECT p.token_reserve, p.block_number, p.log_index FROM reserves p
      WHERE p.token_id = r.token_id AND (p.block_number, p.log_index) < (r.block_number, r.log_index)
      ORDER BY p.block_number DESC, p.log_index DESC LIMIT 1
    ) before
    CROSS JOIN LATERAL (
      SELECT f.tx_hash, CASE WHEN r.token_reserve > before.token_reserve THEN f.sender_id ELSE f.recipient_id END AS maker_id
      FROM transfers f
      WHERE f.block_number = r.block_number AND f.log_index < r.log_index AND f.token_id = r.token_id AND f.tx_hash IS NOT NULL
        AND (f.block_number, f.log_index) > (before.block_number, before.log_index)
        AND CASE WHEN r.token_reserve > before.token_reserve
          THEN v.pool_id = f.recipient_id AND f.amount BETWEEN 1 AND r.token_reserve - before.token_reserve
          ELSE v.pool_id = f.sender_id AND f.amount >= greatest(1, before.token_reserve - r.token_reserve) END
      ORDER BY f.log_index DESC LIMIT 1
    ) moved
  WHERE r.block_number BETWEEN range.first AND range.last AND r.in_pool
    AND (r.block_number, r.log_index) <> (v.graduated_block, v.graduation_log_index)
    AND NOT EXISTS (
      SELECT FROM trades t
      WHERE t.block_number = r.block_number AND t.log_index = r.log_index + 1 AND t.token_id = r.token_id AND t.in_pool
    )
  ORDER BY r.block_number, r.log_index LIMIT $4::int`;

/** The last reserves of an event's app up to it, or before it. */
const reservesAt = (
  comparison: '<=' | '<',
): string => `SELECT r.platform_reserve, r.token_reserve, r.real_platform_reserve FROM reserves r
  WHERE r.token_id = e.token_id AND (r.block_number, r.log_index) ${comparison} (e.block_number, e.log_index)
  ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1`;

const EVENT = `json_build_object('kind', e.kind, 'token', ${addressOfId('e.token_id')}, 'pool', ${addressOfId('v.pool_id')},
  'blockNumber', e.block_number, 'time', floor(extract(epoch FROM (SELECT time FROM block_times WHERE number = e.block_number)))::bigint,
  'txHash', '0x' || encode(e.tx_hash, 'hex'), 'maker', ${addressOfId('e.maker_id')}, 'hidden', ${isHidden('e.token_id')},
  'platformBefore', before.platform_reserve::text, 'tokenBefore', before.token_reserve::text,
  'realBefore', before.real_platform_reserve::text, 'realAfter', after.real_platform_reserve::text,
  'platformAfter', after.platform_reserve::text, 'tokenAfter', after.token_reserve::text,
  'isBuy', e.is_buy, 'inPool', e.in_pool, 'platformAmount', e.platform_amount::text, 'fee', e.fee::text, 'tokenAmount', e.token_amount::text)`;

/**
 * Events that moved the markets in blocks $1 to $2, in chain order, if $2 is final: trades, graduations, liquidity. $3 blocks
 * until one is final. Each is found by its block, and its reserves by the app and the block. Where they are $4 or more, they are
 * counted and nothing else: no more is looked for than up to the last of so many trades.
 */
const FINAL_EVENTS: HeadStatement<
  [fromBlock: number, toBlock: number, finalityBlocks: number, limit: number],
  FinalEvents
> = {
  name: 'final-events',
  text: `
    WITH ${finalTable('$3')}, asked AS MATERIALIZED (${RANGE}), swaps AS MATERIALIZED (
      SELECT source.* FROM asked range CROSS JOIN LATERAL (${SWAPS}) source
    ), range AS MATERIALIZED (
      SELECT first, CASE WHEN (SELECT count(*) FROM swaps) < $4::int THEN last ELSE (SELECT max(block_number) FROM swaps) END AS last FROM asked
    ), found AS MATERIALIZED (
      SELECT * FROM (
        SELECT * FROM swaps UNION ALL
        ${[GRADUATIONS, LIQUIDITY].map((source) => `SELECT source.* FROM range CROSS JOIN LATERAL (${source}) source`).join(' UNION ALL ')}
      ) every ORDER BY block_number, log_index LIMIT $4::int
    )
    SELECT h.*, ${FINAL_COLUMN}, d.launchpad,
      (SELECT max(block_number) FROM found HAVING count(*) = $4::int)::int AS "fullAt",
      json_build_object('platform', d.initial_virtual_platform::text, 'token', (d.initial_virtual_token - d.initial_real_token)::text) AS offsets, (
        SELECT coalesce(json_agg(${EVENT} ORDER BY e.block_number, e.log_index), '[]')
        FROM found e JOIN curves v ON v.token_id = e.token_id
          CROSS JOIN LATERAL (${reservesAt('<=')}) after
          LEFT JOIN LATERAL (${reservesAt('<')}) before ON e.kind <> 'swap'
        WHERE (SELECT count(*) FROM found) < $4::int
      ) AS events
    FROM indexed_head h CROSS JOIN deployment d`,
};

/** Reads what DEX Screener and GeckoTerminal are told: final blocks only. Null means that nothing is indexed yet. */
@Injectable()
export class AggregatorsRepository {
  constructor(private readonly prisma: PrismaService) {}

  readLatestBlock(finalityBlocks: number): Promise<AtHead<AtFinal> | null> {
    return readAtFinal(this.prisma, LATEST_FINAL_BLOCK, finalityBlocks);
  }

  /** The events of a range of blocks, both ends included; none where the range is not final. */
  readEvents(
    fromBlock: number,
    toBlock: number,
    finalityBlocks: number,
    limit: number,
  ): Promise<AtHead<FinalEvents> | null> {
    return readAtFinal(this.prisma, FINAL_EVENTS, fromBlock, toBlock, finalityBlocks, limit);
  }

  readAsset(
    token: Address,
    finalityBlocks: number,
  ): Promise<AtHead<AtFinal & { asset: AssetRow | null }> | null> {
    return readAtFinal(this.prisma, ASSET, token, finalityBlocks);
  }

  /** The market of a curve, by its token, or of a pool. */
  readPair(
    kind: 'curve' | 'pool',
    address: Address,
    finalityBlocks: number,
  ): Promise<AtHead<AtFinal & { pair: PairRow | null }> | null> {
    return readAtFinal(this.prisma, pairSql(kind), address, finalityBlocks);
  }
}
