import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './process-identity.js';
import { errorCode } from './error-code.js';

/** A process as it was recorded: its number alone may be another process's by now. */
export interface RecordedProcess {
  readonly pid: number;
  readonly identity: string;
}

const POLL_MS = 50;

/**
 * Stops a process that is still the recorded one: first politely, with SIGKILL after the patience ends.
 * Returns whether there was anything to stop.
 */
export async function stopProcess(
  recorded: RecordedProcess,
  signal: NodeJS.Signals,
  patienceMs: number,
): Promise<boolean> {
  if (!(await isSame(recorded))) return false;
  send(recorded.pid, signal);
  if (await isGone(recorded, patienceMs)) return true;
  send(recorded.pid, 'SIGKILL');
  if (!(await isGone(recorded, patienceMs)))
    throw new Error(`process ${recorded.pid} does not end, not even on SIGKILL`);
  return true;
}

async function isSame({ pid, identity }: RecordedProcess): Promise<boolean> {
  return (await processIdentity(pid)) === identity;
}

async function isGone(recorded: RecordedProcess, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (!(await isSame(recorded))) return true;
    await sleep(POLL_MS);
  }
  return false;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended between the look and the signal.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
