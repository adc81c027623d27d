import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from './files.js';

const run = promisify(execFile);

/** Places in /proc/PID/stat (proc_pid_stat(5)), counted after the command, whose name may hold spaces. */
const [STATE, THREADS, START_TIME] = [0, 17, 19];
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 50;

/** A process as it was recorded: its number alone may be another process's by now. */
export interface RecordedProcess {
  readonly pid: number;
  readonly identity: string;
}

/**
 * Tells one process from a later one that was given the same number: when it started, by the kernel's clock.
 * Null when no process (or only a dead, unreaped one) has the number.
 */
export async function processIdentity(pid: number): Promise<string | null> {
  try {
    if (process.platform !== 'linux')
      return (await run('ps', ['-o', 'lstart=', '-p', `${pid}`])).stdout.trim();
    const startTime = startTimeOf(await readFile(`/proc/${pid}/stat`, 'utf8'));
    const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return startTime === null ? null : `${bootId.trim()}:${startTime}`;
  } catch (error) {
    // ps exits with 1 exactly when there is no such process.
    if (['ENOENT', 'ESRCH', 1].includes(errorCode(error) ?? '')) return null;
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

/**
 * Stops a process that is still the recorded one: first politely, later with SIGKILL.
 *
 * @returns whether there was anything to stop
 */
export async function stopProcess(
  { pid, identity }: RecordedProcess,
  signal: NodeJS.Signals,
): Promise<boolean> {
  const isGone = async (): Promise<boolean> => (await processIdentity(pid)) !== identity;
  if (await isGone()) return false;
  for (const next of [signal, 'SIGKILL'] as const) {
    try {
      process.kill(pid, next);
    } catch (error) {
      // It ended between the look and the signal.
      if (errorCode(error) !== 'ESRCH') throw error;
    }
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (await isGone()) return true;
      await sleep(POLL_MS);
    }
  }
  throw new Error(`process ${pid} does not end, not even on SIGKILL`);
}
