import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Found } from './trial.js';

const PROGRAM = fileURLToPath(
  new URL('../../../dist/test/support/model-chain/run-trials.js', import.meta.url),
);

/** Runs `run-trials` as a process of its own: its time goes faster than that of the suite. @throws Error with what it printed */
export async function runApart(
  args: readonly string[],
  onFound: (found: Found) => void = () => undefined,
): Promise<Found[]> {
  const child = spawn(process.execPath, ['--enable-source-maps', PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-4_000)));
  const exited = once(child, 'exit');
  const all: Found[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const found = JSON.parse(line) as Found;
    all.push(found);
    onFound(found);
  }
  await exited;
  if (child.exitCode !== 0) throw new Error(`run-trials ${args.join(' ')} did not end well\n${errors}`);
  return all;
}
