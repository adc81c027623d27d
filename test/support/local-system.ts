import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readlink, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { until } from './until.js';

/** From where the tests are run, as this file is compiled for benchmarks. */
const MAIN = path.resolve('dist/apps/devnet/main.js');
const DEV = path.resolve('tools/dev/start.mjs');
const READY = 'Slipway is running';

export interface RunFile {
  readonly supervisor: { readonly pid: number };
  readonly nodeUrl: string;
  readonly children: readonly { readonly name: string; readonly pid: number }[];
}

/** What a program of the local network writes to its log once it works. */
const STARTED = { api: 'Nest application successfully started', indexer: '"message":"indexing"' };

/** `npm start`, or `npm run dev`, as a test drives it: the program itself, without npm around it. */
export class LocalSystemProcess {
  output = '';
  private readonly child: ChildProcess;
  private readonly startedAt = Date.now();

  constructor(
    private readonly environment: Readonly<Record<string, string>>,
    command: 'start' | 'dev' = 'start',
  ) {
    // Only what a shell has: the test run's own variables would be settings.
    const { PATH = '', HOME = '', TZ = '' } = process.env;
    this.child = spawn(process.execPath, [command === 'dev' ? DEV : MAIN], {
      env: { PATH, HOME, TZ, ...environment },
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

  async until(condition: () => boolean | Promise<boolean>, timeoutSeconds = 500): Promise<void> {
    const holds = (): boolean | Promise<boolean> => {
      if (this.child.exitCode !== null)
        throw new Error(`it ended with ${this.child.exitCode}:\n${this.output}`);
      return condition();
    };
    await until(() => this.output, holds, timeoutSeconds * 1000);
  }

  /**
   * A save of a source file, as the dev loop sees it: the text is the same, for suites that run beside this one.
   * @returns the seconds until each program has started again, and the API responds
   */
  async save(file: string, ...programs: readonly (keyof typeof STARTED)[]): Promise<number> {
    const before = await Promise.all(programs.map((name) => this.startsOf(name)));
    const savedAt = Date.now();
    await utimes(file, savedAt / 1000, savedAt / 1000);
    await this.until(async () => {
      const now = await Promise.all(programs.map((name) => this.startsOf(name)));
      return now.every((starts, i) => starts > before[i]!) && (await this.responds());
    });
    return (Date.now() - savedAt) / 1000;
  }

  private async responds(): Promise<boolean> {
    const { PORT = '' } = this.environment;
    // Its log says that it has started before its port is open.
    const response = await fetch(`http://127.0.0.1:${PORT}/v1/apps`).catch(() => null);
    return response?.status === 200;
  }

  /** How often a program has started so far. */
  private async startsOf(program: keyof typeof STARTED): Promise<number> {
    const log = await readFile(path.join(this.environment['DATA_DIR'] ?? '', `logs/${program}.log`), 'utf8');
    return log.split(STARTED[program]).length - 1;
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

  /** The database of a system that has ended. It may lie elsewhere, where PostgreSQL's user can reach it. */
  async removeDatabase(): Promise<void> {
    const place = path.join(this.environment['DATA_DIR'] ?? '', 'postgres');
    const elsewhere = await readlink(place).catch(() => null);
    if (elsewhere !== null) await rm(elsewhere, { recursive: true });
    await rm(place, { recursive: true, force: true });
  }
}
