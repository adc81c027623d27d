import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to connections and to servers that ask for any (from 32,768 on Linux): what a test
 * sets free for a moment, to start its server again, is not taken by another process.
 */
const LOWEST = 20_000;
const END = 32_768;

/** Each of Jest's workers has ports of its own: what another process was given, it may not listen on yet. */
const SHARES = 4;
const SHARE = Number(process.env['JEST_WORKER_ID'] ?? 0) % SHARES;
const given = new Set<number>();

/** A port that is free now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + SHARE + SHARES * randomInt((END - LOWEST) / SHARES);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
