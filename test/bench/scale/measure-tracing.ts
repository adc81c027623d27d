import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaService, traceStatement } from '@slipway/database';
import type * as generated from '../../../libs/database/src/generated/client.js';
import { ApiProcess } from '../../support/api-process.js';
import { insertManyApps } from '../../support/many-apps.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { openClient } from '../../support/pg-client.js';
import { throwIt } from '../../support/throw-it.js';
import { median } from '../median.js';
import { ask, say } from './requests.js';
import { cpuMilliseconds } from '../worst/server-cpu.js';

const ROUNDS = 9;
const REQUESTS = 2_000;
const WARM = 4_000;
const AT_ONCE = 16;
const CALLS = 1_000_000;
const QUERIES = 2_000;
/** Prisma without our extension, which no library exports. */
const CLIENT = pathToFileURL(path.resolve('libs/database/dist/generated/client.js')).href;
const OPTIONS = '-c role=slipway_api -c search_path=chain,public';
const PATH = '/v1/apps?limit=20';
const WANTED = { off: 0.01, sampled: 0.05 };

/** CPU of uncached requests of one statement, with traces of one in a hundred and with none, in turn. */
export async function measureTracing(): Promise<boolean> {
  const collector = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200).end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const postgres = await OwnPostgres.start();
  const database = await openClient(postgres.url);
  await insertManyApps(database, 100, new Date());
  await database.end();
  const start = (more: Readonly<Record<string, string>>): Promise<ApiProcess> =>
    ApiProcess.start({
      DATABASE_URL: postgres.url,
      RATE_LIMIT_READ_PER_MINUTE: '100000000',
      READ_CACHE_MB: '0',
      LOG_LEVEL: 'error',
      ...more,
    });
  const off = await start({});
  const sampled = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  try {
    for (const api of [off, sampled]) await cpuOfRequests(api, WARM);
    const costs: { off: number; sampled: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      costs.push({
        off: await cpuOfRequests(off, REQUESTS),
        sampled: await cpuOfRequests(sampled, REQUESTS),
      });
    const offMs = median(costs.map((cost) => cost.off));
    const ratio = median(costs.map((cost) => cost.sampled / cost.off)) - 1;
    // A request asks one setting besides, which no clock sees.
    const parts = { statement: await costOfCheck(), model: await costOfExtension(postgres.url) };
    const share = (parts.statement + parts.model) / offMs;
    say(`off: ${offMs.toFixed(3)} ms of CPU a request. Not to trace takes`);
    say(
      `${micros(parts.statement)} of a typed statement, ${micros(parts.model)} more of a query of a model than of Prisma alone`,
    );
    say(`one of each: ${(share * 100).toFixed(2)} % of a request (wanted: at most ${WANTED.off * 100} %)`);
    say(`one in a hundred: ${(ratio * 100).toFixed(1)} % more (wanted: at most ${WANTED.sampled * 100} %)`);
    return share <= WANTED.off && ratio <= WANTED.sampled;
  } finally {
    await off.stop();
    await sampled.stop();
    await postgres.remove();
    collector.close();
  }
}

function micros(milliseconds: number): string {
  return `${(milliseconds * 1_000).toFixed(2)} us`;
}

/** Milliseconds of CPU of the process for one request. */
async function cpuOfRequests(api: ApiProcess, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const before = cpuMilliseconds(api.pid);
  let sent = 0;
  const client = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const { status } = await ask(agent, api.origin + PATH);
      if (status !== 200) throw new Error(`status ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const used = cpuMilliseconds(api.pid) - before;
  agent.destroy();
  return used / count;
}

/** Milliseconds that a statement takes longer than without the question, where no SDK is loaded. */
async function costOfCheck(): Promise<number> {
  const run = (): Promise<number> => Promise.resolve(1);
  const time = async (call: () => Promise<number>): Promise<number> => {
    const began = performance.now();
    for (let index = 0; index < CALLS; index += 1) await call();
    return (performance.now() - began) / CALLS;
  };
  const differences: number[] = [];
  for (let round = 0; round < 5; round += 1)
    differences.push((await time(() => traceStatement('bench', run))) - (await time(run)));
  return Math.max(0, median(differences));
}

/** Milliseconds of CPU that a query of a model takes more than of Prisma alone, on connections of the same database. */
async function costOfExtension(url: string): Promise<number> {
  const { PrismaClient } = (await import(CLIENT)) as typeof generated;
  const plain = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, options: OPTIONS }) });
  const ours = new PrismaService({ url, role: 'slipway_api', size: 10 }, throwIt);
  const cpuOf = async (read: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage();
    for (let index = 0; index < QUERIES; index += 1) await read();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / QUERIES;
  };
  const differences: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const without = await cpuOf(() => plain.flag.findMany());
    const extended = await cpuOf(() => ours.client.flag.findMany());
    // The first round warms both.
    if (round > 0) differences.push(extended - without);
  }
  await plain.$disconnect();
  await ours.$close();
  return Math.max(0, median(differences));
}
