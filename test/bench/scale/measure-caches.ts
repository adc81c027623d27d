import { Agent } from 'node:http';
import autocannon from 'autocannon';
import { ApiProcess } from '../../support/api-process.js';
import { CacheServer, type CacheServerName } from '../../support/cache-server.js';
import { findProgram } from '../../support/find-program.js';
import { seededRandom } from '../../support/market-activity.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { openClient } from '../../support/pg-client.js';
import { popularPaths } from '../../support/popular-paths.js';
import { median } from '../median.js';
import { cpuMilliseconds } from '../worst/server-cpu.js';
import { childrenOf } from './children-of.js';
import { MadeUpBlocks } from './made-up-blocks.js';
import { ask, runEvenly, say } from './requests.js';

const APPS = 100;
const PER_SECOND = 500;
const EVEN_SECONDS = 15;
const WARM_SECONDS = 6;
const ROUNDS = 5;
const FULL_SECONDS = 6;
const BLOCK_MS = 5_000;
const AT_ONCE = 64;
const PROCESSES = 3;
/** Requests that each connection draws, and sends over and over. */
const DRAWN = 500;
const WANTED = { hitRatio: 0.8, capacity: 1.5 };
const PROGRAMS = [
  ['varnish', 'varnishd'],
  ['nginx', 'nginx'],
] as const;

interface Even {
  readonly hitRatio: number;
  readonly failed: number;
}

interface Full {
  readonly perSecond: number;
  /** Requests a second for each core that all tiers but the database computed. */
  readonly perCore: number;
  /** Milliseconds of CPU a request: the API's, and the cache's. */
  readonly tiers: readonly number[];
  readonly failed: number;
}

const NOTHING: Even = { hitRatio: 0, failed: 0 };

/** One process alone, and three behind each cache: hits at an even rate, then what a request costs at full speed, in turn. */
export async function measureCaches(): Promise<boolean> {
  const postgres = await OwnPostgres.start();
  const database = await openClient(postgres.url);
  const blocks = await MadeUpBlocks.begin(database, APPS, BLOCK_MS);
  const choose = popularPaths(blocks.tokens, seededRandom(23));
  const environment = {
    DATABASE_URL: postgres.url,
    RATE_LIMIT_READ_PER_MINUTE: '100000000',
    MAX_CONNECTIONS_PER_ADDRESS: '10000',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    SHARED_CACHE: 'on',
  };
  const apis: ApiProcess[] = [];
  const caches: { name: CacheServerName; cache: CacheServer }[] = [];
  try {
    for (let index = 0; index < PROCESSES; index += 1) apis.push(await ApiProcess.start(environment));
    const [api] = apis;
    if (api === undefined) throw new Error('there is one');
    const ports = apis.map(({ port }) => port);
    for (const [name, program] of PROGRAMS)
      if (findProgram(program) === undefined) say(`${name}: not measured, ${program} is not installed`);
      else caches.push({ name, cache: await CacheServer.start(name, ports) });
    const behind = caches.map(({ name, cache }) => ({
      name,
      origin: cache.origin,
      tiers: [apis.map(({ pid }) => pid), [cache.pid, ...childrenOf(cache.pid)]],
      even: NOTHING,
      full: [] as Full[],
    }));
    const alone = { origin: api.origin, tiers: [[api.pid]], full: [] as Full[] };
    for (const setup of behind) setup.even = await countHits(setup.origin, choose);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const setup of [alone, ...behind]) setup.full.push(await runFully(setup, choose));
    say(`one process: ${tell(alone.full)}`);
    let isGood = alone.full.every(({ failed }) => failed === 0);
    for (const { name, even, full } of behind) {
      const ratio = median(full.map(({ perCore }, round) => perCore / (alone.full[round]?.perCore ?? 0)));
      const wanted =
        name === 'varnish' ? ` (wanted: hits ${WANTED.hitRatio * 100} %, ${WANTED.capacity} times)` : '';
      say(`three behind ${name}: ${tell(full)}, ${ratio.toFixed(2)} times as many a core;`);
      say(
        `  hits at ${PER_SECOND}/s over 364 paths ${(even.hitRatio * 100).toFixed(1)} %, ${even.failed} failed${wanted}`,
      );
      if ([even, ...full].some(({ failed }) => failed > 0)) isGood = false;
      if (name === 'varnish' && (even.hitRatio < WANTED.hitRatio || ratio < WANTED.capacity)) isGood = false;
    }
    say(
      'Clients, caches and the process share the cores of this machine; what each tier computes is counted, not the rate.',
    );
    return isGood;
  } finally {
    for (const { cache } of caches) await cache.stop();
    blocks.stop();
    await Promise.all(apis.map((one) => one.stop()));
    await database.end();
    await postgres.remove();
  }
}

function tell(rounds: readonly Full[]): string {
  const tiers = rounds[0]?.tiers.map((_, tier) =>
    median(rounds.map((round) => round.tiers[tier] ?? 0)).toFixed(3),
  );
  const of = (pick: (round: Full) => number): string => median(rounds.map(pick)).toFixed(0);
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  return `${(tiers ?? []).join(' and ')} ms of CPU a request, ${of(({ perCore }) => perCore)} requests a second and core (${of(({ perSecond }) => perSecond)}/s), ${failed} failed`;
}

/** At an even rate, once what is asked for most is stored. */
async function countHits(origin: string, choose: () => string): Promise<Even> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const count = { responses: 0, hits: 0, failed: 0 };
  const send = async (): Promise<void> => {
    const response = await ask(agent, origin + choose()).catch(() => null);
    count.responses += 1;
    if (response?.cache === 'hit') count.hits += 1;
    if (response?.status !== 200) count.failed += 1;
  };
  await runEvenly(PER_SECOND, WARM_SECONDS, send);
  Object.assign(count, { responses: 0, hits: 0, failed: 0 });
  await runEvenly(PER_SECOND, EVEN_SECONDS, send);
  agent.destroy();
  return { hitRatio: count.hits / count.responses, failed: count.failed };
}

/** Autocannon sends as fast as responses come: clients that compute more than the servers would let those wait, and wake for each. */
async function runFully(
  { origin, tiers }: { readonly origin: string; readonly tiers: readonly (readonly number[])[] },
  choose: () => string,
): Promise<Full> {
  const headers = { 'accept-encoding': 'gzip' };
  const cpu = (): number[] => tiers.map((pids) => pids.reduce((sum, pid) => sum + cpuMilliseconds(pid), 0));
  const before = cpu();
  const { requests, non2xx, errors } = await autocannon({
    url: origin,
    connections: AT_ONCE,
    duration: FULL_SECONDS,
    // Before nginx closes a connection by itself, after 1,000 requests: autocannon does not heed `Connection: close`.
    reconnectRate: 900,
    setupClient: (client) => {
      client.setRequests(Array.from({ length: DRAWN }, () => ({ path: choose(), headers })));
    },
  });
  const used = cpu().map((after, tier) => after - (before[tier] ?? 0));
  return {
    perSecond: requests.average,
    perCore: (requests.total / used.reduce((sum, one) => sum + one, 0)) * 1_000,
    tiers: used.map((one) => one / requests.total),
    failed: non2xx + errors,
  };
}
