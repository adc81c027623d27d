/** Milliseconds of the fastest of a few runs: what the work takes, not what a busy machine adds. */
export function fastestRun(work: () => unknown, runs = 5): number {
  const times = Array.from({ length: runs }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}
