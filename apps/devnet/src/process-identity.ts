import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from './error-code.js';

const run = promisify(execFile);

/** Places in /proc/PID/stat (proc_pid_stat(5)), counted after the command, whose name may hold spaces. */
const STATE = 0;
const THREADS = 17;
const START_TIME = 19;

/**
 * Tells one process from a later one that was given the same number: when it started, by the kernel's clock.
 * Null when no process (or only a dead, unreaped one) has the number.
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return linuxIdentity(pid);
  try {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() === '' ? null : stdout.trim();
  } catch {
    // ps exits with 1 exactly when there is no such process.
    return null;
  }
}

async function linuxIdentity(pid: number): Promise<string | null> {
  try {
    const [line, bootId] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    const startTime = startTimeOf(line);
    return startTime === null ? null : `${bootId.trim()}:${startTime}`;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}

/**
 * When the process of a line of /proc/PID/stat started, or null when it is dead but unreaped (a zombie). A zombie with
 * more than one thread still dies: the others hold its ports and files until the last has ended (measured: 100 ms for
 * an anvil of half a gigabyte).
 */
export function startTimeOf(statLine: string): string | null {
  const fields = statLine.slice(statLine.lastIndexOf(')') + 2).split(' ');
  if (fields[STATE] === 'Z' && Number(fields[THREADS]) <= 1) return null;
  return fields[START_TIME] ?? null;
}
