import { addressOfId, isHidden, type HeadStatement } from '@slipway/database';
import { FINAL_COLUMN, finalTable } from './final-block.sql.js';
import type { FinalEvents } from './types/final-events.types.js';

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
): string => `SELECT r.platform_reserve, r.token_reserve FROM reserves r
  WHERE r.token_id = e.token_id AND (r.block_number, r.log_index) ${comparison} (e.block_number, e.log_index)
  ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1`;

const EVENT = `json_build_object('kind', e.kind, 'token', ${addressOfId('e.token_id')}, 'pool', ${addressOfId('v.pool_id')},
  'blockNumber', e.block_number, 'time', floor(extract(epoch FROM (SELECT time FROM block_times WHERE number = e.block_number)))::bigint,
  'txHash', '0x' || encode(e.tx_hash, 'hex'), 'maker', ${addressOfId('e.maker_id')}, 'hidden', ${isHidden('e.token_id')},
  'platformBefore', before.platform_reserve::text, 'tokenBefore', before.token_reserve::text,
  'platformAfter', after.platform_reserve::text, 'tokenAfter', after.token_reserve::text,
  'isBuy', e.is_buy, 'inPool', e.in_pool, 'platformAmount', e.platform_amount::text, 'fee', e.fee::text, 'tokenAmount', e.token_amount::text)`;

/**
 * Events that moved the markets in blocks $1 to $2, in chain order, if $2 is final: trades, graduations, liquidity. $3 blocks
 * until one is final. Each is found by its block, and its reserves by the app and the block. Where they are $4 or more, they are
 * counted and nothing else: no more is looked for than up to the last of so many trades.
 */
export const FINAL_EVENTS: HeadStatement<
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
