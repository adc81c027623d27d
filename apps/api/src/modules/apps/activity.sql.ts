import { blockStands, keptHashOf, type HeadStatement } from '@slipway/database';
import { ZERO_ADDRESS, type Address } from '@slipway/domain';
import { ACTIVITY_TYPES, type ActivityRow, type ActivityType } from './activity.types.js';

const TRADE = `t.block_number, t.log_index, t.time, t.tx_hash, t.token_amount, t.platform_amount, t.price_usd,
  t.usd_amount`;
/** Who holds the tokens that trades move: the launchpad while the app is on its curve, its pool after that. */
const VENUE = `CASE t.venue WHEN 'curve' THEN d.launchpad ELSE v.pool END`;

/** Events of each type, with who gave tokens and who got them. */
const SOURCES: Record<ActivityType, string> = {
  buy: `SELECT ${TRADE}, ${VENUE} AS sender, t.trader AS recipient FROM trades t WHERE t.token = $1 AND t.side = 'buy'`,
  sell: `SELECT ${TRADE}, t.trader AS sender, ${VENUE} AS recipient FROM trades t
    WHERE t.token = $1 AND t.side = 'sell'`,
  // Of nothing: any contract may log such a transfer in any wallet's name. What a launch mints and a graduation moves into its pool are no transfers of their own either.
  transfer: `SELECT t.block_number, t.log_index, t.time, t.tx_hash, t.amount AS token_amount,
      NULL::numeric AS platform_amount, NULL::float8 AS price_usd, NULL::numeric AS usd_amount, t.sender, t.recipient
    FROM transfers t
    WHERE t.token = $1 AND t.trade_log_index IS NULL AND t.amount > 0 AND t.sender NOT IN (d.launchpad, '${ZERO_ADDRESS}')
      AND (t.sender <> v.pool OR t.tx_hash <> v.graduation_tx_hash) IS NOT FALSE`,
  launch: `SELECT t.block_number, t.log_index, t.launched_at AS time, t.launch_tx_hash AS tx_hash,
      NULL::numeric AS token_amount, t.launch_cost AS platform_amount, NULL::float8 AS price_usd,
      NULL::numeric AS usd_amount, t.creator AS sender, NULL::text AS recipient
    FROM apps t WHERE t.token = $1`,
  graduation: `SELECT t.block_number, t.log_index, t.time, v.graduation_tx_hash AS tx_hash,
      t.token_reserve AS token_amount, t.platform_reserve AS platform_amount, NULL::float8 AS price_usd,
      NULL::numeric AS usd_amount, d.launchpad AS sender, v.pool AS recipient
    FROM reserves t
    WHERE t.token = $1 AND t.block_number = v.graduated_block AND t.log_index = v.graduation_log_index`,
};

const branchOf = (type: ActivityType): string => `
  (SELECT '${type}' AS type, * FROM (
    ${SOURCES[type]} AND (t.block_number, t.log_index) < (place.block, place.log)
    ORDER BY t.block_number DESC, t.log_index DESC LIMIT $5::int
  ) ${type})`;

/**
 * A page of an app's events, newest first; null when no app has the token. $1 token, $2, $3, $4 block, log index and block hash of the event that the page
 * starts below (or null), $5 its length.
 *
 * When a reorganisation has undone that block, it has undone all that stood above it, which is all that the pages have
 * shown: the page is then the first one of the chain as it is now, so that nothing is left out.
 */
export function activitySql(
  type: ActivityType | null,
): HeadStatement<
  [token: Address, block: number | null, logIndex: number | null, hash: string | null, limit: number],
  { activity: readonly ActivityRow[] | null }
> {
  const branches = (type === null ? ACTIVITY_TYPES : [type]).map(branchOf);
  return {
    name: `activity-${type ?? 'all'}`,
    text: `
      WITH place AS MATERIALIZED (
        SELECT CASE WHEN stands THEN $2::bigint ELSE 9223372036854775807 END AS block,
          CASE WHEN stands THEN $3::int ELSE 0 END AS log
        FROM (SELECT ${blockStands('$2::bigint', '$4::text')} AS stands FROM head h) cursor
      )
      SELECT h.*, CASE WHEN v.token IS NOT NULL THEN (
        SELECT coalesce(json_agg(json_build_object('type', page.type, 'txHash', '0x' || encode(page.tx_hash, 'hex'),
            'logIndex', page.log_index, 'blockNumber', page.block_number, 'blockHash', ${keptHashOf('page.block_number')},
            'timestamp', page.time,
            'from', page.sender, 'to', page.recipient, 'tokenAmount', page.token_amount::text,
            'platformAmount', page.platform_amount::text, 'priceUsd', page.price_usd,
            'usdAmount', page.usd_amount::text)), '[]')
        FROM (
          SELECT * FROM (${branches.join(' UNION ALL ')}) events
          ORDER BY block_number DESC, log_index DESC LIMIT $5
        ) page
      ) END AS activity
      FROM indexed_head h CROSS JOIN deployment d CROSS JOIN place LEFT JOIN curves v ON v.token = $1`,
  };
}
