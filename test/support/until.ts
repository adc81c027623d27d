import { setTimeout as sleep } from 'node:timers/promises';
import { RunningClock } from './running-clock.js';

const PAUSE_MS = 25;

/**
 * Waits until something holds.
 *
 * @param what says the awaited state, or the value known by then
 * @param timeoutMs time in which this process stands still does not count
 * @returns how long it took, in milliseconds
 * @throws Error when it does not in time
 */
export async function until(
  what: string | (() => string),
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 500_000,
): Promise<number> {
  const began = performance.now();
  const clock = new RunningClock();
  try {
    while (!(await holds())) {
      if (clock.ms > timeoutMs)
        throw new Error(`not within ${timeoutMs} ms: ${typeof what === 'string' ? what : what()}`);
      await sleep(PAUSE_MS);
    }
    return performance.now() - began;
  } finally {
    clock.stop();
  }
}
