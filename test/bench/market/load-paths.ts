import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What a load measured: milliseconds, and the mean response's bytes. */
export interface PathLoad {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
}

const CONNECTIONS = 4;

/**
 * Asks for paths in turn, on a few connections, for some seconds; each connection begins elsewhere in the list.
 *
 * @param perSecond how often at most, of all connections; as fast as responses come when left out
 */
export async function loadPaths(
  base: string,
  paths: readonly string[],
  seconds: number,
  perSecond = Number.POSITIVE_INFINITY,
): Promise<PathLoad> {
  const pause = (1_000 * CONNECTIONS) / perSecond;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let bytes = 0;
  const until = performance.now() + seconds * 1_000;
  const connection = async (place: number): Promise<void> => {
    if (pause > 0) await delay((pause * place) / CONNECTIONS);
    for (let i = Math.floor((place * paths.length) / CONNECTIONS); performance.now() < until; i += 1) {
      const began = performance.now();
      const length = await ask(base + paths[i % paths.length]!, agent);
      bytes += length;
      times.push(performance.now() - began);
      if (pause > 0) await delay(began + pause - performance.now());
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, place) => connection(place)));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), bytes: bytes / times.length };
}

/** @returns the response's length */
function ask(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} returned ${String(response.statusCode)}`));
      });
    }).once('error', reject);
  });
}
