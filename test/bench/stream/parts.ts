import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiProcess } from '../../support/api-process.js';
import type { OwnPostgres } from '../../support/own-postgres.js';
import { inventAddress } from '../market/invent-address.js';
import type { MarketSize } from '../market/market-size.js';
import type { WrittenBlock } from '../market/block-writer.js';
import { LineChild } from './line-child.js';

/** Far above what production allows: a thousand listeners come from one address here. */
const CONNECTIONS = String(20_000);
const LIMITS = {
  MAX_CONNECTIONS: CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS: CONNECTIONS,
  STREAM_MAX_CONNECTIONS: CONNECTIONS,
  STREAM_MAX_CONNECTIONS_PER_CLIENT: CONNECTIONS,
};

export const RAISED_LIMITS = Object.entries(LIMITS)
  .map(([name, value]) => `${name}=${value}`)
  .join(', ');

export async function startApi(postgres: OwnPostgres, folder: string): Promise<ApiProcess> {
  return ApiProcess.start({
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ...LIMITS,
    RATE_LIMIT_READ_PER_MINUTE: '100000000',
    NODE_OPTIONS: `--import ${new URL('collect-on-signal.js', import.meta.url).href}`,
  });
}

/** Connections of a process of their own that listen to a server. */
export class Listeners {
  private constructor(private readonly child: LineChild) {}

  static async start(port: number): Promise<Listeners> {
    return new Listeners(await LineChild.start('listen', String(port)));
  }

  open(paths: readonly string[], count: number): Promise<unknown> {
    return this.child.ask(JSON.stringify({ open: paths, count }));
  }

  ask<T>(what: 'forget' | 'blocks' | 'arrived' | 'pause' | 'close'): Promise<T> {
    return this.child.ask(JSON.stringify({ ask: what }));
  }

  stop(): void {
    this.child.stop();
  }
}

export interface Arrived {
  readonly reached: number;
  readonly bytes: number;
  readonly first: number;
  readonly last: number;
}

/** Waits until as many bytes came to all. */
export async function untilArrived(listeners: Listeners, count: number): Promise<Arrived> {
  let before = -1;
  for (;;) {
    const arrived = await listeners.ask<Arrived>('arrived');
    if (arrived.reached === count && arrived.bytes === before) return arrived;
    before = arrived.bytes;
    await delay(150);
  }
}

/** The indexer's code in a process of its own. @param ageSeconds how old its blocks are */
export class Writer {
  private constructor(private readonly child: LineChild) {}

  static async start(url: string, { apps, wallets }: MarketSize, ageSeconds = 0): Promise<Writer> {
    return new Writer(
      await LineChild.start('write-blocks', url, String(apps), String(wallets), String(ageSeconds)),
    );
  }

  write(trades: number): Promise<WrittenBlock> {
    return this.child.ask(String(trades));
  }

  /** Blocks at a pace. @returns what became of each */
  async writeFor(seconds: number, trades: number, everyMs: number): Promise<WrittenBlock[]> {
    const written: WrittenBlock[] = [];
    const endsAt = Date.now() + seconds * 1_000;
    for (let at = Date.now(); at < endsAt; at += everyMs) {
      written.push(await this.write(trades));
      await delay(Math.max(0, at + everyMs - Date.now()));
    }
    return written;
  }

  stop(): void {
    this.child.stop();
  }
}

/** Ten topics: the head, and trades, candles and prices of three apps by Zipf's law. @param random in [0, 1) */
export function tenTopics(apps: number, random: () => number): string {
  const weights = Array.from({ length: apps }, (_, rank) => 1 / (rank + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = new Set<number>();
  while (chosen.size < 3) {
    let left = random() * total;
    chosen.add(weights.findIndex((weight) => (left -= weight) < 0));
  }
  const topics = [...chosen].flatMap((rank) => {
    const token = inventAddress(`app ${rank}`);
    return [`trades:${token}`, `candles:${token}:1m`, `prices:${token}`];
  });
  return `/v1/stream?topics=${['head', ...topics].join()}`;
}

/** Linux counts hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Seconds of CPU that a process has used so far. */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** Kilobytes of memory that a process holds now. */
export function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** The same once it has collected its garbage: a process that loads `collect-on-signal`. */
export async function heldKb(pid: number): Promise<number> {
  await delay(1_000);
  process.kill(pid, 'SIGWINCH');
  await delay(3_000);
  return residentKb(pid);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
