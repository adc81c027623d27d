import { addressOfId } from '@slipway/database';
import type { HeadBlock } from '../fold/fold-batch.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import { TIMELINE } from '../postgres/timeline.js';
import { append, partsOf, type BatchEntries, type OutboxEnd } from './outbox-entries.js';
import { readEventsAfter } from './outbox-events.js';

/** The stream resumes from no earlier than this. */
const KEPT_SECONDS = 900;

/** The bodies that are kept take no more than this, give or take what comes between two trims. */
const KEPT_BYTES = 64 * 2 ** 20;

/** A rollback that takes back more than this is told as a new begin. */
const MOST_RETRACTED = 10_000;

const END = 'last_seq::float8 AS seq, last_bytes::float8 AS bytes';

const UNDONE = `
  SELECT 'trade' AS kind, token_id, block_number, log_index, tx_hash, trader_id AS wallet_id FROM trades WHERE block_number > $1
  UNION ALL SELECT 'launch', token_id, block_number, log_index, launch_tx_hash, creator_id FROM apps WHERE block_number > $1
  UNION ALL SELECT 'graduation', token_id, graduated_block, graduation_log_index, graduation_tx_hash, NULL
    FROM curves WHERE graduated_block > $1`;

const RETRACTION = `
  SELECT ${END}, json_build_object(
    'toBlock', (SELECT block_number FROM head), 'validHash', $2::text, 'validTime', $3::timestamptz,
    'undone', (SELECT coalesce(json_agg(json_build_object('kind', u.kind, 'token', ${addressOfId('u.token_id')}, 'wallet', ${addressOfId('u.wallet_id')},
      'blockNumber', u.block_number, 'logIndex', u.log_index, 'txHash', '0x' || encode(u.tx_hash, 'hex'))
      ORDER BY u.block_number, u.log_index), '[]') FROM (${UNDONE}) u),
    'moved', (SELECT coalesce(json_agg(${addressOfId('m.token_id')}), '[]')
      FROM (SELECT DISTINCT token_id FROM reserves WHERE block_number > $1) m),
    'isFeedMoved', EXISTS (SELECT FROM oracle_prices WHERE block_number > $1))::text AS body
  FROM outbox_state WHERE epoch IS NOT NULL`;

/** Whether a block is young enough to be told of. */
export function isRecent({ timestamp }: HeadBlock): boolean {
  return timestamp * 1_000 > Date.now() - KEPT_SECONDS * 1_000;
}

/** Begins an outbox that has no hole, under a name of its own; one that is open stays so. @returns its end, and whether it was closed */
async function openOutbox(session: Session): Promise<OutboxEnd & { readonly isNew: boolean }> {
  const { rows } = await session.prepared<OutboxEnd & { isNew: boolean }>(
    `WITH opened AS (
      INSERT INTO outbox_state (epoch, timeline) SELECT nextval('index_revision'), ${TIMELINE}
      WHERE NOT EXISTS (SELECT FROM outbox_state WHERE epoch IS NOT NULL)
      ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, timeline = excluded.timeline
      RETURNING last_seq, last_bytes
    )
    SELECT ${END}, true AS "isNew" FROM opened
    UNION ALL SELECT ${END}, false FROM outbox_state WHERE epoch IS NOT NULL`,
  );
  const [end] = rows;
  if (end === undefined) throw new Error('the outbox has no end');
  return end;
}

/** Ends the outbox: what comes next is not in it. Costs nothing while it is closed. */
export async function closeOutbox(session: Session): Promise<void> {
  const { rowCount } = await session.prepared('UPDATE outbox_state SET epoch = NULL WHERE epoch IS NOT NULL');
  if (rowCount !== 0) await session.query('DELETE FROM outbox');
}

/**
 * Adds a batch's launches, trades and graduations, each block's in chain order, and its last block. Run when the batch's rows and
 * hashes are written. A new outbox begins with all that is not final yet, for those that are told of final blocks alone.
 */
export async function writeOutbox(
  session: Session,
  { events, head }: BatchEntries,
  finalBlock: number,
): Promise<void> {
  const end = await openOutbox(session);
  const told = end.isNew ? partsOf(await readEventsAfter(session, Math.max(-1, finalBlock))) : events;
  await runConcurrently([...append(session, end, [...told, head]), () => trim(session, finalBlock)]);
}

/** Adds what a rollback is about to take back, to an outbox that is open. Run before it does. @param ancestor the block that it leads to */
export async function retractFromOutbox(session: Session, ancestor: HeadBlock): Promise<void> {
  const { number: block, hash, timestamp } = ancestor;
  const { rowCount } = await session.query(`SELECT FROM (${UNDONE}) undone LIMIT ${MOST_RETRACTED + 1}`, [
    block,
  ]);
  if ((rowCount ?? 0) > MOST_RETRACTED) {
    await closeOutbox(session);
    return;
  }
  const { rows } = await session.query<OutboxEnd & { body: string }>(RETRACTION, [
    block,
    hash,
    new Date(timestamp * 1_000),
  ]);
  for (const { body, ...end } of rows)
    await runConcurrently(append(session, end, [{ kind: 'retract', entries: 1, block, tokenIds: [], body }]));
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
