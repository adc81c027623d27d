import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startChild } from './child.js';
import type { MarketSize } from './market-size.js';

/** The indexer at work in a process of its own (write-events), which can be made to stand still. */
export interface EventWriter {
  pause(): Promise<void>;
  /** Goes on, and waits until a block is written. */
  resume(): Promise<void>;
  stop(): void;
  /** How long its blocks took, in milliseconds, shortest first. */
  readonly blockTimes: readonly number[];
}

export async function startWriter(url: string, { apps, wallets }: MarketSize): Promise<EventWriter> {
  const child = await startChild('market/write-events', url, String(apps), String(wallets));
  const lines = createInterface(child.stdout!);
  const times: number[] = [];
  lines.on('line', (line) => {
    times.push(Number(line));
    lines.emit('written', Number(line));
  });
  lines.once('close', () => lines.emit('written', null));
  return {
    pause: () => Promise.resolve(void child.kill('SIGSTOP')),
    async resume() {
      child.kill('SIGCONT');
      const [line] = (await once(lines, 'written')) as [number | null];
      if (line === null) throw new Error('the writer has ended');
    },
    stop: () => void child.kill('SIGKILL'),
    get blockTimes() {
      return times.toSorted((a, b) => a - b);
    },
  };
}
