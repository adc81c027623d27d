import { parentPort, workerData } from 'node:worker_threads';
import { Agent, request } from 'node:http';

/** What a thread of clients asks for, and for how long. */
export interface Asking {
  readonly port: number;
  /** Asked in turns, each once, or over and over. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

/** Responses of 200 and of others, and the seconds that they took. */
export interface Asked {
  readonly done: number;
  readonly refused: number;
  readonly seconds: number;
}

const { port, paths, connections, seconds } = workerData as Asking;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

function get(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.resume();
      response.once('end', () => {
        resolve(response.statusCode ?? 0);
      });
    })
      .once('error', reject)
      .end();
  });
}

const began = performance.now();
const until = began + seconds * 1_000;
let [next, done, refused] = [0, 0, 0];
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      const path = paths[next % paths.length] ?? '';
      next += 1;
      if ((await get(path)) === 200) done += 1;
      else refused += 1;
    }
  }),
);
agent.destroy();
parentPort?.postMessage({ done, refused, seconds: (performance.now() - began) / 1_000 } satisfies Asked);
