import type { BlockHeader } from '@slipway/chain';
import { HEAD_CHANNEL } from '@slipway/database';
import type { HeadBlock } from '../fold/fold-batch.js';
import type { Session } from '../postgres/session.js';

/** So far back an operator may take the index to any block. */
export const RECENT_BLOCKS = 1_024;

/** Of older blocks the hash of each 256th is kept: a rewind undoes at most so many more than it would have to. */
export const CHECKPOINT_BLOCKS = 256;

export type HashedBlock = Pick<BlockHeader, 'number' | 'hash'>;

/**
 * Makes a block the indexed head, and announces it to the API's instances when the transaction commits.
 * @param levelAt when this block was found to be the node's newest; null while there is more to read
 * @param finalBefore blocks before it are final from now on; 0 changes nothing
 * @param fundingsFrom the block from which an empty index has all fundings; null: from now on it does not. Later ones change nothing
 */
export async function moveHead(
  session: Session,
  head: HeadBlock,
  levelAt: Date | null,
  finalBefore = 0,
  fundingsFrom: number | null = 0,
): Promise<void> {
  await session.prepared(
    `
      INSERT INTO head (block_number, block_hash, block_time, level_at, distributors, revision, final_before, fundings_from)
      VALUES ($1::bigint, decode(substr($2::text, 3), 'hex'), $3::timestamptz, coalesce($4, to_timestamp(0)),
        (SELECT count(*) FROM reward_distributors), nextval('index_revision'), $5::bigint, $6::bigint)
      ON CONFLICT (id) DO UPDATE SET block_number = excluded.block_number, block_hash = excluded.block_hash,
        block_time = excluded.block_time, final_before = greatest(head.final_before, excluded.final_before), level_at = coalesce($4, head.level_at),
        fundings_from = CASE WHEN excluded.fundings_from IS NOT NULL THEN head.fundings_from END,
        revision = excluded.revision, reread_block = least(head.reread_block, excluded.block_number)`,
    [head.number, head.hash, new Date(head.timestamp * 1_000), levelAt, finalBefore, fundingsFrom],
  );
  await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, String(head.number)]);
}

export async function confirmLevel(session: Session, levelAt: Date): Promise<void> {
  await session.prepared('UPDATE head SET level_at = $1', [levelAt]);
}

/** The last block up to which all were read a second time; -1 before the first. */
export async function rereadUpTo(session: Session): Promise<number> {
  const { rows } = await session.prepared<{ block: number }>(
    'SELECT reread_block::float8 AS block FROM head',
    [],
  );
  return rows[0]?.block ?? -1;
}

/** Nothing is noted where the index was taken back, or replaced, meanwhile. @param before as it was when these blocks were asked for */
export async function noteReread(session: Session, before: number, block: number): Promise<void> {
  await session.prepared('UPDATE head SET reread_block = $2 WHERE reread_block = $1', [before, block]);
}

/** An index that was taken back is as old as its block: what it serves is not of now. */
export async function levelNoLaterThanHead(session: Session): Promise<void> {
  await session.query('UPDATE head SET level_at = least(level_at, block_time)');
  await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, 'level']);
}

/** The first of the recent blocks of a head: their hashes are all kept. */
export function firstRecent(head: number, finalBefore: number): number {
  return Math.min(finalBefore, head - RECENT_BLOCKS);
}

/** Keeps the hashes of these blocks, neighbours all, and of no others from the first of them on. */
export async function replaceHashes(session: Session, blocks: readonly HashedBlock[]): Promise<void> {
  await session.query('DELETE FROM blocks WHERE number >= $1', [blocks[0]?.number]);
  await insertHashes(session, blocks);
}

/**
 * Keeps the hashes of a range's blocks that may still be reorganised, are checkpoints, or will be recent. Of earlier
 * blocks that are recent no longer, it leaves the checkpoints.
 * @param newest number of the chain's newest block: in a backfill nothing is kept only to be deleted with the next batch
 */
export async function keepHashes(
  session: Session,
  blocks: readonly HashedBlock[],
  { newest, firstUnfinal }: { readonly newest: number; readonly firstUnfinal: number },
): Promise<void> {
  const head = blocks.at(-1)?.number;
  if (head === undefined) return;
  const recent = firstRecent(head, firstUnfinal);
  await insertHashes(
    session,
    blocks.filter(
      ({ number }) =>
        number >= Math.min(firstUnfinal, newest - RECENT_BLOCKS) || number % CHECKPOINT_BLOCKS === 0,
    ),
  );
  await session.prepared(
    `DELETE FROM blocks WHERE number < $1::bigint AND number % $2 <> 0
      AND number >= (SELECT block_number FROM head) - $3::bigint`,
    [recent, CHECKPOINT_BLOCKS, head - recent],
  );
}

/** Final blocks stay so, though the head was taken back; with 0 only those final below the head itself. */
export async function holdFinal(session: Session, before: number): Promise<void> {
  await session.query('UPDATE head SET final_before = $1', [before]);
}

async function insertHashes(session: Session, blocks: readonly HashedBlock[]): Promise<void> {
  await session.prepared(
    `
      INSERT INTO blocks (number, hash)
      SELECT number, decode(substr(hash, 3), 'hex') FROM unnest($1::bigint[], $2::text[]) AS row (number, hash)`,
    [blocks.map((block) => block.number), blocks.map((block) => block.hash)],
  );
}
