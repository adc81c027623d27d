import { setTimeout as delay } from 'node:timers/promises';
import { ApiProcess } from '../../support/api-process.js';
import { IndexerProcess } from '../../support/indexer-process.js';
import { LaunchpadFixture } from '../../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../../support/market-activity.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { until } from '../../support/until.js';
import { TradeBlocks } from './trade-blocks.js';

/**
 * How long it takes from a block's arrival at the node until the API serves its data: a block a second with 100 trades,
 * anvil, the indexer and the API each in a process of its own. The commit of the indexer's transaction is timed too.
 *
 *     npm run bench -- lag            60 blocks
 *     npm run bench -- lag 300     other numbers
 */
const TRADES = 100;
const BLOCK_MS = 1_000;
const APPS = 20;
const WARM_UP = 10;
const PAUSE_MS = 2;
const blocks = Number(process.argv[2] ?? 60);

const fixture = await LaunchpadFixture.start();
const market = new MarketActivity(fixture, seededRandom(99));
await market.open(APPS);
// Every trader holds some of every app, so that any trader can sell.
for (const token of market.tokens) {
  for (const trader of fixture.traders) await fixture.buy(trader, token, 200n * 10n ** 18n);
}
const postgres = await OwnPostgres.start();
const environment = { RPC_URL: fixture.anvil.rpcUrl, DATABASE_URL: postgres.url };
const indexer = IndexerProcess.start(environment);
const api = await ApiProcess.start({ ...environment, RATE_LIMIT_READ_PER_MINUTE: '10000000' });
const client = await postgres.connect();

/** Of the response to a real read, from the block that its header names. */
async function servedBlock(): Promise<number> {
  const response = await api.get('/v1/apps?sort=trending&limit=20');
  await response.arrayBuffer();
  return Number(response.headers.get('X-As-Of-Block') ?? -1);
}

async function untilServed(block: number): Promise<number> {
  while ((await servedBlock()) < block) await delay(PAUSE_MS);
  return performance.now();
}

/** The share of values at or below it. */
function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(0)} ms`;
}

try {
  const head = Number(await fixture.client.getBlockNumber());
  await until('all is served', async () => (await servedBlock()) === head, 60_000);
  const committedAt = new Map<number, number>();
  client.on('notification', ({ payload }) => {
    committedAt.set(Number(payload), performance.now());
  });
  await client.query('LISTEN slipway_head');
  await fixture.client.setAutomine(false);
  const chain = new TradeBlocks(fixture, market.tokens);
  const served: number[] = [];
  const committed: number[] = [];
  for (let i = -WARM_UP; i < blocks; i += 1) {
    const began = performance.now();
    const block = await chain.mine(TRADES);
    const servedAt = await untilServed(block.number);
    if (i >= 0) {
      served.push(servedAt - block.arrivedAt);
      committed.push((committedAt.get(block.number) ?? Number.NaN) - block.arrivedAt);
    }
    await delay(Math.max(0, BLOCK_MS - (performance.now() - began)));
  }
  const { rows } = await client.query<{ trades: string }>(
    `SELECT count(*) AS trades FROM chain.trades WHERE block_number > $1`,
    [head],
  );
  console.log(
    `${blocks} blocks, one a second, ${(Number(rows[0]?.trades) / (blocks + WARM_UP)).toFixed(0)} trades each`,
  );
  for (const [what, values] of Object.entries({ committed, served })) {
    console.log(
      `  ${what.padEnd(9)} p50 ${quantile(values, 0.5)}, p99 ${quantile(values, 0.99)}, longest ${quantile(values, 1)}`,
    );
  }
} finally {
  await client.end();
  await indexer.end();
  await api.stop();
  await postgres.remove();
  await fixture.stop();
}
