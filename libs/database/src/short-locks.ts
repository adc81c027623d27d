import { setTimeout as delay } from 'node:timers/promises';

/** PostgreSQL's lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

/** What waits for a lock stops all who come after it: half of what the API's statements wait for one. */
const LOCK_TIMEOUT_MS = 500;

/** Meanwhile those who waited go on. */
const PAUSE_MS = 1_000;

const GIVE_UP_AFTER_MS = 10 * 60_000;

/**
 * Runs a script that is one transaction, and that may have to wait for others to let a table go: never for longer than requests
 * can wait behind it. It is tried again until what it needs is free.
 *
 * @param run a script behind the statement that it is given, which limits its locks
 * @throws Error of the last try, after ten minutes
 */
export async function withShortLocks<T>(
  run: (limit: string) => Promise<T>,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<T> {
  const endsAt = performance.now() + giveUpAfterMs;
  for (;;) {
    try {
      return await run(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || performance.now() >= endsAt) throw error;
    }
    await delay(PAUSE_MS);
  }
}
