import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 25;

/**
 * Waits until something holds.
 *
 * @param what says the awaited state, or the value known by then
 * @returns how long it took, in milliseconds
 * @throws Error when it does not in time
 */
export async function until(
  what: string | (() => string),
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 500_000,
): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > timeoutMs)
      throw new Error(`not within ${timeoutMs} ms: ${typeof what === 'string' ? what : what()}`);
    await sleep(PAUSE_MS);
  }
  return performance.now() - began;
}
