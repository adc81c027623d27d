import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessAccount } from './postgres-account.js';
import type { ProcessName, RunRecord } from './run-record.js';

export interface ProcessPlan {
  readonly name: ProcessName;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly workingFolder: string;
  readonly account?: ProcessAccount;
  /** What makes this program end in order. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** Runs before every start, a restart included. */
  readonly prepare?: () => Promise<void>;
}

/** What all processes of a run share. */
export interface Run {
  readonly logFolder: string;
  readonly record: RunRecord;
  readonly say: (line: string) => void;
  /** Nothing is started after it. */
  readonly stopping: AbortSignal;
}

export interface SupervisedProcess {
  readonly name: ProcessName;
  readonly isAlive: () => boolean;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A process that lived this long starts over with the first delay. */
const HEALTHY_AFTER_MS = 60_000;
const LARGEST_LOG_BYTES = 10 * 2 ** 20;
const SHOWN_LOG_LINES = 8;

/**
 * Starts a child in a session of its own. So Ctrl-C reaches only us, and the children end in our order. When it dies by itself it
 * is started again, after a growing delay.
 */
export async function supervise(plan: ProcessPlan, run: Run): Promise<SupervisedProcess> {
  const { name } = plan;
  const logFile = path.join(run.logFolder, `${name.toLowerCase()}.log`);
  let child = await startChild(plan, run, logFile);
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const keepAlive = async (): Promise<void> => {
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
      const startedAt = Date.now();
      if (child.pid !== undefined && isAlive()) await once(child, 'exit');
      run.stopping.throwIfAborted();
      if (child.pid !== undefined) run.record.remove(child.pid);
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) delayMs = FIRST_DELAY_MS;
      const again = `starting it again in ${delayMs / 1_000} s; its last lines:`;
      run.say(`! ${name} ended (${reasonOf(child)}), ${again}\n${lastLinesOf(logFile)}`);
      await sleep(delayMs, undefined, { signal: run.stopping });
      child = await startChild(plan, run, logFile);
    }
  };
  keepAlive().catch((error: unknown) => {
    if (!run.stopping.aborted) run.say(`! ${name} cannot be started again: ${String(error)}`);
  });
  return { name, isAlive };
}

async function startChild(plan: ProcessPlan, run: Run, logFile: string): Promise<ChildProcess> {
  const { name, command, args, account, workingFolder, environment, stopSignal, prepare } = plan;
  await prepare?.();
  run.stopping.throwIfAborted();
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG_BYTES) renameSync(logFile, `${logFile}.1`);
  // It writes by itself: when we are killed it must live on, to end in order at the next start.
  const log = openSync(logFile, 'a');
  const stdio: ['ignore', number, number] = ['ignore', log, log];
  const child = spawn(command, args, {
    ...account,
    cwd: workingFolder,
    env: environment,
    detached: true,
    stdio,
  });
  closeSync(log);
  // Without a listener the event of a program that cannot be started would end us; a missing pid tells the same.
  child.once('error', () => undefined);
  if (child.pid !== undefined) run.record.add({ name, pid: child.pid, stopSignal });
  return child;
}

function lastLinesOf(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-SHOWN_LOG_LINES);
  return lines.map((line) => `    ${line}`).join('\n');
}

function reasonOf({ pid, exitCode, signalCode }: ChildProcess): string {
  if (pid === undefined) return 'it could not be started';
  return signalCode ?? `exit code ${String(exitCode)}`;
}
