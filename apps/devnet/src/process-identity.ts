import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from './error-code.js';

const run = promisify(execFile);

/** Field 22 of /proc/PID/stat, counted after the command's closing parenthesis (which may hold spaces). */
const START_TIME_AFTER_COMMAND = 19;

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
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const startTime = fields[START_TIME_AFTER_COMMAND];
    if (startTime === undefined || fields[0] === 'Z') return null;
    return `${bootId.trim()}:${startTime}`;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}
