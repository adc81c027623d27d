import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from '../support/until.js';

const MAIN = path.resolve(import.meta.dirname, '../../dist/apps/devnet/src/main.js');
const READY = 'Slipway is running';

export interface RunFile {
  readonly supervisor: { readonly pid: number };
  readonly children: readonly { readonly name: string; readonly pid: number }[];
}

/** `npm start` as a test drives it: the program itself, without npm around it. */
export class LocalSystemProcess {
  output = '';
  private readonly child: ChildProcess;
  private readonly startedAt = Date.now();

  constructor(private readonly environment: Readonly<Record<string, string>>) {
    // Only what a shell has: the test run's own variables would be settings.
    const { PATH = '', HOME = '' } = process.env;
    this.child = spawn(process.execPath, [MAIN], {
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  /** @returns the seconds from the start until everything responded */
  async ready(timeoutSeconds: number): Promise<number> {
    await this.until(() => this.output.includes(READY), timeoutSeconds);
    return (Date.now() - this.startedAt) / 1000;
  }

  async until(condition: () => boolean | Promise<boolean>, timeoutSeconds: number): Promise<void> {
    const holds = (): boolean | Promise<boolean> => {
      if (this.child.exitCode !== null)
        throw new Error(`it ended with ${this.child.exitCode}:\n${this.output}`);
      return condition();
    };
    await until(() => this.output, holds, timeoutSeconds * 1000);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  async readRun(): Promise<RunFile> {
    return JSON.parse(
      await readFile(path.join(this.environment['DATA_DIR'] ?? '', 'run.json'), 'utf8'),
    ) as RunFile;
  }
}
