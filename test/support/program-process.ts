import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** Everything that this process started: none outlives it, however it ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A program as it is run in production: a process of its own, from `dist/`. */
export class ProgramProcess {
  /** What it wrote to its log. */
  log = '';
  private readonly child: ChildProcess;
  /** Resolves when it has ended and all that it wrote is in the log. */
  private readonly closed: Promise<unknown>;

  /** @param main its file, below the project */
  constructor(main: `dist/apps/${string}.js`, environment: Readonly<Record<string, string>>) {
    const { PATH = '', HOME = '', TZ = '' } = process.env;
    this.child = spawn(process.execPath, ['--enable-source-maps', path.resolve(main)], {
      // Only what a shell has: the test run's own variables would be settings.
      env: { PATH, HOME, TZ, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this.child);
    this.child.once('exit', () => running.delete(this.child));
    this.closed = new Promise((resolve) => this.child.once('close', resolve));
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.log += text));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it, and waits until it is gone. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.child.kill(signal);
    await this.closed;
  }
}
