import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** None outlives this process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A child process that says a line when it is ready, and one for each that it is sent. */
export class LineChild {
  private constructor(
    private readonly child: ChildProcess,
    private readonly lines: Interface,
    /** What it said first. */
    readonly first: string,
  ) {}

  static async start(script: string, ...parameters: string[]): Promise<LineChild> {
    const path = fileURLToPath(new URL(`./${script}.js`, import.meta.url));
    const child = spawn(process.execPath, [path, ...parameters], { stdio: ['pipe', 'pipe', 'inherit'] });
    running.add(child);
    child.once('exit', (code) => {
      running.delete(child);
      // Nothing more will be said: who waits for a line would wait for ever.
      if (code !== null) throw new Error(`${script} has ended with ${code}`);
    });
    const lines = createInterface(child.stdout);
    const [line] = (await once(lines, 'line')) as [string];
    return new LineChild(child, lines, line);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a line, and waits for none. */
  tell(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async ask<T>(line: string): Promise<T> {
    const said = once(this.lines, 'line') as Promise<[string]>;
    this.tell(line);
    return JSON.parse((await said)[0]) as T;
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}
