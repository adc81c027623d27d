import type { Session } from '../postgres/session.js';

/**
 * Pagination over lists that change goes on in the state that it began in: every change of a balance or an app leaves behind
 * what it was. An index that is far behind leaves nothing: no page of it is asked for, and a backfill would write all twice.
 */
export const IS_WALKED = `head.level_at > now() - interval '10 minutes'`;

export async function isWalked(session: Session): Promise<boolean> {
  const { rowCount } = await session.prepared(`SELECT FROM head WHERE ${IS_WALKED}`);
  return rowCount === 1;
}

/** The feed's last answer up to a block, and up to a time. */
const ANSWER = `SELECT answer FROM oracle_prices WHERE block_number <= head.block_number
  ORDER BY block_number DESC, log_index DESC LIMIT 1`;
const ANSWER_24H = `SELECT answer FROM oracle_prices WHERE time <= head.block_time - interval '24 hours'
  ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1`;

/**
 * Ends the head's generation, and forgets those that ended longer ago than pagination may take (5 minutes are promised).
 * Run before anything of the next one is written.
 */
export async function endGeneration(session: Session): Promise<void> {
  await session.prepared(`
      WITH ended AS (
        INSERT INTO past_generations (generation, block_number, block_hash, block_time, ended_at, answer, answer_24h)
        SELECT generation, block_number, block_hash, block_time, now(), (${ANSWER}), (${ANSWER_24H})
        FROM head WHERE ${IS_WALKED}
      )
      DELETE FROM past_generations
      WHERE ended_at < now() - interval '10 minutes' OR NOT EXISTS (SELECT FROM head WHERE ${IS_WALKED})`);
  for (const table of ['past_balances', 'past_apps']) {
    await session.prepared(`
        DELETE FROM ${table}
        WHERE generation < (SELECT coalesce(min(generation), 9223372036854775807) FROM past_generations)`);
  }
}
