import { readFileSync } from 'node:fs';

/** Linux counts in hundredths. */
const TICKS_PER_SECOND = 100;

/** How long a process has computed so far, user and system together. */
export function cpuSeconds(pid: number): number {
  return secondsOf(`/proc/${pid}/stat`);
}

/** How long one thread of a process has. Its main thread has the process's number. */
export function threadSeconds(pid: number, thread: number): number {
  return secondsOf(`/proc/${pid}/task/${thread}/stat`);
}

function secondsOf(file: string): number {
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
