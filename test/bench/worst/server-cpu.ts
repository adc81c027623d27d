import { readdirSync, readFileSync } from 'node:fs';

/** How long all threads of a process have computed so far, in milliseconds. Linux counts nanoseconds here. */
export function cpuMilliseconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}
