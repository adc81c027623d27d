import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { freePort } from './free-port.js';
import { until } from './until.js';

const MAIN = path.resolve('dist/apps/api/main.js');

/** Everything that this process started: none outlives it, however it ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The API as it is run in production: a process of its own, from `dist/`, told by its environment and signals. */
export class ApiProcess {
  /** What it wrote to its log. */
  log = '';
  /** Resolves when it has ended and all that it wrote is in the log. */
  private readonly closed: Promise<unknown>;

  private constructor(
    readonly port: number,
    readonly metricsPort: number,
    private readonly child: ChildProcess,
  ) {
    this.closed = new Promise((resolve) => child.once('close', resolve));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.log += text));
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** @returns once it is alive, ready or not */
  static async start(environment: Readonly<Record<string, string>>): Promise<ApiProcess> {
    const { PORT = String(await freePort()) } = environment;
    const metricsPort = await freePort();
    const { PATH = '', HOME = '', TZ = '' } = process.env;
    const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
      // Only what a shell has: the test run's own variables would be settings.
      env: {
        PATH,
        HOME,
        TZ,
        PORT,
        METRICS_PORT: String(metricsPort),
        // No load balancer has to notice that a suite ends.
        SHUTDOWN_DRAIN_SECONDS: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const api = new ApiProcess(Number(PORT), metricsPort, child);
    await api.untilAlive();
    return api;
  }

  async get(route: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.origin + route, { headers });
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it, and waits until it has. @returns its exit code; null when the signal ended it */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended();
  }

  /** @returns its exit code, once it has ended */
  async ended(): Promise<number | null> {
    await this.closed;
    return this.child.exitCode;
  }

  private async untilAlive(): Promise<void> {
    const isAlive = async (): Promise<boolean> => {
      if (this.child.exitCode !== null) throw new Error(`the API ended:\n${this.log}`);
      return (await this.get('/health/live').catch(() => null))?.ok === true;
    };
    await until(() => `the API starts:\n${this.log}`, isAlive);
  }
}
