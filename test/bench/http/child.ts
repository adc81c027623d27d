import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

function start(script: string, parameters: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(`./${script}.js`, import.meta.url));
  // A server's access log is written, as in production, and thrown away.
  return spawn(process.execPath, [path, ...parameters], { stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Runs a script of this folder to its end, and returns what it printed. */
export async function runChild(script: string, ...parameters: string[]): Promise<string> {
  const child = start(script, parameters);
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}`);
  return printed;
}

/** Starts a server of this folder, which prints its port. */
export async function startServer(
  script: string,
  ...parameters: string[]
): Promise<{ port: number; stop(): void }> {
  const child = start(script, parameters);
  const stdout = child.stdout;
  if (stdout === null) throw new Error(`${script} has no output`);
  const [line] = (await Promise.race([
    once(stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} did not start`))),
  ])) as [Buffer];
  return { port: Number(line.toString()), stop: () => void child.kill() };
}
