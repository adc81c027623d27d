import type { Session } from './session.js';

/**
 * Keeps, for each UTC day that the index leaves behind, the positions that changed in it, as they were at its end.
 *
 * @param since time of the last block before the range; null when there is none
 * @param to time of the range's last block, whose day stays open
 */
export async function closeDays(session: Session, since: Date | null, to: Date): Promise<void> {
  const open = dayOf(to);
  if (since !== null && dayOf(since) === open) return;
  await session.query({
    name: 'close-days',
    text: `
      INSERT INTO position_days (wallet, day, token, known_quantity, unknown_quantity, cost, realized)
      SELECT DISTINCT ON (wallet, day, token) wallet, day, token, known_quantity, unknown_quantity, cost, realized
      FROM ledger_entries CROSS JOIN LATERAL (SELECT (time AT TIME ZONE 'UTC')::date AS day) of_entry
      WHERE time >= $1::timestamptz AND time < $2::timestamptz
      ORDER BY wallet, day, token, time DESC, block_number DESC, log_index DESC`,
    values: [since === null ? '-infinity' : startOf(dayOf(since)), startOf(open)],
  });
}

/** Forgets the ends of days that a rollback opens again: that of its newest block, and those after it. */
export async function reopenDays(session: Session, to: Date): Promise<void> {
  await session.query('DELETE FROM position_days WHERE day >= $1::date', [dayOf(to)]);
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const startOf = (day: string): string => `${day}T00:00:00Z`;
