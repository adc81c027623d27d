import type { Session } from '../postgres/session.js';

/** How often a standby says that it runs. */
const SAY_EVERY_MS = 2_000;

/** Whoever has not said so for this long is forgotten. */
const FORGET_AFTER_MS = 60_000;

/** Says that a process runs and does not write, for operators. */
export async function noteStandby(session: Session, name: string): Promise<void> {
  await session.query(
    `INSERT INTO index_standbys AS standby (name, seen_at) VALUES ($1, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at
    WHERE standby.seen_at < excluded.seen_at - $2 * interval '1 millisecond'`,
    [name, SAY_EVERY_MS],
  );
}

/** Forgets a standby that has become the writer, and those that run no longer. */
export async function forgetStandbys(session: Session, name: string): Promise<void> {
  await session.query(
    `DELETE FROM index_standbys
    WHERE name = $1 OR seen_at < clock_timestamp() - $2 * interval '1 millisecond'`,
    [name, FORGET_AFTER_MS],
  );
}
