/**
 * Makes many calls few: runs never overlap. Calls during a run lead to one more run after it: what the last caller knew of is
 * seen. They wait for that last one.
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
