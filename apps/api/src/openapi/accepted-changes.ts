/** A breaking change that was made all the same, as `findBreakingChanges` says it, and why. */
export interface AcceptedChange {
  readonly change: string;
  readonly date: string;
  readonly reason: string;
}

/**
 * Breaking changes of stable operations that were accepted. One is added with the commit that makes it, and stays: clients
 * that were written before can read here what happened.
 */
export const ACCEPTED_CHANGES: readonly AcceptedChange[] = [
  ...['get /apps: response.apps[]', 'get /apps/{tokenAddress}: response'].map((where) => ({
    change: `${where}.volume24hUsd: type changed`,
    date: '2026-11-22',
    reason:
      'The volume was 0, or too low, when a trade of the window had no price in USD. A figure that is not known is null ' +
      'everywhere else, and a false 0 misleads more clients than a null surprises.',
  })),
];

/** Breaking changes that were not accepted. */
export function refusedChanges(
  found: readonly string[],
  accepted: readonly AcceptedChange[] = ACCEPTED_CHANGES,
): string[] {
  return found.filter((change) => !accepted.some((one) => one.change === change));
}
