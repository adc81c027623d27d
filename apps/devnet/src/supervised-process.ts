import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
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

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A process that lived this long starts over with the first delay. */
const HEALTHY_AFTER_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const LARGEST_LOG_BYTES = 10 * 2 ** 20;
const SHOWN_LOG_LINES = 8;

/**
 * A child in a session of its own, so that Ctrl-C reaches only us and the children end in our order. When it dies by
 * itself it is started again, after a growing delay.
 */
export class SupervisedProcess {
  private child: ChildProcess | null = null;
  private running: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly plan: ProcessPlan,
    private readonly logFile: string,
    private readonly record: RunRecord,
    private readonly say: (line: string) => void,
  ) {}

  get name(): ProcessName {
    return this.plan.name;
  }

  get isAlive(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  async start(): Promise<void> {
    const first = this.spawn();
    this.running = first.then(
      (child) =>
        this.keepAlive(child).catch((error: unknown) => {
          this.say(`! ${this.plan.name} cannot be started again: ${String(error)}`);
        }),
      // Its caller's to report.
      () => undefined,
    );
    await first;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.child?.kill(this.plan.stopSignal);
    const timeout = setTimeout(() => {
      this.say(`${this.plan.name} does not end and is killed`);
      this.child?.kill('SIGKILL');
    }, STOP_TIMEOUT_MS);
    await this.running;
    clearTimeout(timeout);
  }

  private async keepAlive(first: ChildProcess): Promise<void> {
    const { signal } = this.stopping;
    const isStopping = (): boolean => signal.aborted;
    let delayMs = FIRST_DELAY_MS;
    for (let child = first; ; child = await this.spawn()) {
      const startedAt = Date.now();
      if (child.pid !== undefined) {
        if (this.isAlive) await once(child, 'exit');
        this.record.remove(child.pid);
      }
      if (isStopping()) return;
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) delayMs = FIRST_DELAY_MS;
      const again = `starting it again in ${delayMs / 1_000} s; its last lines:`;
      this.say(`! ${this.plan.name} ended (${reasonOf(child)}), ${again}\n${this.lastLogLines()}`);
      // Ended early by a stop only, which is looked for next.
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      if (isStopping()) return;
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
    }
  }

  private async spawn(): Promise<ChildProcess> {
    const { name, command, args, account, workingFolder, environment, stopSignal, prepare } = this.plan;
    await prepare?.();
    const log = this.openLog();
    const child = spawn(command, args, {
      ...account,
      cwd: workingFolder,
      env: environment,
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    // Without a listener the event of a program that cannot be started would end us; a missing pid tells the same.
    child.once('error', () => undefined);
    if (child.pid !== undefined) await this.record.add({ name, pid: child.pid, stopSignal });
    if (this.stopping.signal.aborted) child.kill(stopSignal);
    return child;
  }

  private openLog(): number {
    const size = statSync(this.logFile, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LARGEST_LOG_BYTES) renameSync(this.logFile, `${this.logFile}.1`);
    return openSync(this.logFile, 'a');
  }

  private lastLogLines(): string {
    const lines = readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-SHOWN_LOG_LINES);
    return lines.map((line) => `    ${line}`).join('\n');
  }
}

function reasonOf({ pid, exitCode, signalCode }: ChildProcess): string {
  if (pid === undefined) return 'it could not be started';
  return signalCode ?? `exit code ${String(exitCode)}`;
}
