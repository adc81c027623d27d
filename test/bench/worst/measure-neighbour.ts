import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Flood } from './flood-shapes.js';
import { ShapeClient } from './shape-client.js';
import type { Shape } from './shape.js';

const SECONDS = 4;
const CONNECTIONS = 4;
const PAUSE_MS = 5;
const NEIGHBOUR = '127.0.0.2';
const STRANGER = '127.0.0.3';

/**
 * The 99th percentile of a client's plain requests, while four connections of another send shapes, in milliseconds. The
 * other is a thread of its own, so that what it computes is not measured.
 */
export async function measureNeighbour(
  port: number,
  plain: Shape,
  shapes: readonly Shape[],
): Promise<number> {
  const attack = shapes.length === 0 ? null : startFlood(port, shapes);
  const until = performance.now() + SECONDS * 1_000;
  const client = new ShapeClient(port, NEIGHBOUR);
  const times: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const status = await client.send(plain);
    if (status !== 200) throw new Error(`the neighbour got ${status ?? 'nothing'}`);
    times.push(performance.now() - began);
    await delay(PAUSE_MS);
  }
  client.close();
  await attack;
  return quantile(times, 0.99);
}

/** @returns once the flood is over */
async function startFlood(port: number, shapes: readonly Shape[]): Promise<void> {
  const workerData: Flood = { port, shapes, from: STRANGER, connections: CONNECTIONS, seconds: SECONDS };
  const worker = new Worker(new URL('./flood-shapes.js', import.meta.url), { workerData });
  await once(worker, 'exit');
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
