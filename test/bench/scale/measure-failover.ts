import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ApiProcess } from '../../support/api-process.js';
import { IndexerProcess } from '../../support/indexer-process.js';
import { LaunchpadFixture } from '../../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../../support/market-activity.js';
import { MovableName } from '../../support/movable-name.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { until } from '../../support/until.js';
import { TradeBlocks } from '../lag/trade-blocks.js';
import { LoadBalancer } from './load-balancer.js';
import { pathOf, untilReady } from './measure-restart.js';
import { runEvenly, say } from './requests.js';

const APPS = 5;
const TRADES = 10;
const BLOCK_MS = 1_000;
const PER_SECOND = 60;
const WARM_MS = 8_000;
const AFTERWARDS_MS = 20_000;
const PROBE_EVERY_MS = 1_000;
/** A standby is promoted after so many probes of the primary in a row that failed. */
const FAILED_PROBES = 3;
const WANTED_GAP_MS = 15_000;

/**
 * The primary of two standbys is killed under load; what watches it promotes a standby, and moves the name that all programs know.
 * Three API processes, two indexers, and a chain with a block a second.
 */
export async function measureFailover(): Promise<boolean> {
  const fixture = await LaunchpadFixture.start();
  const market = new MarketActivity(fixture, seededRandom(23));
  await market.open(APPS);
  for (const token of market.tokens)
    for (const trader of fixture.traders) await fixture.buy(trader, token, 200n * 10n ** 18n);
  const primary = await OwnPostgres.start();
  const name = await MovableName.of(primary.url);
  const follow = {
    primary_conninfo: `${conninfoOf(name.url)} application_name=standby`,
    wal_retrieve_retry_interval: '1s',
  };
  const standbys = [await primary.startStandby(follow), await primary.startStandby(follow)] as const;
  const environment = { RPC_URL: fixture.anvil.rpcUrl, DATABASE_URL: name.url };
  const indexers = [IndexerProcess.start(environment), IndexerProcess.start(environment)];
  const apis: ApiProcess[] = [];
  for (let index = 0; index < 3; index += 1)
    apis.push(
      await ApiProcess.start({
        ...environment,
        DATABASE_READ_URL: standbys.map(({ url }) => url).join(','),
        RATE_LIMIT_READ_PER_MINUTE: '100000000',
        LOG_LEVEL: 'error',
      }),
    );
  const origins = apis.map(({ origin }) => origin);
  await fixture.client.setAutomine(false);
  const chain = new TradeBlocks(fixture, market.tokens);
  const bench = { isOver: false };
  let mined = 0;
  const mining = (async () => {
    while (!bench.isOver) {
      const began = performance.now();
      mined = (await chain.mine(TRADES)).number;
      await sleep(Math.max(0, BLOCK_MS - (performance.now() - began)));
    }
  })();
  await untilReady(origins);
  const balancer = new LoadBalancer(origins);
  try {
    let sent = 0;
    const load = runEvenly(
      PER_SECOND,
      600,
      () => balancer.send(pathOf((sent += 1), market.tokens)),
      () => bench.isOver,
    );
    await sleep(WARM_MS);
    const before = balancer.longestGap;
    const began = performance.now();
    const since = (): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
    await primary.stop('SIGQUIT');
    let failedProbes = 0;
    while (failedProbes < FAILED_PROBES) {
      await sleep(PROBE_EVERY_MS);
      failedProbes = (await responds(name.url)) ? 0 : failedProbes + 1;
    }
    const promoted = await furthest(standbys);
    await promoted.promote();
    name.moveTo(promoted.url);
    const lost = since();
    const blockThen = balancer.block;
    await until('a new block is served', () => balancer.block > blockThen, 60_000);
    const served = since();
    await until('the index is level', () => balancer.block >= mined - 1, 60_000);
    const level = since();
    await sleep(AFTERWARDS_MS);
    const other = standbys.find((standby) => standby !== promoted);
    const follows = other !== undefined && (await isStreaming(other));
    bench.isOver = true;
    await load;
    say(`a block a second, ${PER_SECOND} reads a second of three processes: ${balancer.tell()}`);
    say(
      `after the primary's death: promoted ${lost}, a new block served ${served}, level ${level}; the other standby ${follows ? 'follows' : 'DOES NOT FOLLOW'}`,
    );
    say(
      `longest time without a new block ${seconds(balancer.longestGap)} (${seconds(before)} before it; wanted: under ${seconds(WANTED_GAP_MS)})`,
    );
    say(`Of it about ${FAILED_PROBES} s are what the watcher of the primary waits for.`);
    return balancer.failures.length === 0 && balancer.longestGap < WANTED_GAP_MS && follows;
  } finally {
    bench.isOver = true;
    balancer.stop();
    await mining;
    await Promise.all([...indexers.map((indexer) => indexer.end()), ...apis.map((api) => api.stop())]);
    await name.stop();
    for (const server of [...standbys, primary]) await server.remove();
    await fixture.stop();
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

function conninfoOf(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 900, query_timeout: 900 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The standby that received most of the log: another could not follow it. */
async function furthest(standbys: readonly [OwnPostgres, OwnPostgres]): Promise<OwnPostgres> {
  const [one, other] = standbys;
  const received = async (standby: OwnPostgres): Promise<bigint> => {
    const [row] = await read<{ bytes: string }>(
      standby,
      `SELECT (pg_last_wal_receive_lsn() - '0/0')::text AS bytes`,
    );
    return BigInt(row?.bytes ?? 0);
  };
  return (await received(one)) >= (await received(other)) ? one : other;
}

async function isStreaming(standby: OwnPostgres): Promise<boolean> {
  return (await read(standby, `SELECT FROM pg_stat_wal_receiver WHERE status = 'streaming'`)).length === 1;
}

async function read<Row extends pg.QueryResultRow>(server: OwnPostgres, sql: string): Promise<Row[]> {
  const client = await server.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
