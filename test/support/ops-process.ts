import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command of the operators that goes on, and what it has said so far. */
export class OpsProcess {
  output = '';
  /** The code that it ends with. */
  readonly ended: Promise<number>;

  constructor(environment: Readonly<Record<string, string>>, ...words: string[]) {
    const { PATH = '', TZ = '' } = process.env;
    const env = { PATH, TZ, ...environment };
    const child = spawn(process.execPath, ['dist/apps/ops/main.js', ...words], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.ended = once(child, 'close').then(([code]) => Number(code));
  }
}
