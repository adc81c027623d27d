/**
 * What a synchronous run takes of this process's CPU, in milliseconds: the least of five, since the compiler and the
 * collector of garbage work in the same process. Waiting for a busy machine does not count.
 */
export function cpuOf(run: () => unknown): number {
  return Math.min(...Array.from({ length: 5 }, () => measure(run)));
}

function measure(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
