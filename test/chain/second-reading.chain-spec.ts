import type { Address } from 'viem';
import { ChainNode } from '@slipway/chain';
import { readDeployment } from '@slipway/protocols';
import { slipway } from '@slipway/protocols/slipway';
import { toAddress } from '@slipway/domain';
import { LOCAL_ADDRESSES, LOCAL_CHAIN_ID } from '../../apps/devnet/src/chain/local-addresses.js';
import { Indexer } from '../../apps/indexer/src/ingest/indexer.js';
import { askForWriter } from '../support/ask-for-writer.js';
import { IndexRepair } from '../../apps/indexer/src/repair/index-repair.js';
import { INDEXER_OPTIONS, repairedInPlace } from '../support/index-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { startOddNode, type Oddity, type OddNode } from '../support/odd-node.js';
import { withClient } from '../support/pg-client.js';
import { createTestDatabase } from '../support/postgres.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { until } from '../support/until.js';

/** What an index keeps of logs, and the name of each table's last. */
const TABLES = [
  ['transfers', 'Transfer'],
  ['reserves', '(Bought|Sold|Sync|Graduated|Launched)'],
  ['oracle_prices', 'AnswerUpdated'],
  ['reward_roots', 'RootSet'],
  ['reward_claims', 'Claimed'],
] as const;

/** No node hangs: a response that is slow to come is no failure. */
const NODE_OPTIONS = { timeoutMs: 60_000, attempts: 1, retryMs: 1 };

/** So often at most a reading goes on until it has come to the end. */
const MOST_LOOKS = 30_000;

type Json = Record<string, unknown>;

/** Changes every log that a node gives, by itself or in a receipt. */
const changeLogs = (change: (logs: Json[]) => Json[]): Oddity => ({
  answer: ({ method }, reply) => {
    if (method === 'eth_getLogs' && Array.isArray(reply.result))
      reply.result = change(reply.result as Json[]);
    if (method === 'eth_getBlockReceipts' && Array.isArray(reply.result))
      for (const receipt of reply.result as Json[]) receipt['logs'] = change(receipt['logs'] as Json[]);
  },
});

const refuse = (isRefused: (blocks: number) => boolean, error: Json): Oddity => ({
  ask: (request) => {
    const { fromBlock, toBlock } = (request.params[0] ?? {}) as Record<string, string>;
    const blocks = fromBlock === undefined ? 1 : Number(toBlock) - Number(fromBlock) + 1;
    return request.method === 'eth_getLogs' && isRefused(blocks) ? { error } : request;
  },
});

const PRUNED = refuse(() => true, { code: 4_444, message: 'pruned history unavailable' });

const TOO_MANY = { code: -32_602, message: 'query exceeds max block range' };
const BROKEN = { code: -32_603, message: 'Internal error' };

const counted = (log: Json): Json => ({
  ...log,
  logIndex: `0x${(Number(log['logIndex']) + 50).toString(16)}`,
});

/** In the place of no other. Transfers of the platform token have no rows of their own. */
const PHANTOM: Oddity = {
  answer: ({ method }, reply) => {
    const logs = method === 'eth_getLogs' ? ((reply.result ?? []) as Json[]) : [];
    const log = logs.find(
      ({ address }) => toAddress(String(address)) !== toAddress(LOCAL_ADDRESSES.platformToken),
    );
    if (log !== undefined) (reply.result as Json[]).push({ ...log, logIndex: '0x3e7' });
  },
};

/** All of one hash, as on a fork of which the index knows nothing. */
const onFork = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/"(blockHash|parentHash)":"0x(..)/g, '"$1":"0xff'),
    function (this: Json, key, one: unknown) {
      return key === 'hash' && 'parentHash' in this ? `0xff${String(one).slice(4)}` : one;
    },
  );

const OTHER_FORK: Oddity = {
  answer: (request, reply) => {
    changeLogs((logs) => logs.map(counted)).answer?.(request, reply);
    Object.assign(reply, onFork(reply));
  },
};

describe('a second reading of all blocks', () => {
  let rewards: RewardFixture;
  const nodes: OddNode[] = [];

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    const { fixture } = rewards;
    const market = new MarketActivity(fixture, seededRandom(11));
    await market.open(3);
    await market.act(12);
    const token = await market.launch(9);
    await market.graduate(token);
    await market.publishPrice(150_000_000n);
    await market.act(20);
    const [first, second] = fixture.traders as [Address, Address];
    await fixture.inOneBlock(
      () => market.publishPrice(160_000_000n),
      () => market.publishPrice(170_000_000n),
    );
    for (const price of [-1n, 0n, 10n ** 18n, 180_000_000n]) await market.publishPrice(price);
    await fixture.transfer(token, first, second, 0n);
    await fixture.transfer(token, first, first, 1n);
    await fixture.inOneBlock(
      () => market.launch(8),
      () => fixture.transfer(token, second, second, 0n),
    );
    await rewards.addList('airdrop', new Map(fixture.traders.map((trader) => [trader, WHOLE])));
    await rewards.publish('airdrop');
    await rewards.claim('airdrop', fixture.traders[0]!);
    await rewards.claim('airdrop', fixture.traders[1]!);
    await rewards.index.catchUp();
  });

  beforeEach(() => forgetReread());

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await rewards.close();
  });

  async function forgetReread(): Promise<void> {
    await withClient(rewards.databaseUrl, (client) =>
      client.query('UPDATE chain.head SET reread_block = -1'),
    );
  }

  async function odd(oddity: Oddity): Promise<ChainNode> {
    const node = await startOddNode(rewards.fixture.anvil.rpcUrl, oddity);
    nodes.push(node);
    return new ChainNode([node.url], LOCAL_CHAIN_ID, NODE_OPTIONS);
  }

  /** The last row of a table is not there meanwhile. */
  async function lacking<T>(table: string, work: () => Promise<T>): Promise<T> {
    return withClient(rewards.databaseUrl, async (client) => {
      const { rows } = await client.query<{ row: object }>(
        `DELETE FROM chain.${table} t WHERE ctid = (
          SELECT ctid FROM chain.${table} ORDER BY block_number DESC, log_index DESC LIMIT 1
        ) RETURNING to_jsonb(t) AS row`,
      );
      try {
        return await work();
      } finally {
        await client.query(
          `INSERT INTO chain.${table} SELECT * FROM jsonb_populate_record(NULL::chain.${table}, $1)`,
          [rows[0]?.row],
        );
      }
    });
  }

  /** Reads on, whatever fails, to the end or to a log that is missing. */
  async function readOn(...by: ChainNode[]): Promise<{ found: string | null; failures: Set<string> }> {
    const { reading, goOn, isDone } = await rewards.index.reread(by);
    const failures = new Set<string>();
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const found = await goOn();
      if (reading.failure !== null) failures.add(reading.failure.why);
      if (found !== null || (await isDone())) return { found, failures };
    }
    throw new Error(`it does not come to the end: ${[...failures].join('; ')}`);
  }

  it.each(TABLES)('finds the log of a row that %s lacks', async (table, name) => {
    const found = await lacking(table, () => rewards.index.readAgain());
    expect(found).toMatch(new RegExp(`^block \\d+, read again, has a ${name} that did not come before$`));
  });

  it('finds nothing in an index that has everything', async () => {
    expect(await rewards.index.readAgain()).toBeNull();
  });

  it.each([
    ['a log that no receipt has', PHANTOM],
    ['logs of another fork', OTHER_FORK],
    ['logs that it counts from another number on', changeLogs((logs) => logs.map(counted))],
  ])('takes the index back for no node that gives %s', async (_what, oddity) => {
    const { found, failures } = await readOn(await odd(oddity));
    expect([found, [...failures].some((why) => why.endsWith('; passed over'))]).toEqual([null, true]);
  });

  it('finds what is missing behind a log that no receipt has', async () => {
    const by = [await odd(PHANTOM)];
    const { found } = await lacking('reward_claims', () => readOn(...by));
    expect(found).toMatch(/has a Claimed that did not come before$/);
  });

  it.each([
    ['one block at a time', refuse((blocks) => blocks > 1, TOO_MANY)],
    ['five blocks at a time', refuse((blocks) => blocks > 5, TOO_MANY)],
    ['ten blocks at a time, for no reason that it says', refuse((blocks) => blocks > 10, BROKEN)],
  ])('comes to the end by a node that gives %s', async (_what, oddity) => {
    const by = [await odd(oddity)];
    expect(await readOn(...by)).toMatchObject({ found: null });
    await forgetReread();
    const { found } = await lacking('reward_claims', () => readOn(...by));
    expect(found).toMatch(/has a Claimed/);
  });

  it('comes to the end by a node whose history is gone, and says so', async () => {
    const { found, failures } = await readOn(await odd(PRUNED));
    expect([found, ...failures]).toEqual([null, expect.stringMatching(/pruned history.*; passed over$/)]);
  });

  it('leaves nothing out for one node that fails, whatever it says', async () => {
    for (const oddity of [PRUNED, refuse(() => true, BROKEN), OTHER_FORK]) {
      const by = [await odd(oddity), await odd({})];
      await forgetReread();
      const { found, failures } = await lacking('reward_claims', () => readOn(...by));
      expect([found, [...failures].some((why) => why.endsWith('passed over'))]).toEqual([
        expect.stringMatching(/has a Claimed/),
        false,
      ]);
    }
  });

  it('asks a limited node for no more than it gives, again and again', async () => {
    const asked: number[] = [];
    const limit = refuse((blocks) => asked.push(blocks) > 0 && blocks > 5, TOO_MANY);
    await readOn(await odd(limit));
    expect(asked.filter((blocks) => blocks > 5).length).toBeLessThan(asked.length / 4);
  });

  it('stops to take the index back when that brings no row', async () => {
    const by = await odd({});
    await lacking('reward_claims', async () => {
      const { reading, goOn, isDone } = await rewards.index.reread([by]);
      const found: string[] = [];
      for (let looks = 0; looks < MOST_LOOKS && !(await isDone()); looks += 1)
        found.push(...[await goOn()].filter((what) => what !== null));
      expect([found.length, reading.failure?.why]).toEqual([
        2,
        expect.stringMatching(/; rewinds brought no row; passed over$/),
      ]);
    });
  });

  it('notes nothing of an index that was taken back meanwhile', async () => {
    const { goOn } = await rewards.index.reread();
    const read = async (): Promise<number> => {
      await goOn();
      return withClient(rewards.databaseUrl, async (client) => {
        const { rows } = await client.query<{ block: string }>(
          'SELECT reread_block AS block FROM chain.head',
        );
        return Number(rows[0]?.block);
      });
    };
    await until('a range is noted', async () => (await read()) > 0);
    await goOn();
    await forgetReread();
    await goOn(0);
    expect(await read()).toBe(-1);
  });

  it('waits a quarter of an hour again after a clock was put back', async () => {
    const { goOn, isDone } = await rewards.index.reread();
    await goOn();
    await goOn(-3_600_000);
    // Then its clock all but stands still, for responses that are slow to come.
    let minutes = 0;
    const isRead = async (): Promise<boolean> => {
      await goOn(minutes++ < 25 ? 60_000 : 10);
      return isDone();
    };
    await until('all is read', isRead);
  });

  it('has the next step fail of what is no failure of a node', async () => {
    const node = await odd({});
    node.latest = () => Promise.reject(new TypeError('a mistake of ours'));
    const { goOn } = await rewards.index.reread([node]);
    await expect(until('it fails', async () => (await goOn()) !== null)).rejects.toThrow('of ours');
    expect(await goOn()).toBeNull();
  });

  it('says what it cannot take back, and goes on to serve', async () => {
    const { rpcUrl } = rewards.fixture.anvil;
    const database = await createTestDatabase();
    const writer = await askForWriter(database.url);
    if (writer === null) throw new Error('a fresh database has a writer already');
    const { launchpad, platformToken, priceFeed } = LOCAL_ADDRESSES;
    const contracts = {
      launchpad: toAddress(launchpad),
      platformToken: toAddress(platformToken),
      priceFeeds: [toAddress(priceFeed)],
    };
    const node = new ChainNode([rpcUrl], LOCAL_CHAIN_ID);
    const deployment = await readDeployment(node, slipway, contracts, LOCAL_CHAIN_ID);
    const startBlock = await withClient(rewards.databaseUrl, async (client) => {
      const { rows } = await client.query<{ block: string }>(
        'SELECT min(block_number) AS block FROM chain.apps',
      );
      return Number(rows[0]?.block);
    });
    const options = { ...INDEXER_OPTIONS, startBlock };
    let now = Date.now();
    const port = { ...repairedInPlace(), isServed: true };
    const repair = new IndexRepair(writer, node, [node], deployment, options, port);
    const indexer = new Indexer(writer, node, deployment, options, { now: () => new Date(now) }, repair);
    const kinds: string[] = [];
    await until('it is level', async () => (await indexer.step()).kind === 'level');
    await withClient(database.url, (client) =>
      client.query('DELETE FROM chain.transfers WHERE block_number = $1', [startBlock]),
    );
    await until('it says so', async () => {
      now += 60_000;
      kinds.push((await indexer.step()).kind);
      return indexer.secondReading?.failure?.why.endsWith('rebuild the index; passed over') === true;
    });
    await writer.session.end();
    await database.drop();
    expect(new Set(kinds)).toEqual(new Set(['level']));
  });
});
