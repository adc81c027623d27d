import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessAccount } from './postgres-account.js';
import type { RunRecord } from './run-record.js';
import type { ProcessName } from './stop-order.js';

export interface ProcessPlan {
  readonly name: ProcessName;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly workingFolder: string;
  readonly logFile: string;
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
const STOP_PATIENCE_MS = 20_000;
const SHOWN_LOG_LINES = 8;

/**
 * A child in a session of its own, so that Ctrl-C reaches only us and the children end in our order. When it dies by
 * itself it is started again, after a growing delay.
 */
export class SupervisedProcess {
  private child: ChildProcess | null = null;
  private stopping = false;
  private starting: Promise<void> = Promise.resolve();
  private restarts: Promise<void> = Promise.resolve();
  private readonly wake = new AbortController();

  constructor(
    private readonly plan: ProcessPlan,
    private readonly record: RunRecord,
    private readonly say: (line: string) => void,
  ) {}

  get name(): ProcessName {
    return this.plan.name;
  }

  get isAlive(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  start(): Promise<void> {
    this.starting = this.spawn().then((child) => {
      this.restarts = this.keepAlive(child).catch((error: unknown) => {
        this.say(`! ${this.plan.name} cannot be started again: ${String(error)}`);
      });
    });
    return this.starting;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.wake.abort();
    this.child?.kill(this.plan.stopSignal);
    const impatience = setTimeout(() => {
      this.say(`${this.plan.name} does not end and is killed`);
      this.child?.kill('SIGKILL');
    }, STOP_PATIENCE_MS);
    // A start that failed was its caller's to report.
    await this.starting.catch(() => undefined);
    await this.restarts;
    clearTimeout(impatience);
  }

  /** The end of the log, to show beside a failure. */
  async lastLogLines(): Promise<string> {
    const lines = (await readFile(this.plan.logFile, 'utf8')).trimEnd().split('\n');
    return lines
      .slice(-SHOWN_LOG_LINES)
      .map((line) => `    ${line}`)
      .join('\n');
  }

  private async keepAlive(first: ChildProcess): Promise<void> {
    let child = first;
    let delayMs = FIRST_DELAY_MS;
    for (;;) {
      const startedAt = Date.now();
      await ended(child);
      if (child.pid !== undefined) await this.record.remove(child.pid);
      if (this.stopping) return;
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) delayMs = FIRST_DELAY_MS;
      this.say(
        `! ${this.plan.name} ended (${reason(child)}), starting it again in ${delayMs / 1000} s; its last lines:`,
      );
      this.say(await this.lastLogLines());
      if (await this.isStoppedWithin(delayMs)) return;
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      child = await this.spawn();
    }
  }

  /** Waits, unless or until we are told to stop. */
  private async isStoppedWithin(delayMs: number): Promise<boolean> {
    const { signal } = this.wake;
    await sleep(delayMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return signal.aborted;
  }

  private async spawn(): Promise<ChildProcess> {
    const { plan } = this;
    await plan.prepare?.();
    const log = await open(plan.logFile, 'a');
    try {
      const child = spawn(plan.command, plan.args, {
        ...plan.account,
        cwd: plan.workingFolder,
        env: plan.environment,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      });
      this.child = child;
      // Without a listener the event of a program that cannot be started would end us; a missing pid tells the same.
      child.once('error', () => undefined);
      if (child.pid !== undefined) {
        await this.record.add({ name: plan.name, pid: child.pid, stopSignal: plan.stopSignal });
      }
      if (this.stopping) child.kill(plan.stopSignal);
      return child;
    } finally {
      await log.close();
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (child.pid === undefined) return;
  await once(child, 'exit');
}

function reason({ pid, exitCode, signalCode }: ChildProcess): string {
  if (pid === undefined) return 'it could not be started';
  return signalCode ?? `exit code ${String(exitCode)}`;
}
