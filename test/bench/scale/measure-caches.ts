import { Agent } from 'node:http';
import { ApiProcess } from '../../support/api-process.js';
import { CacheServer, type CacheServerName } from '../../support/cache-server.js';
import { findProgram } from '../../support/find-program.js';
import { seededRandom } from '../../support/market-activity.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { openClient } from '../../support/pg-client.js';
import { childrenOf } from './children-of.js';
import { MadeUpBlocks } from './made-up-blocks.js';
import { ask, runEvenly, runFully, say } from './requests.js';
import { cpuMilliseconds } from '../worst/server-cpu.js';

const APPS = 100;
const PER_SECOND = 500;
const SECONDS = 15;
const WARM_SECONDS = 6;
const BLOCK_MS = 5_000;
const AT_ONCE = 64;
const WANTED = { hitRatio: 0.8, capacity: 1.5 };

interface Measured {
  /** Of all responses at the even rate. */
  readonly hitRatio: number;
  /** Requests a second for each core that all tiers but the database computed. */
  readonly perCore: number;
  /** Milliseconds of CPU a request: the API's, and the cache's. */
  readonly tiers: readonly number[];
  readonly failed: number;
}

/** One process alone, then behind each cache: the same requests at the same rate. */
export async function measureCaches(): Promise<boolean> {
  const postgres = await OwnPostgres.start();
  const database = await openClient(postgres.url);
  const blocks = await MadeUpBlocks.begin(database, APPS, BLOCK_MS);
  const paths = pathsOf(blocks.tokens);
  const api = await ApiProcess.start({
    DATABASE_URL: postgres.url,
    RATE_LIMIT_READ_PER_MINUTE: '100000000',
    MAX_CONNECTIONS_PER_ADDRESS: '10000',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    SHARED_CACHE: 'on',
  });
  try {
    await api.get('/v1/apps');
    const alone = await measure(api.origin, paths, [[api.pid]]);
    say(`one process, ${paths.length} paths, ${PER_SECOND}/s: ${tell(alone)}`);
    const isGood: boolean[] = [];
    for (const [name, program] of [
      ['varnish', 'varnishd'],
      ['nginx', 'nginx'],
    ] as const) {
      if (findProgram(program) === undefined) say(`${name}: not measured, ${program} is not installed`);
      else isGood.push(await compare(name, api, paths, alone));
    }
    return isGood.every(Boolean);
  } finally {
    blocks.stop();
    await database.end();
    await api.stop();
    await postgres.remove();
  }
}

async function compare(
  name: CacheServerName,
  api: ApiProcess,
  paths: readonly string[],
  alone: Measured,
): Promise<boolean> {
  const cache = await CacheServer.start(name, [api.port]);
  try {
    const measured = await measure(cache.origin, paths, [[api.pid], [cache.pid, ...childrenOf(cache.pid)]]);
    const ratio = measured.perCore / alone.perCore;
    const wanted =
      name === 'varnish' ? ` (wanted: hits ${WANTED.hitRatio * 100} %, ${WANTED.capacity} times)` : '';
    say(`behind ${name}: ${tell(measured)}, ${ratio.toFixed(2)} times as many a core${wanted}`);
    if (measured.failed > 0) return false;
    return name !== 'varnish' || (measured.hitRatio >= WANTED.hitRatio && ratio >= WANTED.capacity);
  } finally {
    await cache.stop();
  }
}

function tell({ hitRatio, perCore, tiers, failed }: Measured): string {
  const costs = tiers.map((one) => one.toFixed(3)).join(' and ');
  return `hits ${(hitRatio * 100).toFixed(1)} %, ${costs} ms of CPU a request, ${Math.round(perCore)} requests a second and core, ${failed} failed`;
}

/** Hits at an even rate; then the CPU of the processes for each request, as fast as they go. */
async function measure(
  origin: string,
  paths: readonly string[],
  tiers: readonly (readonly number[])[],
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const choose = zipf(paths, seededRandom(23));
  const count = { responses: 0, hits: 0, failed: 0 };
  const send = async (): Promise<void> => {
    const response = await ask(agent, origin + choose()).catch(() => null);
    count.responses += 1;
    if (response?.cache === 'hit') count.hits += 1;
    if (response?.status !== 200) count.failed += 1;
  };
  await runEvenly(PER_SECOND, WARM_SECONDS, send);
  Object.assign(count, { responses: 0, hits: 0, failed: 0 });
  await runEvenly(PER_SECOND, SECONDS, send);
  const { hits, responses, failed } = count;
  const cpu = (): number[] => tiers.map((pids) => pids.reduce((sum, pid) => sum + cpuMilliseconds(pid), 0));
  Object.assign(count, { responses: 0, hits: 0, failed: 0 });
  const before = cpu();
  await runFully(AT_ONCE, SECONDS, send);
  const used = cpu().map((after, tier) => after - (before[tier] ?? 0));
  agent.destroy();
  return {
    hitRatio: hits / responses,
    perCore: (count.responses / used.reduce((sum, one) => sum + one, 0)) * 1_000,
    tiers: used.map((one) => one / count.responses),
    failed: failed + count.failed,
  };
}

/** What pages and builders ask for, the likeliest first. */
function pathsOf(tokens: readonly string[]): string[] {
  const lists = Array.from({ length: 64 }, (_, index) => `/v1/apps?limit=${index + 1}`);
  const apps = tokens.flatMap((token) => [
    `/v1/apps/${token}`,
    `/v1/curves/${token}`,
    `/v1/apps/${token}/holders`,
  ]);
  return [...lists.slice(0, 8), ...apps, ...lists.slice(8)];
}

/** The path of rank n is asked for 1/n as often as the first. */
function zipf(paths: readonly string[], random: () => number): () => string {
  let sum = 0;
  const sums = paths.map((_, index) => (sum += 1 / (index + 1)));
  return () => {
    const drawn = random() * sum;
    return paths[sums.findIndex((one) => one >= drawn)] ?? paths[0] ?? '';
  };
}
