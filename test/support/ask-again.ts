import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 120_000;

/** A response that is not of a machine too busy to give one: 503 says when to ask again. */
export function askAgain<T extends { readonly status: number | undefined }>(
  ask: () => Promise<T>,
): Promise<T>;
export function askAgain<T>(
  ask: () => Promise<T>,
  statusOf: (response: T) => number | undefined,
  longestMs?: number,
): Promise<T>;
export async function askAgain<T>(
  ask: () => Promise<T>,
  statusOf = (response: T) => (response as { readonly status?: number }).status,
  longestMs = LONGEST_MS,
): Promise<T> {
  for (const until = Date.now() + longestMs; ;) {
    const response = await ask();
    if (statusOf(response) !== 503 || Date.now() > until) return response;
    await sleep(500);
  }
}
