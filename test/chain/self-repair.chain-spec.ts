import type pg from 'pg';
import { toHex, type Address, type Hex } from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import { askForWriter } from '../support/ask-for-writer.js';
import { setRepair } from '../../apps/indexer/src/leadership/writer-status.js';
import { askAgain } from '../support/ask-again.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { indexedBlock, untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { WithholdingNode } from '../support/withholding-node.js';

const CHAIN_ID = 4_243;
const FINALITY_BLOCKS = 4;
const TOKEN = 10n ** 18n;

/** Beyond finality, and beyond what is searched by receipts at once. */
const LATER_BLOCKS = 900;

describe('an index whose node withheld logs of a final block', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let proxy: WithholdingNode;
  let database: TestDatabase;
  let client: pg.Client;
  let indexer: IndexerProcess;
  /** Each test has the chain as the first one had it: it is read whole, again and again. */
  let beginning: Hex;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start(['--chain-id', String(CHAIN_ID)]);
    market = new MarketActivity(fixture, seededRandom(97));
    await market.open(2);
    await market.act(6);
  });

  afterAll(() => fixture.stop());

  beforeEach(async () => {
    beginning = await fixture.client.snapshot();
    proxy = await WithholdingNode.start(fixture.anvil.rpcUrl);
    database = await createTestDatabase();
    client = await openClient(database.url);
  });

  afterEach(async () => {
    await indexer.end();
    await client.end();
    await database.drop();
    await proxy.stop();
    await fixture.client.revert({ id: beginning });
  });

  function start(urls: readonly string[] = [proxy.url], settings: Record<string, string> = {}): void {
    indexer = IndexerProcess.start({
      RPC_URL: urls.join(),
      DATABASE_URL: database.url,
      CHAIN_ID: String(CHAIN_ID),
      FINALITY: String(FINALITY_BLOCKS),
      INDEXER_POLL_MS: '50',
      ...settings,
    });
  }

  async function expectFresh(): Promise<void> {
    await untilLevel(client, fixture.client);
    await expectFreshIndex(
      database.url,
      fixture.anvil.rpcUrl,
      { finalityBlocks: FINALITY_BLOCKS },
      undefined,
      CHAIN_ID,
    );
  }

  /** Two buys of an app in one block, so that no bloom tells of the one that is withheld. */
  async function buyTwice(token: Address): Promise<Hex> {
    await fixture.client.setAutomine(false);
    const hashes: Hex[] = [];
    for (const trader of [1, 2])
      hashes.push(
        await fixture.client.writeContract({
          ...fixture.onLaunchpad('buy', fixture.trader(trader), [token, 50n * TOKEN, 0n]),
          account: fixture.trader(trader),
          chain: null,
          gas: 1_000_000n,
        }),
      );
    await fixture.client.mine({ blocks: 1 });
    await fixture.client.setAutomine(true);
    return hashes[1]!;
  }

  async function findings(): Promise<unknown[]> {
    return (await client.query<object>('SELECT kind, app, is_frozen FROM index_findings')).rows;
  }

  const buyAgain = async (token: Address): Promise<void> => {
    await fixture.buy(fixture.trader(3), token, 20n * TOKEN);
    await fixture.client.mine({ blocks: 2 });
  };

  async function repaired(outcome = 'rewound'): Promise<void> {
    await until(
      () => `the index is repaired: ${indexer.log.slice(-2_000)}`,
      () => indexer.log.includes(`"outcome":"${outcome}"`),
    );
  }

  it.each([
    { what: 'its logs are there later', withhold: 'then healthy', isPruned: false },
    { what: 'its receipts have them', withhold: 'logs for ever', isPruned: false },
    { what: 'its receipts have them, and it has no state', withhold: 'logs for ever', isPruned: true },
  ])('takes it back there after 900 blocks: $what', async ({ withhold, isPruned }) => {
    const token = market.tokens[0]!;
    const hash = await buyTwice(token);
    proxy.withhold(hash);
    proxy.isPruned = false;
    await fixture.client.mine({ blocks: LATER_BLOCKS });
    start();
    await untilLevel(client, fixture.client);
    if (withhold === 'then healthy') proxy.withheld.clear();
    proxy.isPruned = isPruned;
    await buyAgain(token);
    await repaired();
    await expectFresh();
    expect(await findings()).toEqual([]);
  });

  it('is healed by a second node, when the first withholds receipts too', async () => {
    const token = market.tokens[1]!;
    proxy.withhold(await buyTwice(token));
    proxy.alsoOfReceipts = true;
    await fixture.client.mine({ blocks: LATER_BLOCKS });
    start();
    await untilLevel(client, fixture.client);
    await indexer.end();
    await buyAgain(token);
    start([proxy.url, fixture.anvil.rpcUrl]);
    await repaired();
    await expectFresh();
  });

  it('stands still and says so where nobody has the logs, in words that name app and block, until somebody has', async () => {
    const token = market.tokens[1]!;
    proxy.withhold(await buyTwice(token));
    proxy.alsoOfReceipts = true;
    await fixture.client.mine({ blocks: LATER_BLOCKS });
    start();
    await untilLevel(client, fixture.client);
    await buyAgain(token);
    const block = Number(await fixture.client.getBlockNumber()) - 2;
    const api = await startApi(database.url, { chainId: CHAIN_ID });
    try {
      await until(
        () => `it is known: ${indexer.log.slice(-2_000)}`,
        async () => (await readiness(api)).body.warnings.includes('indexer_halted'),
      );
      const { status, body } = await readiness(api);
      expect(status).toBe(200);
      expect(body.checks.indexer.halted).toContain(`app ${token}, block ${block}: `);
      expect(await indexedBlock(client)).toBe(block - 1);
      await indexer.end();
      start([fixture.anvil.rpcUrl]);
      await expectFresh();
      await until('it is told', async () => (await readiness(api)).body.checks.indexer.halted === null);
      expect((await readiness(api)).body.checks.indexer.repairing).toBeNull();
    } finally {
      await api.close();
    }
  });

  it('is ready while it is repaired, says of what, and marks what it serves as stale', async () => {
    const token = market.tokens[0]!;
    await market.publishPrice(200_000_000n);
    start();
    await untilLevel(client, fixture.client);
    const api = await startApi(database.url, { chainId: CHAIN_ID });
    const isStale = async (): Promise<unknown> => {
      const response = await fetch(`${api.origin}/v1/prices?tokens=${token}`);
      return ((await response.json()) as { prices: { stale: boolean }[] }).prices[0]?.stale;
    };
    // While the index goes on: what lags for a minute is stale.
    await until('it is not marked', async () => (await isStale()) === false);
    await indexer.end();
    const writer = (await askForWriter(database.url))!;
    try {
      const head = await indexedBlock(client);
      const repairing = { app: token, block: head, missing: head - 2, percent: 25 };
      await client.query(`UPDATE head SET level_at = now() - interval '2 minutes'`);
      await setRepair(writer, repairing);
      await until('the API knows', async () => (await readiness(api)).body.checks.indexer.repairing !== null);
      const { status, body } = await readiness(api);
      expect([status, body.checks.indexer.repairing]).toEqual([200, repairing]);
      await until('it is marked', async () => (await isStale()) === true);
    } finally {
      await writer.session.end();
      await api.close();
    }
  });

  it('names app, block and constraint of a row that the database refuses, and goes on once it does not', async () => {
    const token = market.tokens[1]!;
    start();
    await untilLevel(client, fixture.client);
    await client.query('ALTER TABLE chain.ledger_entries ADD CONSTRAINT never CHECK (false) NOT VALID');
    await fixture.buy(fixture.trader(3), token, TOKEN);
    const block = await fixture.client.getBlockNumber();
    const reason = `app ${token}, block ${block}: the database refuses it: never`;
    await until(
      () => `it is told: ${indexer.log.slice(-2_000)}`,
      async () => {
        const { rows } = await client.query<{ reason: string | null }>(
          'SELECT halted_reason AS reason FROM index_writer',
        );
        return rows[0]?.reason?.startsWith(reason) === true;
      },
    );
    await client.query('ALTER TABLE chain.ledger_entries DROP CONSTRAINT never');
    await expectFresh();
  });

  it('finds a plain transfer that was withheld, by a holder that spends what it does not have', async () => {
    const token = market.tokens[0]!;
    const to = '0x00000000000000000000000000000000000a11ce';
    await fixture.buy(fixture.trader(4), token, 10n * TOKEN);
    await fixture.client.setAutomine(false);
    const send = async (recipient: Address): Promise<Hex> =>
      fixture.client.writeContract({
        address: token,
        abi: platformTokenAbi,
        functionName: 'transfer',
        args: [recipient, 1_000n],
        account: fixture.trader(4),
        chain: null,
      });
    await send(fixture.trader(5));
    proxy.withhold(await send(to));
    await fixture.client.mine({ blocks: 1 });
    await fixture.client.setAutomine(true);
    await fixture.client.mine({ blocks: LATER_BLOCKS });
    start();
    await untilLevel(client, fixture.client);
    await fixture.client.impersonateAccount({ address: to });
    await fixture.client.setBalance({ address: to, value: TOKEN });
    await fixture.transfer(token, to, fixture.trader(6), 1_000n);
    await fixture.client.mine({ blocks: 2 });
    await repaired();
    await expectFresh();
  });

  it('finds what is missing of the very block that shows it, without a rewind', async () => {
    const token = market.tokens[0]!;
    const hash = await buyTwice(token);
    // The trade without its transfer.
    proxy.withheld.set(hash, ({ topics }) => topics[0]?.startsWith('0xddf252ad') === true);
    await fixture.client.mine({ blocks: 20 });
    start();
    await repaired('proved');
    await expectFresh();
  });

  /** Two launches in one block. */
  async function launchTwice(): Promise<{ token: Address; hash: Hex; block: number }> {
    await fixture.client.setAutomine(false);
    const hashes: Hex[] = [];
    for (const trader of [1, 2])
      hashes.push(
        await fixture.client.writeContract({
          ...fixture.onLaunchpad('launch', fixture.trader(trader), ['Late', 'LATE', 'd', '', '']),
          account: fixture.trader(trader),
          chain: null,
          gas: 3_000_000n,
        }),
      );
    await fixture.client.mine({ blocks: 1 });
    await fixture.client.setAutomine(true);
    const hash = hashes[1]!;
    const receipt = await fixture.client.getTransactionReceipt({ hash });
    const { token } = fixture.event(receipt.logs, 'Launched');
    return { token, hash, block: Number(receipt.blockNumber) };
  }

  it('finds a launch that was withheld', async () => {
    const { token, hash } = await launchTwice();
    proxy.withhold(hash);
    await fixture.client.mine({ blocks: LATER_BLOCKS });
    start();
    await untilLevel(client, fixture.client);
    await buyAgain(token);
    await repaired();
    await expectFresh();
  });

  it('is built anew beside the served one where no rewind goes back so far, by itself or by an operator', async () => {
    const { token, hash, block } = await launchTwice();
    const settings = { START_BLOCK: String(block), INDEX_REPAIR: 'manual' };
    proxy.withhold(hash);
    await fixture.client.mine({ blocks: 100 });
    start([proxy.url], settings);
    await untilLevel(client, fixture.client);
    await buyAgain(token);
    await until(
      () => `it says what to do: ${indexer.log.slice(-2_000)}`,
      () => indexer.log.includes(`block ${block} lacks logs`) && indexer.log.includes('rebuild the index'),
    );
    await indexer.end();
    start([proxy.url], { START_BLOCK: String(block) });
    await repaired('rebuilding');
    await until('the rebuild is done', async () => {
      const { rows } = await client.query<object>('SELECT FROM maintenance_jobs WHERE succeeded');
      return rows.length === 1;
    });
    await untilLevel(client, fixture.client);
    const options = { finalityBlocks: FINALITY_BLOCKS, startBlock: block };
    await expectFreshIndex(database.url, fixture.anvil.rpcUrl, options, undefined, CHAIN_ID);
  });

  it('goes on with what receipts of all nodes confirm, though it does not fit, and records it once', async () => {
    const { priceFeed: address } = fixture.addresses;
    start([proxy.url, fixture.anvil.rpcUrl]);
    await untilLevel(client, fixture.client);
    for (let i = 0n; i < 3n; i += 1n) await market.publishPrice(200_000_000n + i);
    await untilLevel(client, fixture.client);
    // The feed's last round is beside its transmitter.
    const slot = toHex(2, { size: 32 });
    const word = BigInt((await fixture.client.getStorageAt({ address, slot }))!);
    await fixture.client.setStorageAt({ address, index: 2, value: toHex(word + (5n << 160n), { size: 32 }) });
    for (let i = 0n; i < 3n; i += 1n) {
      await market.publishPrice(300_000_000n + i);
      await untilLevel(client, fixture.client);
    }
    await repaired('accepted');
    expect(await findings()).toEqual([{ kind: 'feed', app: address, is_frozen: false }]);
    expect(indexer.log.match(/"outcome":"accepted"/g)).toHaveLength(1);
  });
});

interface Readiness {
  readonly status: number;
  readonly body: {
    readonly checks: { readonly indexer: { readonly repairing: unknown; readonly halted: string | null } };
    readonly warnings: readonly string[];
  };
}

async function readiness(api: RunningApi): Promise<Readiness> {
  // A busy machine may be late to look at the database.
  const response = await askAgain(() => fetch(`${api.origin}/health/ready`));
  return { status: response.status, body: (await response.json()) as Readiness['body'] };
}
