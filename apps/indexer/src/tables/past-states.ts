import type { Session } from '../postgres/session.js';

/**
 * Walks over lists that move go on in the state of the index that they began in. For that, every change of a balance
 * or an app leaves behind what it was, numbered by the state (generation) that it was the last of. An index that is far
 * behind its chain leaves nothing: no page of it is asked for, and a backfill would write everything twice.
 */
export const IS_WALKED = `head.level_at > now() - interval '10 minutes'`;

export async function isWalked(session: Session): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'is-walked',
    text: `SELECT FROM head WHERE ${IS_WALKED}`,
  });
  return rowCount === 1;
}

/** The feed's last answer up to a block, and up to a time. */
const ANSWER = `SELECT answer FROM oracle_prices WHERE block_number <= head.block_number
  ORDER BY block_number DESC, log_index DESC LIMIT 1`;
const ANSWER_24H = `SELECT answer FROM oracle_prices WHERE time <= head.block_time - interval '24 hours'
  ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1`;

/**
 * Ends the head's generation, and forgets those that ended longer ago than a walk may take (5 minutes are promised). Run
 * before anything of the next one is written.
 */
export async function endGeneration(session: Session): Promise<void> {
  await session.query({
    name: 'end-generation',
    text: `
      WITH ended AS (
        INSERT INTO past_generations (generation, block_number, block_hash, block_time, ended_at, answer, answer_24h)
        SELECT generation, block_number, block_hash, block_time, now(), (${ANSWER}), (${ANSWER_24H})
        FROM head WHERE ${IS_WALKED}
      )
      DELETE FROM past_generations
      WHERE ended_at < now() - interval '10 minutes' OR NOT EXISTS (SELECT FROM head WHERE ${IS_WALKED})`,
  });
  for (const table of ['past_balances', 'past_apps']) {
    await session.query({
      name: `forget-${table}`,
      text: `
        DELETE FROM ${table}
        WHERE generation < (SELECT coalesce(min(generation), 9223372036854775807) FROM past_generations)`,
    });
  }
}
