import { HEAD_COLUMNS, HEAD_TABLES } from '#database';
import type { RankedSort } from './apps.types.js';

/** The facts of an app as one JSON object; amounts as text, since JSON numbers would round them. */
export const APP_FACTS = `
  'token', a.token, 'name', a.name, 'symbol', a.symbol, 'imageUrl', a.image_url, 'creator', a.creator,
  'launchedAt', a.launched_at, 'launchBlock', a.block_number, 'launchLogIndex', a.log_index, 'pool', v.pool,
  'platformReserve', s.platform_reserve::text, 'tokenReserve', s.token_reserve::text,
  'platformReserve24h', s.platform_reserve_24h::text, 'tokenReserve24h', s.token_reserve_24h::text,
  'realPlatformReserve', v.real_platform_reserve::text, 'volumeUsd24h', s.volume_usd_24h::text, 'holders', s.holders`;

export const APP_TABLES = `apps a JOIN app_stats s ON s.token = a.token JOIN curves v ON v.token = a.token
  LEFT JOIN hidden_apps x ON x.token = a.token`;

/** $1 stage, $2 creator: null is no restriction. */
const IS_LISTED = `x.token IS NULL
  AND ($1::text IS NULL OR (v.pool IS NOT NULL) = ($1 = 'graduated'))
  AND ($2::text IS NULL OR a.creator = $2)`;

/** What holds for every app at the head. */
export const CONTEXT = `json_build_object(
  'answer', (SELECT answer::text FROM oracle_prices ORDER BY block_number DESC, log_index DESC LIMIT 1),
  'answer24h', (SELECT answer::text FROM oracle_prices WHERE time <= h.block_time - interval '24 hours'
    ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1),
  'totalSupply', d.total_supply::text, 'graduationThreshold', d.graduation_threshold::text)`;

/** Every app has the same supply and the feed's answer, so that prices rank as market caps and in USD do. */
const RANK_BY: Record<RankedSort, string> = {
  trending: 's.trending',
  market_cap: 's.platform_reserve / nullif(s.token_reserve, 0)',
  volume: 's.volume_usd_24h',
  holders: 's.holders',
  price_change: `(s.platform_reserve * s.token_reserve_24h) / nullif(s.token_reserve * s.platform_reserve_24h, 0)`,
};

/**
 * Ranks every listed app and answers with the first page; when there are more pages, keeps the whole ranking for them.
 * $3 name of the list, $4 length of a page.
 */
export function rankAppsSql(sort: RankedSort): { name: string; text: string } {
  return {
    name: `rank-apps-${sort}`,
    text: `
      WITH head AS MATERIALIZED (
        SELECT ${HEAD_COLUMNS}, ${CONTEXT} AS context FROM ${HEAD_TABLES} CROSS JOIN deployment d
      ), ranking AS MATERIALIZED (
        SELECT array_agg(jsonb_build_object(${APP_FACTS})
          ORDER BY ${RANK_BY[sort]} DESC NULLS LAST, a.block_number DESC, a.log_index DESC) AS items
        FROM ${APP_TABLES} WHERE ${IS_LISTED}
      ), kept AS (
        INSERT INTO ranking_snapshots (list, version, as_of_block, as_of_time, context, items)
        SELECT $3, head_version, block_number, block_time, context, items FROM head CROSS JOIN ranking
        WHERE cardinality(items) > $4::int
        -- Whoever asks for a first page gets a walk of full length.
        ON CONFLICT (list, version) DO UPDATE SET created_at = now()
      )
      SELECT block_number, block_time, level_at, head_version, context,
        to_json(coalesce(items[1:$4::int], '{}')) AS items, coalesce(cardinality(items), 0) AS total
      FROM head CROSS JOIN ranking`,
  };
}

/** A page of a kept ranking: $1 name of the list, $2 version of its head, $3 items before the page, $4 its length. */
export const SNAPSHOT_PAGE = {
  name: 'snapshot-page',
  text: `
    SELECT as_of_block AS block_number, as_of_time AS block_time, version AS head_version, context,
      to_json(items[$3::int + 1:$3::int + $4::int]) AS items, cardinality(items) AS total
    FROM ranking_snapshots WHERE list = $1 AND version = $2`,
};

/** Snapshots are promised for 5 minutes. */
export const FORGET_SNAPSHOTS = {
  name: 'forget-snapshots',
  text: `DELETE FROM ranking_snapshots WHERE created_at < now() - interval '10 minutes'`,
};

/** Apps by launch, newest first: $3, $4 block and log index that the page starts below (or null), $5 its length. */
export const NEWEST_APPS = {
  name: 'newest-apps',
  text: `
    SELECT ${HEAD_COLUMNS}, ${CONTEXT} AS context, (
      SELECT coalesce(json_agg(page.facts), '[]') FROM (
        SELECT json_build_object(${APP_FACTS}) AS facts FROM ${APP_TABLES}
        WHERE ${IS_LISTED}
          AND ($3::bigint IS NULL OR (a.block_number, a.log_index) < ($3::bigint, $4::int))
        ORDER BY a.block_number DESC, a.log_index DESC LIMIT $5::int
      ) page
    ) AS items
    FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
};

/** One app's page: $1 its token. */
export const APP_PAGE = {
  name: 'app-page',
  text: `
    SELECT ${HEAD_COLUMNS}, ${CONTEXT} AS context, (
      SELECT json_build_object(${APP_FACTS}, 'description', a.description, 'website', a.website,
        'launchTxHash', '0x' || encode(a.launch_tx_hash, 'hex'), 'graduatedAt', v.graduated_at,
        'hidden', x.token IS NOT NULL)
      FROM ${APP_TABLES} WHERE a.token = $1
    ) AS page
    FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
};
