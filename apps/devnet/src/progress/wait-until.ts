import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a wait early: the awaited state cannot come any more. */
export class WaitAborted extends Error {}

const POLL_MS = 100;

/**
 * Asks until the result is true. A call that fails counts as "not yet", and is the cause of the error when time
 * runs out.
 */
export async function waitUntil(
  what: string,
  timeoutMs: number,
  question: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  while (Date.now() < deadline) {
    try {
      if (await question()) return;
    } catch (error) {
      if (error instanceof WaitAborted) throw error;
      cause = error;
    }
    await sleep(POLL_MS);
  }
  throw new Error(`${what}: not after ${timeoutMs / 1000} s`, { cause });
}
