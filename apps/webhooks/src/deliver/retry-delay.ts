/** Longest waits after each failed attempt but the last, in seconds: on the average ten attempts take a day. */
const LONGEST_SECONDS = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200, 97_200];

export const MOST_ATTEMPTS = LONGEST_SECONDS.length + 1;

/**
 * How long to wait before the next attempt, in milliseconds: any time up to the longest, so that receivers that were away are not met by all at
 * once. Null after the last attempt.
 *
 * @param attempts those that failed
 * @param random 0 to 1
 */
export function retryDelay(attempts: number, random = Math.random()): number | null {
  const longest = LONGEST_SECONDS[attempts - 1];
  return longest === undefined ? null : Math.round(longest * 1_000 * random);
}
