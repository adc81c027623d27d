import { spawn } from 'node:child_process';
import pg from 'pg';
import { createTestDatabase } from '../support/postgres.js';
import { dumpFreshIndex, dumpIndex } from '../support/index-world.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';

const PROGRAM = 'dist/apps/indexer/src/main.js';

describe('an indexer that is killed during its backfill', () => {
  let fixture: LaunchpadFixture;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    const market = new MarketActivity(fixture, seededRandom(23));
    await market.open(3);
    for (let i = 0; i < 120; i += 1) await market.act();
  });

  afterAll(async () => {
    await fixture.stop();
  });

  it('goes on from its last whole batch: three kills later the tables equal a fresh index', async () => {
    const random = seededRandom(5);
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const target = Number(await fixture.client.getBlockNumber());
      const heights: number[] = [];
      for (let kill = 1; kill <= 3; kill += 1) {
        // A random height in the next quarter of the chain: each life gets some of the way.
        const height = Math.floor((target * (kill - 1 + random())) / 4);
        await runUntil(fixture.anvil.rpcUrl, database.url, client, height, 'SIGKILL');
        heights.push(await indexedBlock(client));
      }
      expect(Math.max(...heights)).toBeLessThan(target);
      await runUntil(fixture.anvil.rpcUrl, database.url, client, target, 'SIGTERM');
      expect(await dumpIndex(database.url)).toEqual(await dumpFreshIndex(fixture.anvil.rpcUrl));
    } finally {
      await client.end();
      await database.drop();
    }
  });
});

/** Runs the real program, one block a batch, until the index has reached a height, and ends it. */
async function runUntil(
  rpcUrl: string,
  databaseUrl: string,
  client: pg.Client,
  height: number,
  signal: NodeJS.Signals,
): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      RPC_URL: rpcUrl,
      DATABASE_URL: databaseUrl,
      INDEXER_MAX_RANGE: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve();
    }),
  );
  try {
    const deadline = Date.now() + 30_000;
    while ((await indexedBlock(client)) < height) {
      if (child.exitCode !== null) throw new Error(`the indexer stopped with code ${child.exitCode}`);
      if (Date.now() > deadline) throw new Error(`the index did not reach block ${height}`);
    }
  } finally {
    child.kill(signal);
    await gone;
  }
}

async function indexedBlock(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ block: string }>('SELECT block_number AS block FROM chain.head');
  return Number(rows[0]?.block ?? -1);
}
