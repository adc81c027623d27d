import type { FeedAnswer } from '@slipway/chain';
import { FeedPhases, type FeedPhase } from '../registry/feed-phases.js';
import type { Session } from '../postgres/session.js';

type PhaseRow = Omit<FeedPhase, 'opening'> & {
  readonly answer: string | null;
  readonly answeredAt: number | null;
};

/** Who answered for the feeds of an index, and when. It outlives a rebuild: nodes may not have the state of so old blocks any more. */
export async function readFeedPhases(session: Session): Promise<FeedPhases> {
  const { rows } = await session.query<PhaseRow>(
    `SELECT factor, from_block::float8 AS "fromBlock", '0x' || encode(block_hash, 'hex') AS "blockHash",
      extract(epoch FROM block_time)::float8 AS time, feed, aggregator, phase, decimals, answer::text,
      extract(epoch FROM answered_at)::float8 AS "answeredAt"
    FROM public.feed_phases WHERE EXISTS (SELECT FROM deployment WHERE price_feeds <> '{}') ORDER BY from_block, factor`,
  );
  return new FeedPhases(
    rows.map(({ answer, answeredAt, ...phase }) => {
      const isOpened = answer !== null && answeredAt !== null;
      const opening: FeedAnswer | null = isOpened ? { answer: BigInt(answer), updatedAt: answeredAt } : null;
      return { ...phase, opening };
    }),
  );
}

export async function addFeedPhases(session: Session, phases: readonly FeedPhase[]): Promise<void> {
  for (const { factor, fromBlock, blockHash, time, feed, aggregator, phase, decimals, opening } of phases)
    await session.query(
      `INSERT INTO public.feed_phases (factor, from_block, block_hash, block_time, feed, aggregator, phase, decimals,
        answer, answered_at)
      VALUES ($1, $2::bigint, decode(substr($3::text, 3), 'hex'), to_timestamp($4::float8), $5, $6, $7, $8, $9::numeric,
        to_timestamp($10::float8))
      ON CONFLICT (factor, from_block) DO NOTHING`,
      [
        ...[factor, fromBlock, blockHash, time, feed, aggregator, phase, decimals],
        ...[opening?.answer.toString() ?? null, opening?.updatedAt ?? null],
      ],
    );
}

/** Forgets what began after a block: the chain has other blocks there. */
export async function forgetFeedPhases(session: Session, block: number): Promise<void> {
  await session.query(`DELETE FROM public.feed_phases WHERE from_block > $1`, [block]);
}

/** The last block of the index that is served: up to it, all phases are known. -1 before the first. */
export async function servedUpTo(session: Session): Promise<number> {
  const { rows } = await session.query<{ block: number }>(
    'SELECT block_number::float8 AS block FROM chain.head',
  );
  return rows[0]?.block ?? -1;
}
