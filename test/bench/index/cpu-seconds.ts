import { readFileSync } from 'node:fs';

/** Linux counts in hundredths. */
const TICKS_PER_SECOND = 100;

/** How long a process has computed so far, user and system together. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
