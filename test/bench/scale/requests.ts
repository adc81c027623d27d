import { get, type Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Received {
  readonly status: number;
  /** What a shared cache in front says of it, in lower case. */
  readonly cache: string;
  /** The block that it is true at; -1 where it says none. */
  readonly block: number;
  readonly milliseconds: number;
}

/** Reads a whole response. */
export function ask(agent: Agent, url: string): Promise<Received> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      const { headers, statusCode } = response;
      const end = (): void => {
        resolve({
          status: statusCode ?? 0,
          cache: String(headers['x-cache']).toLowerCase(),
          block: Number(headers['x-as-of-block'] ?? -1),
          milliseconds: performance.now() - began,
        });
      };
      response.resume().once('error', reject).once('end', end);
    }).once('error', reject);
  });
}

/** Calls at an even rate, whatever each takes, until so many seconds are over or it is said to be done. */
export async function runEvenly(
  perSecond: number,
  seconds: number,
  call: () => Promise<void>,
  isDone: () => boolean = () => false,
): Promise<void> {
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let sent = 0; sent < perSecond * seconds && !isDone(); sent += 1) {
    const wait = began + (sent * 1_000) / perSecond - performance.now();
    if (wait > 1) await sleep(wait);
    open.push(call());
  }
  await Promise.all(open);
}

/** Calls as fast as they end, so many at once. */
export async function runFully(atOnce: number, seconds: number, call: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - began < seconds * 1_000) await call();
  };
  await Promise.all(Array.from({ length: atOnce }, client));
}

/** The value that such a share is at or below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

export const say = (line: string): void => {
  process.stdout.write(`  ${line}\n`);
};
