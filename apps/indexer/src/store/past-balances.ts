import type { ClientBase } from 'pg';

/**
 * Walks over an app's holders go on in the state of the index that they began in. For that, every change of a balance
 * leaves behind what it was, numbered by the state (generation) that it was the last of. An index that is far behind
 * its chain leaves nothing: nobody walks it, and a backfill would write everything twice.
 */
export const IS_WALKED = `head.level_at > now() - interval '10 minutes'`;

/** Ends the head's generation, and forgets those that ended longer ago than a walk may take (5 minutes are promised). */
export async function endGeneration(client: ClientBase): Promise<void> {
  await client.query({
    name: 'end-generation',
    text: `
      WITH ended AS (
        INSERT INTO past_generations (generation, block_number, block_hash, block_time, ended_at)
        SELECT generation, block_number, block_hash, block_time, now() FROM head WHERE ${IS_WALKED}
      )
      DELETE FROM past_generations
      WHERE ended_at < now() - interval '10 minutes' OR NOT EXISTS (SELECT FROM head WHERE ${IS_WALKED})`,
  });
  await client.query({
    name: 'forget-balances',
    text: `
      DELETE FROM past_balances
      WHERE generation < (SELECT coalesce(min(generation), 9223372036854775807) FROM past_generations)`,
  });
}
