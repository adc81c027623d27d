import { cpuMilliseconds } from './server-cpu.js';
import type { ShapeClient } from './shape-client.js';
import type { Shape } from './shape.js';

/** A server that serves has compiled what it runs. */
const WARM_UP = 200;
const REQUESTS = 30;

export interface Cost {
  readonly shape: Shape;
  readonly status: number | null;
  /** CPU of the server process for one request, in milliseconds. */
  readonly milliseconds: number;
}

/** What one request of a shape costs the server: its process's CPU over many of them, one after the other. */
export async function measureCost(client: ShapeClient, pid: number, shape: Shape): Promise<Cost> {
  let status = await client.send(shape);
  for (let i = 1; i < WARM_UP; i += 1) status = await client.send(shape);
  const before = cpuMilliseconds(pid);
  for (let i = 0; i < REQUESTS; i += 1) await client.send(shape);
  return { shape, status, milliseconds: (cpuMilliseconds(pid) - before) / REQUESTS };
}
