import { setTimeout as delay } from 'node:timers/promises';
import { ShapeClient } from './shape-client.js';
import type { Shape } from './shape.js';

const SECONDS = 4;
const CONNECTIONS = 4;
const PAUSE_MS = 5;
const NEIGHBOUR = '127.0.0.2';
const STRANGER = '127.0.0.3';

/** The 99th percentile of a client's plain requests, while four connections of another send shapes; in milliseconds. */
export async function measureNeighbour(
  port: number,
  plain: Shape,
  shapes: readonly Shape[],
): Promise<number> {
  const until = performance.now() + SECONDS * 1_000;
  const attack =
    shapes.length === 0 ? [] : Array.from({ length: CONNECTIONS }, () => flood(port, shapes, until));
  const client = new ShapeClient(port, NEIGHBOUR);
  const times: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const status = await client.send(plain);
    if (status !== 200) throw new Error(`the neighbour was answered ${status ?? 'nothing'}`);
    times.push(performance.now() - began);
    await delay(PAUSE_MS);
  }
  client.close();
  await Promise.all(attack);
  return quantile(times, 0.99);
}

async function flood(port: number, shapes: readonly Shape[], until: number): Promise<void> {
  const client = new ShapeClient(port, STRANGER);
  for (let sent = 0; performance.now() < until; sent += 1) {
    const shape = shapes[sent % shapes.length];
    if (shape !== undefined) await client.send(shape);
  }
  client.close();
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
