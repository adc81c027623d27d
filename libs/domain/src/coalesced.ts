/**
 * Makes many calls few: runs never overlap, and whatever is asked for during a run leads to one more run after it, so
 * that what the last caller knew of is seen. Calls during a run wait for that last one.
 */
export function coalesced(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;

  async function runUntilQuiet(): Promise<void> {
    while (again) {
      again = false;
      await run();
    }
  }

  return () => {
    again = true;
    running ??= runUntilQuiet().finally(() => {
      running = null;
    });
    return running;
  };
}
