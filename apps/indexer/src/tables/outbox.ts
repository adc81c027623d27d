import { addressOfId, keptHashOf } from '@slipway/database';
import type { Rows } from '../decode/rows.js';
import type { HeadBlock } from '../fold/fold-batch.js';
import type { Session } from '../postgres/session.js';
import { TIMELINE } from '../postgres/timeline.js';

/** The stream resumes from no earlier than this. */
const KEPT_SECONDS = 900;

/** The bodies that are kept take no more than this, give or take what comes between two trims. */
const KEPT_BYTES = 64 * 2 ** 20;

/** A rollback that takes back more than this is told as a new begin. */
const MOST_RETRACTED = 10_000;

/** After every event of its block. */
const HEAD_LOG_INDEX = 2_147_483_647;

/** What every event's body has: an item of the market's activity as rows of the API's reads have it. */
const body = (type: string, fields: string): string => `json_build_object('type', ${type},
  'token', ${addressOfId('a.token_id')}, 'symbol', a.symbol, 'logIndex', e.log_index, 'blockNumber', e.block_number,
  'blockHash', ${keptHashOf('e.block_number')}, ${fields})`;

const TRADES = `
  SELECT e.block_number, e.log_index, 'trade' AS kind, a.token_id, ${body(
    `CASE WHEN e.is_buy THEN 'buy' ELSE 'sell' END`,
    `'trader', trader.address, 'txHash', '0x' || encode(e.tx_hash, 'hex'), 'timestamp', b.time,
    'from', CASE WHEN e.is_buy THEN venue.address ELSE trader.address END,
    'to', CASE WHEN e.is_buy THEN trader.address ELSE venue.address END, 'tokenAmount', e.token_amount::text,
    'platformAmount', e.platform_amount::text, 'fee', e.fee::text, 'oraclePrice', b.oracle_price::text`,
  )} AS body
  FROM trades e CROSS JOIN deployment d JOIN apps a USING (token_id) JOIN curves v USING (token_id)
    LEFT JOIN block_times b ON b.number = e.block_number
    CROSS JOIN LATERAL (SELECT ${addressOfId('e.trader_id')} AS address) trader
    CROSS JOIN LATERAL (SELECT CASE WHEN e.in_pool THEN ${addressOfId('v.pool_id')} ELSE d.launchpad END AS address) venue
  WHERE e.block_number > $1`;

const LAUNCHES = `
  SELECT e.block_number, e.log_index, 'launch' AS kind, a.token_id, ${body(
    `'launch'`,
    `'trader', NULL, 'txHash', '0x' || encode(a.launch_tx_hash, 'hex'), 'timestamp', a.launched_at,
    'from', ${addressOfId('a.creator_id')}, 'to', NULL, 'tokenAmount', NULL, 'platformAmount', a.launch_cost::text,
    'fee', NULL, 'oraclePrice', b.oracle_price::text`,
  )} AS body
  FROM apps a LEFT JOIN block_times b ON b.number = a.block_number
    CROSS JOIN LATERAL (SELECT a.block_number, a.log_index) e
  WHERE a.block_number > $1`;

const GRADUATIONS = `
  SELECT e.block_number, e.log_index, 'graduation' AS kind, a.token_id, ${body(
    `'graduation'`,
    `'trader', NULL, 'txHash', '0x' || encode(v.graduation_tx_hash, 'hex'), 'timestamp', b.time,
    'from', d.launchpad, 'to', ${addressOfId('v.pool_id')}, 'tokenAmount', e.token_reserve::text,
    'platformAmount', e.platform_reserve::text, 'fee', NULL, 'oraclePrice', b.oracle_price::text`,
  )} AS body
  FROM curves v CROSS JOIN deployment d JOIN apps a USING (token_id) JOIN reserves e ON e.token_id = v.token_id
    AND e.block_number = v.graduated_block AND e.log_index = v.graduation_log_index
    LEFT JOIN block_times b ON b.number = e.block_number
  WHERE v.graduated_block > $1`;

/** Numbers entries after the last one, and adds them. @param entries selects block_number, log_index, kind, token_id, body */
const append = (entries: string): string => `
  WITH entry AS MATERIALIZED (
    SELECT entry.*, s.last_seq + row_number() OVER place AS seq,
      s.last_bytes + sum(octet_length(entry.body::text)) OVER place AS bytes_end
    FROM (${entries}) entry CROSS JOIN outbox_state s
    WINDOW place AS (ORDER BY entry.block_number, entry.log_index)
  ), written AS (
    INSERT INTO outbox (seq, block_number, kind, token_id, body, bytes_end)
    SELECT seq, block_number, kind, token_id, body, bytes_end FROM entry
  )
  UPDATE outbox_state SET last_seq = last.seq, last_bytes = last.bytes_end
  FROM (SELECT max(seq) AS seq, max(bytes_end) AS bytes_end FROM entry) last WHERE last.seq IS NOT NULL`;

const WRITE = append(`${TRADES} UNION ALL ${LAUNCHES} UNION ALL ${GRADUATIONS} UNION ALL
  SELECT $2::int, ${HEAD_LOG_INDEX}, 'head', NULL::int, $3::json`);

const UNDONE = `
  SELECT 'trade' AS kind, token_id, block_number, log_index, tx_hash FROM trades WHERE block_number > $1
  UNION ALL SELECT 'launch', token_id, block_number, log_index, launch_tx_hash FROM apps WHERE block_number > $1
  UNION ALL SELECT 'graduation', token_id, graduated_block, graduation_log_index, graduation_tx_hash
    FROM curves WHERE graduated_block > $1`;

const RETRACT = append(`
  SELECT $1::int AS block_number, ${HEAD_LOG_INDEX} AS log_index, 'retract' AS kind, NULL::int AS token_id, json_build_object(
    'toBlock', (SELECT block_number FROM head), 'validHash', $2::text, 'validTime', $3::timestamptz,
    'undone', (SELECT coalesce(json_agg(json_build_object('kind', u.kind, 'token', ${addressOfId('u.token_id')},
      'blockNumber', u.block_number, 'logIndex', u.log_index, 'txHash', '0x' || encode(u.tx_hash, 'hex'))
      ORDER BY u.block_number, u.log_index), '[]') FROM (${UNDONE}) u),
    'moved', (SELECT coalesce(json_agg(${addressOfId('m.token_id')}), '[]')
      FROM (SELECT DISTINCT token_id FROM reserves WHERE block_number > $1) m),
    'isFeedMoved', EXISTS (SELECT FROM oracle_prices WHERE block_number > $1)) AS body`);

/** Whether a block is young enough to be told of. */
export function isRecent({ timestamp }: HeadBlock): boolean {
  return timestamp * 1_000 > Date.now() - KEPT_SECONDS * 1_000;
}

/** Begins an outbox that has no hole, under a name of its own; one that is open stays so. @returns whether it was closed */
async function openOutbox(session: Session): Promise<boolean> {
  const { rowCount } = await session.prepared(
    `INSERT INTO outbox_state (epoch, timeline) SELECT nextval('index_revision'), ${TIMELINE}
    WHERE NOT EXISTS (SELECT FROM outbox_state WHERE epoch IS NOT NULL)
    ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, timeline = excluded.timeline`,
  );
  return rowCount === 1;
}

/** Ends the outbox: what comes next is not in it. Costs nothing while it is closed. */
export async function closeOutbox(session: Session): Promise<void> {
  const { rowCount } = await session.prepared('UPDATE outbox_state SET epoch = NULL WHERE epoch IS NOT NULL');
  if (rowCount !== 0) await session.query('DELETE FROM outbox');
}

/**
 * Adds a batch's launches, trades and graduations, each block's in chain order, and its last block. Run when the batch's rows and
 * hashes are written. A new outbox begins with all that is not final yet, for those that are told of final blocks alone.
 * @param before the last block before the batch
 */
export async function writeOutbox(
  session: Session,
  to: HeadBlock,
  { reserves, oraclePrices }: Pick<Rows, 'reserves' | 'oraclePrices'>,
  before: number,
  finalityBlocks: number,
): Promise<void> {
  const moved = [...new Set(reserves.map(({ token }) => token))];
  const head = {
    hash: to.hash,
    time: new Date(to.timestamp * 1_000),
    moved,
    isFeedMoved: oraclePrices.length > 0,
  };
  const isNew = await openOutbox(session);
  const after = isNew ? Math.max(-1, to.number - finalityBlocks) : before;
  await session.prepared(WRITE, [after, to.number, JSON.stringify(head)]);
  await trim(session, to.number - finalityBlocks);
}

/** Adds what a rollback is about to take back, to an outbox that is open. Run before it does. @param ancestor the block that it leads to */
export async function retractFromOutbox(session: Session, ancestor: HeadBlock): Promise<void> {
  const { number, hash, timestamp } = ancestor;
  const { rowCount } = await session.query(`SELECT FROM (${UNDONE}) undone LIMIT ${MOST_RETRACTED + 1}`, [
    number,
  ]);
  if ((rowCount ?? 0) > MOST_RETRACTED) await closeOutbox(session);
  else if ((await session.query('SELECT FROM outbox_state WHERE epoch IS NOT NULL')).rowCount === 1) {
    await session.query(RETRACT, [number, hash, new Date(timestamp * 1_000)]);
  }
}

/** Now and then deletes entries that are too old or take too much; none that listeners of final blocks still wait for. */
async function trim(session: Session, finalBlock: number): Promise<void> {
  await session.prepared(
    `WITH due AS (
      UPDATE outbox_state SET trimmed_at = now() WHERE trimmed_at < now() - interval '30 seconds' RETURNING last_bytes
    ), bound AS MATERIALIZED (
      SELECT (SELECT max(seq) FROM outbox
        WHERE block_number <= $3 AND (written_at < now() - make_interval(secs => $1) OR bytes_end <= due.last_bytes - $2::bigint)) AS seq FROM due
    )
    DELETE FROM outbox USING bound WHERE outbox.seq <= bound.seq`,
    [KEPT_SECONDS, KEPT_BYTES, finalBlock],
  );
}
