import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { ShapeClient } from './shape-client.js';
import type { Shape } from './shape.js';

/** What a thread that sends shapes is told. */
export interface Flood {
  readonly port: number;
  readonly from: string;
  readonly connections: number;
  readonly seconds: number;
  readonly shapes: readonly Shape[];
}

/** Each connection sends the next shape as soon as it has its response. */
async function flood({ port, from, shapes, seconds }: Flood): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  const client = new ShapeClient(port, from);
  for (let sent = 0; performance.now() < until; sent += 1) {
    const shape = shapes[sent % shapes.length];
    if (shape !== undefined) await client.send(shape);
  }
  client.close();
}

// Others flood from machines of their own: this thread leaves the CPU to the server. On Linux that is said of a thread.
setPriority(constants.priority.PRIORITY_LOW);
const told = workerData as Flood;
await Promise.all(Array.from({ length: told.connections }, () => flood(told)));
