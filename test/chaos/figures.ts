import { until } from '../support/until.js';

/** One request as a client sees it. */
export interface Timed {
  readonly status: number;
  readonly ms: number;
}

export async function timed(ask: () => Promise<Response>): Promise<Timed> {
  const startedAt = performance.now();
  const response = await ask();
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - startedAt };
}

/** Asks until a response has a status, and says how long that took; gives up after `limitMs`, where that is promised. */
export async function untilStatus(
  wanted: number,
  ask: () => Promise<Response>,
  limitMs?: number,
): Promise<number> {
  let last = 0;
  const hasResponse = async (): Promise<boolean> => {
    last = (await timed(ask)).status;
    return last === wanted;
  };
  return until(() => `a ${wanted}; it was ${last}`, hasResponse, limitMs);
}

/** The same for a 200. */
export function untilOk(ask: () => Promise<Response>, limitMs?: number): Promise<number> {
  return untilStatus(200, ask, limitMs);
}

/** A line of the run's report. */
export function print(what: string, figure: string): void {
  process.stdout.write(`chaos: ${what}: ${figure}\n`);
}

export function longest(requests: readonly Timed[]): number {
  return Math.max(...requests.map(({ ms }) => ms));
}

export function statuses(requests: readonly Timed[]): number[] {
  return [...new Set(requests.map(({ status }) => status))].sort();
}
