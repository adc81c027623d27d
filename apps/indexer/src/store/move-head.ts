import type { BlockHeader } from '#chain';
import { HEAD_CHANNEL } from '#database';
import type { Session } from './session.js';

export type HeadBlock = Pick<BlockHeader, 'number' | 'hash' | 'timestamp'>;

/**
 * Makes a block the indexed head, and announces it to the API's instances when the transaction commits.
 *
 * @param levelAt when this block was found to be the node's newest; null while there is more to read
 */
export async function moveHead(session: Session, head: HeadBlock, levelAt: Date | null): Promise<void> {
  await session.query({
    name: 'move-head',
    text: `
      INSERT INTO head (block_number, block_hash, block_time, level_at, distributors, generation)
      VALUES ($1::bigint, decode(substr($2::text, 3), 'hex'), $3::timestamptz, coalesce($4, to_timestamp(0)),
        (SELECT count(*) FROM reward_distributors), nextval('generation'))
      ON CONFLICT (id) DO UPDATE SET block_number = excluded.block_number, block_hash = excluded.block_hash,
        block_time = excluded.block_time, level_at = coalesce($4, head.level_at),
        generation = excluded.generation`,
    values: [head.number, head.hash, new Date(head.timestamp * 1_000), levelAt],
  });
  await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, String(head.number)]);
}

/** Notes that the indexer is level with the node's head, though no block came. */
export async function confirmLevel(session: Session, levelAt: Date): Promise<void> {
  await session.query({ name: 'confirm-level', text: 'UPDATE head SET level_at = $1', values: [levelAt] });
}

/** Keeps the hashes of these blocks and no others. */
export async function replaceHashes(
  session: Session,
  blocks: readonly Pick<BlockHeader, 'number' | 'hash'>[],
): Promise<void> {
  await session.query('DELETE FROM blocks');
  await keepHashes(session, blocks, 0);
}

/** Keeps the hashes of blocks that may still be reorganised, and forgets those that are final. */
export async function keepHashes(
  session: Session,
  blocks: readonly Pick<BlockHeader, 'number' | 'hash'>[],
  finalBefore: number,
): Promise<void> {
  await session.query({
    name: 'keep-hashes',
    text: `
      INSERT INTO blocks (number, hash)
      SELECT number, decode(substr(hash, 3), 'hex') FROM unnest($1::bigint[], $2::text[]) AS row (number, hash)`,
    values: [blocks.map((block) => block.number), blocks.map((block) => block.hash)],
  });
  await session.query({
    name: 'forget-hashes',
    text: 'DELETE FROM blocks WHERE number < $1',
    values: [finalBefore],
  });
}
