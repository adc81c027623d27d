import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './files/files.js';

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
export function processIdentity(pid: number): string | null {
  try {
    if (process.platform !== 'linux') return askPs(pid, 'lstart=');
    const startTime = startTimeOf(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return startTime === null ? null : `${bootId}:${startTime}`;
  } catch (error) {
    // ps exits with 1 exactly when there is no such process.
    const isGone =
      ['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '') || (error as { status?: number }).status === 1;
    if (isGone) return null;
    throw error;
  }
}

/** How a process that runs was called. */
export function commandOf(pid: number): string {
  return process.platform === 'linux' ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : askPs(pid, 'command=');
}

function askPs(pid: number, column: string): string {
  return execFileSync('ps', ['-o', column, '-p', `${pid}`], { encoding: 'utf8' }).trim();
}

/**
 * When the process of a line of /proc/PID/stat started, or null when it is dead but unreaped (a zombie). A zombie with
 * more than one thread still dies: the others hold its ports and files until the last has ended.
 */
export function startTimeOf(statLine: string): string | null {
  const fields = statLine.slice(statLine.lastIndexOf(')') + 2).split(' ');
  if (fields[STATE] === 'Z' && Number(fields[THREADS]) <= 1) return null;
  return fields[START_TIME] ?? null;
}

/**
 * Stops a process that is still the recorded one: first with its own signal, later with SIGKILL.
 *
 * @param onKill told before SIGKILL
 * @returns whether there was anything to stop
 */
export async function stopProcess(
  { pid, identity }: RecordedProcess,
  signal: NodeJS.Signals,
  onKill: () => void = () => undefined,
): Promise<boolean> {
  if (processIdentity(pid) !== identity) return false;
  for (const next of [signal, 'SIGKILL'] as const) {
    if (next === 'SIGKILL') onKill();
    try {
      process.kill(pid, next);
    } catch (error) {
      // It ended between the look and the signal.
      if (errorCode(error) !== 'ESRCH') throw error;
    }
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (processIdentity(pid) !== identity) return true;
      await sleep(POLL_MS);
    }
  }
  throw new Error(`process ${pid} does not end, not even on SIGKILL`);
}
