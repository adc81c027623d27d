import { ApiProcess } from '../../support/api-process.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { openClient } from '../../support/pg-client.js';
import { until } from '../../support/until.js';
import { LoadBalancer } from './load-balancer.js';
import { MadeUpBlocks } from './made-up-blocks.js';
import { runEvenly, say } from './requests.js';

const PROCESSES = 3;
const PER_SECOND = 100;
const AT_MOST_SECONDS = 120;
const BLOCK_MS = 1_000;

/** Three processes, restarted one after the other under an even load, of which every second request is in no cache. */
export async function measureRestart(): Promise<boolean> {
  const postgres = await OwnPostgres.start();
  const database = await openClient(postgres.url);
  const blocks = await MadeUpBlocks.begin(database, 100, BLOCK_MS);
  const environment = {
    DATABASE_URL: postgres.url,
    RATE_LIMIT_READ_PER_MINUTE: '100000000',
    LOG_LEVEL: 'error',
    // What production has.
    SHUTDOWN_DRAIN_SECONDS: '5',
  };
  const apis: ApiProcess[] = [];
  for (let index = 0; index < PROCESSES; index += 1) apis.push(await ApiProcess.start(environment));
  const origins = apis.map(({ origin }) => origin);
  await untilReady(origins);
  const balancer = new LoadBalancer(origins);
  try {
    let isRestarted = false;
    let sent = 0;
    const load = runEvenly(
      PER_SECOND,
      AT_MOST_SECONDS,
      () => balancer.send(pathOf((sent += 1), blocks.tokens)),
      () => isRestarted,
    );
    const began = performance.now();
    for (const [index, api] of apis.entries()) {
      await api.stop();
      apis[index] = await ApiProcess.start({ ...environment, PORT: String(api.port) });
      await until('the balancer sends to it again', () => balancer.isReady(api.origin), 60_000);
    }
    const seconds = (performance.now() - began) / 1_000;
    isRestarted = true;
    await load;
    say(
      `${PROCESSES} processes restarted in ${seconds.toFixed(0)} s at ${PER_SECOND} reads a second: ${balancer.tell()}`,
    );
    say('wanted: none failed. The times are of a machine that starts a process beside those that serve.');
    return balancer.failures.length === 0 && balancer.times.length > 0;
  } finally {
    balancer.stop();
    blocks.stop();
    await Promise.all(apis.map((api) => api.stop()));
    await database.end();
    await postgres.remove();
  }
}

/** Lists, and apps that few ask for. */
export function pathOf(sent: number, tokens: readonly string[]): string {
  if (sent % 2 === 0) return '/v1/apps?limit=20';
  if (sent % 4 === 1) return `/v1/apps/${tokens[sent % tokens.length] ?? ''}`;
  return `/v1/apps?limit=5&minHolders=${sent}`;
}

export async function untilReady(origins: readonly string[]): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    const asked = origins.map(async (origin) => {
      const response = await fetch(`${origin}/health/ready`);
      await response.body?.cancel();
      return response.ok;
    });
    return (await Promise.all(asked)).every(Boolean);
  };
  await until('all processes are ready', isReady, 30_000);
}
