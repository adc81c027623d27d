import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a script of the benchmarks, by its path below their folder, with the API's flags of Node.js, and waits for its first line. */
export async function startChild(
  script: string,
  ...parameters: string[]
): Promise<ChildProcess & { line: string }> {
  const path = fileURLToPath(new URL(`../${script}.js`, import.meta.url));
  const child = spawn(process.execPath, ['--enable-source-maps', path, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} did not start`))),
  ])) as [Buffer];
  return Object.assign(child, { line: line.toString() });
}

/** Starts a server of the benchmarks, which prints its port. */
export async function startServer(
  script: string,
  ...parameters: string[]
): Promise<{ port: number; stop(): void }> {
  const child = await startChild(script, ...parameters);
  return { port: Number(child.line), stop: () => void child.kill() };
}
