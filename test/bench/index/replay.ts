import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Distribution } from './market-chain.js';

/** A node with a generated chain, in a process of its own. */
export interface Replay {
  readonly url: string;
  readonly pid: number;
  readonly blocks: number;
  readonly events: number;
  readonly logs: number;
  /** Has so much of the chain mined from now on. */
  mine(part: 'half' | 'all'): void;
  stop(): void;
}

export async function startReplay(
  events: number,
  distribution: Distribution = 'uniform',
  eventsPerBlock = 100,
): Promise<Replay> {
  const script = fileURLToPath(new URL('./replay-node.js', import.meta.url));
  const args = ['--max-old-space-size=8192', script, String(events), distribution, String(eventsPerBlock)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const told = JSON.parse(line.toString()) as { port: number } & Omit<
    Replay,
    'url' | 'pid' | 'mine' | 'stop'
  >;
  const pid = child.pid ?? 0;
  return {
    ...told,
    pid,
    url: `http://127.0.0.1:${told.port}`,
    mine: (part) => void child.kill(part === 'half' ? 'SIGUSR1' : 'SIGUSR2'),
    stop: () => void child.kill(),
  };
}
