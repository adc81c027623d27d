import type pg from 'pg';
import { startFaultyNode, type FaultyNode } from '../support/faulty-node.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { isLevel, untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { OpsProcess } from '../support/ops-process.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { runOps, type OpsResult } from '../support/run-ops.js';
import { until } from '../support/until.js';

/** Not the local network's: there a chain is followed wherever it goes. */
const CHAIN_ID = 4_243;

const STUCK = /stuck, and tried again: InconsistentNodeError: the node has no block \d+\n/;

/** Operators and an indexer whose node has lost the chain's first block: a rebuild does not come far, the index goes on. */
describe('maintenance jobs that wait', () => {
  let fixture: LaunchpadFixture;
  let node: FaultyNode;
  let database: TestDatabase;
  let client: pg.Client;
  let indexer: IndexerProcess;
  let isLost = false;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start(['--chain-id', String(CHAIN_ID)]);
    await new MarketActivity(fixture, seededRandom(72)).open(1);
    node = await startFaultyNode(fixture.anvil.rpcUrl);
    node.choose = () => (isLost ? 'no-first-block' : null);
    database = await createTestDatabase();
    client = await openClient(database.url);
    indexer = startIndexer();
    await untilLevel(client, fixture.client);
  });

  afterAll(async () => {
    await indexer.end();
    await client.end();
    await database.drop();
    await node.stop();
    await fixture.stop();
  });

  function startIndexer(): IndexerProcess {
    return IndexerProcess.start({
      RPC_URL: node.url,
      DATABASE_URL: database.url,
      CHAIN_ID: String(CHAIN_ID),
      INDEXER_POLL_MS: '50',
    });
  }

  function ops(...words: string[]): Promise<OpsResult> {
    return runOps({ DATABASE_URL: database.url }, 'index', ...words);
  }

  async function isBegun(): Promise<boolean> {
    const { rows } = await client.query<{ begun: string | null }>(
      `SELECT to_regnamespace('chain_next') AS begun`,
    );
    return rows[0]?.begun !== null;
  }

  async function beginRebuild(): Promise<{ readonly command: OpsProcess; readonly job: string }> {
    const command = new OpsProcess({ DATABASE_URL: database.url }, 'index', 'rebuild');
    await until(
      () => `it is said what the rebuild is stuck on: ${command.output}`,
      () => STUCK.test(command.output),
    );
    return { command, job: /job (\d+) is recorded/.exec(command.output)?.[1] ?? '' };
  }

  it('are none at first: the status names block, lag, writer and standbys', async () => {
    const standby = startIndexer();
    let status = '';
    await until('the standby is known', async () => {
      status = (await ops('status')).stdout;
      return status.includes('standbys 1: slipway_indexer:');
    });
    await standby.end();
    expect(status).toMatch(/^block {4}\d+, of \d{4}-\S+Z\nlevel {4}yes\nlag {6}\d+\.\d s\n/);
    expect(status).toMatch(/\nwriter {3}slipway_indexer:\S+, epoch \d+, last heartbeat \S+Z\n/);
    expect(status).toMatch(/\nhalted {3}no\nfailing {2}no\njobs {5}none open\n$/);
    expect(await ops('cancel')).toEqual({ code: 1, stdout: '', stderr: 'no job is open\n' });
    expect(await ops('cancel', 'x')).toMatchObject({
      code: 1,
      stderr: '[job] must be the number of a job\n',
    });
    expect(await ops('cancel', '999')).toMatchObject({ code: 1, stderr: 'job 999 is not open\n' });
  });

  it('say what they are stuck on, to the command, the log and the status, and can be cancelled', async () => {
    isLost = true;
    const { command, job } = await beginRebuild();
    const waiting = new OpsProcess({ DATABASE_URL: database.url }, 'index', 'rewind', '1');
    await until('the other waits', () => waiting.output.includes('is recorded'));
    expect((await ops('status')).stdout).toMatch(
      /\njobs {5}2 open\n {2}job \d+: rebuild, asked for \S+Z; 0 % of the chain is read; failing since \S+Z: Incon.*\n {2}job \d+: rewind to block 1, asked for \S+Z\n$/,
    );
    expect((await ops('cancel')).stderr).toMatch(/^jobs \d+, \d+ are open: say which\n$/);
    const rewind = String(Number(job) + 1);
    expect((await ops('cancel', rewind)).stdout).toContain(`job ${rewind}: cancelled by an operator\n`);
    expect(await waiting.ended).toBe(1);
    // The one who waits is not put off by a database that does not respond for a while.
    await client.query('BEGIN; LOCK TABLE maintenance_jobs IN ACCESS EXCLUSIVE MODE');
    await until('the lock is noticed', () => command.output.includes('waiting for it'));
    await client.query('ROLLBACK');
    expect((await ops('cancel')).stdout).toContain(`job ${job}: cancelled by an operator\n`);
    expect(await command.ended).toBe(1);
    expect(command.output).toMatch(/\ncancelled by an operator\n$/);
    expect(await isBegun()).toBe(false);
    expect(indexer.log).toContain('"message":"job fails"');
    expect(await isLevel(client, fixture.client)).toBe(true);
  });

  it('are cleaned up after by the next indexer when none runs', async () => {
    const { command, job } = await beginRebuild();
    await indexer.end('SIGKILL');
    expect(await isBegun()).toBe(true);
    await client.query(`UPDATE index_writer SET beat_at = now() - interval '1 minute'`);
    await until('it is said', () => command.output.includes('no indexer is running'));
    expect((await ops('cancel')).stdout).toBe(
      `job ${job} is cancelled; no indexer is running, the next one that starts cleans up after it\n`,
    );
    expect((await ops('status')).stdout).toMatch(/\nwriter {3}none; the last one, slipway_indexer:/);
    indexer = startIndexer();
    expect(await command.ended).toBe(1);
    expect(await isBegun()).toBe(false);
  });

  it('are done when the node has found the block', async () => {
    const { command } = await beginRebuild();
    isLost = false;
    expect(await command.ended).toBe(0);
    expect(command.output).toMatch(/\nthe index is new\n$/);
    await expectFreshIndex(database.url, fixture.anvil.rpcUrl, {}, undefined, CHAIN_ID);
  });
});
