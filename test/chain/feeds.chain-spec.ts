import { toAddress, type Address } from '@slipway/domain';
import type { CandleSeriesDto } from '../../apps/api/src/modules/market/candles/candles.dto.js';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import type { ConfigDto } from '../../apps/api/src/modules/config/config.dto.js';
import type { LeaderboardDto } from '../../apps/api/src/modules/market/leaderboards/leaderboards.dto.js';
import type { PriceListDto } from '../../apps/api/src/modules/market/prices/prices.dto.js';
import { askAgain } from '../support/ask-again.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { FeedContracts } from '../support/feed-contracts.js';
import { IndexFixture, dumpIndex } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { untilLevel } from '../support/index-level.js';
import { openClient, withClient } from '../support/pg-client.js';
import { createTestDatabase } from '../support/postgres.js';
import { until } from '../support/until.js';
import { recountClient } from '../support/recount-abi.js';
import { askPrice, recountCandles, recountHistory } from '../support/recount-candles.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { startSimpleNode, type RpcCall } from '../support/simple-node.js';

const TOKEN = 10n ** 18n;

/** At once, or when a busy machine has time for it. */
async function readFrom<T>(api: RunningApi, path: string): Promise<T> {
  const response = await askAgain(() => api.get(path));
  return (await response.json()) as T;
}

describe('a feed behind a proxy', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let contracts: FeedContracts;
  let [first, second, proxy]: Address[] = [];
  let token: Address;

  beforeEach(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(29));
    contracts = new FeedContracts(fixture);
    first = await contracts.deploy('TestFeed', 8);
    await contracts.answer(first, 200_000_000n);
    proxy = await contracts.deploy('TestFeedProxy', first);
    await market.open(1);
    token = toAddress(market.tokens[0]!);
  });

  afterEach(() => fixture.stop());

  const buy = (amount: bigint): Promise<unknown> => fixture.buy(fixture.trader(1), token, amount * TOKEN);

  /** A second aggregator answers beside the first, and then in its place; after that the first answers in vain. */
  async function change(): Promise<bigint> {
    await fixture.client.increaseTime({ seconds: 20 });
    second = await contracts.deploy('TestFeed', 8);
    await contracts.answer(second, 350_000_001n);
    await buy(31n);
    await contracts.answer(first!, 210_000_007n);
    await buy(17n);
    await contracts.confirm(proxy!, second);
    const at = await fixture.client.getBlockNumber();
    await buy(23n);
    await contracts.answer(first!, 999_000_000n);
    await buy(7n);
    return at;
  }

  /** The price at the end of each block, as the index has it, is what the proxy answers to a call at that block. */
  async function expectAnswers(
    indexed: IndexFixture,
    feedsAt: (block: bigint) => readonly Address[] = () => [proxy!],
  ): Promise<void> {
    const client = recountClient(fixture.anvil.rpcUrl);
    const head = await client.getBlockNumber();
    const { rows } = await withClient(indexed.database.url, (db) =>
      db.query<{ block: string; price: string | null }>(
        `SELECT block, (
          SELECT CASE WHEN price > 0 THEN price::text END FROM chain.oracle_prices WHERE block_number <= block
          ORDER BY block_number DESC, log_index DESC LIMIT 1
        ) AS price FROM generate_series(0, $1::bigint) block ORDER BY block`,
        [String(head)],
      ),
    );
    const asked = rows.map(({ block }) => askPrice(client, feedsAt(BigInt(block)), BigInt(block)));
    expect(rows.map(({ price }) => price)).toEqual(
      (await Promise.all(asked)).map((one) => one?.toString() ?? null),
    );
  }

  /** Served candles and prices are those of a recount. */
  async function expectServed(indexed: IndexFixture, feeds: readonly Address[] = [proxy!]): Promise<void> {
    const api = await startApi(indexed.database.url);
    try {
      const at = Number((await fixture.client.getBlock()).timestamp);
      const history = await recountHistory(
        fixture.anvil.rpcUrl,
        { ...fixture.addresses, priceFeed: feeds },
        token,
        await fixture.client.getBlockNumber(),
      );
      const { candles } = await readFrom<CandleSeriesDto>(api, `/candles/${token}?interval=1m&limit=1000`);
      const recounted = recountCandles(history, { seconds: 60, currency: 'usd', fill: true, at });
      expect(
        candles.map(({ open, high, low, close, trades }) => ({ open, high, low, close, trades })),
      ).toEqual(recounted.map(({ open, high, low, close, trades }) => ({ open, high, low, close, trades })));
      const { prices } = await readFrom<PriceListDto>(api, `/prices?tokens=${token}`);
      expect(prices[0]?.priceUsd).toBe(recounted.at(-1)?.close);
    } finally {
      await api.close();
    }
  }

  it('is followed to the aggregator that answers, from the block of the change on', async () => {
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl, { feeds: [proxy!] });
    try {
      await indexed.catchUp();
      await expectAnswers(indexed);
      await change();
      await indexed.catchUp();
      await expectAnswers(indexed);
      await fixture.inOneBlock(
        () => contracts.answer(second!, 120_000_000n),
        () => contracts.confirm(proxy!, first!),
        () => contracts.answer(first!, 440_000_003n),
        () => contracts.answer(second!, 130_000_000n),
      );
      await buy(3n);
      await indexed.catchUp();
      await expectAnswers(indexed);
      await expectServed(indexed);
      expect(await indexed.readAgain()).toBeNull();
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl, { feeds: [proxy!], maxRange: 7 });
      const before = await dumpIndex(indexed.database.url);
      await indexed.rebuild();
      expect(await dumpIndex(indexed.database.url)).toEqual(before);
    } finally {
      await indexed.close();
    }
  });

  it('is followed through a history that two nodes give without its quiet headers', async () => {
    await change();
    await fixture.client.mine({ blocks: 20 });
    await buy(3n);
    await fixture.client.mine({ blocks: 20 });
    const options = { feeds: [proxy!], finalityBlocks: 4, recentBlocks: 0 };
    const indexed = await IndexFixture.open([fixture.anvil.rpcUrl, fixture.anvil.rpcUrl], options);
    try {
      await indexed.catchUp();
      const { rows } = await withClient(indexed.database.url, (db) => db.query('SELECT FROM chain.blocks'));
      // Not all were read.
      expect(rows.length).toBeLessThan(Number(await fixture.client.getBlockNumber()) - 20);
      await expectAnswers(indexed);
    } finally {
      await indexed.close();
    }
  });

  it('is taken back with the blocks of a change, and without it', async () => {
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl, { feeds: [proxy!] });
    try {
      const at = await change();
      await indexed.catchUp();
      const depth = Number((await fixture.client.getBlockNumber()) - at) + 1;
      await fixture.reorganise(depth);
      await indexed.catchUp();
      await expectAnswers(indexed);
      await contracts.confirm(proxy!, second!);
      await buy(5n);
      await indexed.catchUp();
      await expectAnswers(indexed);
      await expectServed(indexed);
      await indexed.rewind(Number(at) - 3);
      await indexed.catchUp();
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl, { feeds: [proxy!] });
    } finally {
      await indexed.close();
    }
  });

  it('begins a phase with the first answer of its aggregator, where nodes have no state of then; a rebuild keeps what was seen', async () => {
    await change();
    let oldest = Number(await fixture.client.getBlockNumber());
    const isOld = ({ method, params }: RpcCall): boolean =>
      method === 'eth_call' && Number(params?.[1]) < oldest;
    const node = await startSimpleNode(fixture.anvil.rpcUrl, isOld, 'missing trie node 5a3f');
    const late = await IndexFixture.open(node.url, { feeds: [proxy!] });
    try {
      await late.catchUp();
      const head = Number(await fixture.client.getBlockNumber());
      const { rows } = await withClient(late.database.url, (db) =>
        db.query('SELECT from_block::int AS block, aggregator, answer FROM public.feed_phases ORDER BY 1'),
      );
      expect(rows).toEqual([
        { block: await firstAt(first!), aggregator: first, answer: null },
        { block: await firstAt(second!), aggregator: second, answer: null },
        { block: head, aggregator: second, answer: '350000001' },
      ]);
      const seen = await change();
      await late.catchUp();
      oldest = Number(await fixture.client.getBlockNumber());
      const served = await dumpIndex(late.database.url);
      expect(served['oracle_prices']!.some((row) => row.includes(`"block_number": ${String(seen)}`))).toBe(
        true,
      );
      await late.rebuild();
      expect(await dumpIndex(late.database.url)).toEqual(served);
    } finally {
      await late.close();
      await node.stop();
    }
  });

  /** The first block of the second in which an aggregator gave its first answer. */
  async function firstAt(address: Address): Promise<number> {
    const [log] = await fixture.client.getLogs({ address, fromBlock: 0n });
    let number = log!.blockNumber;
    const { timestamp } = await fixture.client.getBlock({ blockNumber: number });
    while ((await fixture.client.getBlock({ blockNumber: number - 1n })).timestamp === timestamp)
      number -= 1n;
    return Number(number);
  }

  it('may have no phases', async () => {
    const plain = await contracts.deploy('TestPlainProxy', first!);
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl, { feeds: [plain] });
    try {
      await indexed.catchUp();
      await expectAnswers(indexed, () => [plain]);
      second = await contracts.deploy('TestFeed', 8);
      await contracts.answer(second, 90_000_000n);
      await contracts.replace(plain, second);
      await buy(9n);
      await indexed.catchUp();
      await expectAnswers(indexed, () => [plain]);
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl, { feeds: [plain] });
    } finally {
      await indexed.close();
    }
  });

  it('is replaced by another feed from the next block on, and by several, by a restart with other settings', async () => {
    const plain = toAddress(fixture.addresses.priceFeed);
    const ether = await contracts.deploy('TestFeed', 18);
    await contracts.answer(ether, 3_141_592_653_589_793_238n);
    const settings: [Address[], bigint][] = [];
    const use = async (feeds: Address[]): Promise<void> => {
      settings.push([feeds, await fixture.client.getBlockNumber()]);
      await indexed.restart(feeds);
      await buy(2n);
      await indexed.catchUp();
    };
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl, { feeds: [plain] });
    try {
      await market.publishPrice(250_000_000n);
      await indexed.catchUp();
      await use([proxy!]);
      await contracts.answer(first!, 77_000_000n);
      await market.publishPrice(270_000_000n);
      await indexed.catchUp();
      await use([first!, ether]);
      await contracts.answer(ether, 2_718_281_828_459_045_235n);
      await contracts.answer(first!, 88_000_000n);
      await indexed.catchUp();
      await use([plain]);
      await market.publishPrice(290_000_000n);
      await contracts.answer(ether, 10n ** 18n);
      await indexed.catchUp();
      await expectAnswers(
        indexed,
        (block) => settings.findLast(([, since]) => since < block)?.[0] ?? [plain],
      );
      const before = await dumpIndex(indexed.database.url);
      await indexed.rebuild();
      expect(await dumpIndex(indexed.database.url)).toEqual(before);
      const depth = Number((await fixture.client.getBlockNumber()) - settings[1]![1]);
      await fixture.reorganise(depth);
      await indexed.catchUp();
      await buy(4n);
      await indexed.catchUp();
      const client = recountClient(fixture.anvil.rpcUrl);
      const { rows } = await withClient(indexed.database.url, (db) =>
        db.query<{ price: string }>('SELECT price::text FROM chain.latest_oracle_price'),
      );
      expect(rows[0]?.price).toBe(String(await askPrice(client, [plain], await client.getBlockNumber())));
    } finally {
      await indexed.close();
    }
  });

  it('is one of several whose product is the price, of any decimals', async () => {
    const ether = await contracts.deploy('TestFeed', 18);
    const feeds = [proxy!, ether];
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl, { feeds });
    try {
      await indexed.catchUp();
      await expectAnswers(indexed, () => feeds);
      // Candles in USD begin with the first price, minutes after the launch.
      await fixture.client.increaseTime({ seconds: 120 });
      await contracts.answer(ether, 3_141_592_653_589_793_238n);
      await change();
      await indexed.catchUp();
      await fixture.inOneBlock(
        () => contracts.answer(second!, 120_000_001n),
        () => contracts.answer(ether, 2_718_281_828_459_045_235n),
      );
      await buy(3n);
      await indexed.catchUp();
      await expectAnswers(indexed, () => feeds);
      await contracts.answer(ether, -1n);
      await buy(3n);
      await contracts.answer(ether, 1_414_213_562_373_095_048n);
      await buy(3n);
      await indexed.catchUp();
      await expectAnswers(indexed, () => feeds);
      await expectServed(indexed, feeds);
      expect(await indexed.readAgain()).toBeNull();
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl, { feeds, maxRange: 9 });
    } finally {
      await indexed.close();
    }
  });

  it('may be none: nothing has USD, and lists and boards rank by platform tokens', async () => {
    const other = toAddress(await market.launch(2));
    for (let i = 0; i < 9; i += 1) await fixture.approve(fixture.trader(i), other);
    await buy(5n);
    await fixture.buy(fixture.trader(2), other, 700n * TOKEN);
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl, { feeds: [] });
    const api = await startApi(indexed.database.url, { priceFeedAddresses: [] });
    try {
      await indexed.catchUp();
      const get = <T>(path: string): Promise<T> => readFrom<T>(api, path);
      const { apps } = await get<AppListDto>('/apps?sort=volume');
      expect(apps.map(({ tokenAddress }) => tokenAddress)).toEqual([other, token]);
      for (const app of apps)
        expect(app).toMatchObject({
          priceUsd: null,
          marketCapUsd: null,
          volume24hUsd: null,
          liquidityUsd: null,
        });
      for (const metric of ['volume', 'market_cap']) {
        const { unit, entries } = await get<LeaderboardDto>(`/leaderboards/apps?metric=${metric}`);
        expect([unit, entries.map(({ address }) => address)]).toEqual(['platform', [other, token]]);
        expect(entries.some(({ partial }) => partial)).toBe(false);
        if (metric === 'volume') expect(entries[0]?.value).toBe(String(700n * TOKEN));
      }
      const { prices } = await get<PriceListDto>(`/prices?tokens=${token}`);
      expect(prices[0]).toMatchObject({
        priceUsd: null,
        stale: false,
        priceInPlatform: expect.stringMatching(/^0\.0\d+$/) as string,
      });
      const { contracts: named } = await get<ConfigDto>('/config');
      expect(named.priceFeed).toBeNull();
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl, { feeds: [] });
    } finally {
      await api.close();
      await indexed.close();
    }
  });

  it('answers what an index does not have: readiness says so, until settings name none and the index is built anew', async () => {
    await market.publishPrice(250_000_000n);
    const database = await createTestDatabase();
    const settings = {
      RPC_URL: fixture.anvil.rpcUrl,
      DATABASE_URL: database.url,
      PRICE_FEED_ADDRESS: fixture.addresses.priceFeed as string,
      INDEXER_POLL_MS: '50',
    };
    const client = await openClient(database.url);
    const api = await startApi(database.url);
    /** Undefined while readiness is a 503, as on a busy machine. */
    const failing = async (): Promise<string | null | undefined> => {
      const response = await fetch(`${api.origin}/health/ready`);
      const { checks } = (await response.json()) as {
        readonly checks?: { readonly indexer: { readonly failing: { readonly error: string } | null } };
      };
      return checks && (checks.indexer.failing?.error ?? null);
    };
    let indexer = IndexerProcess.start(settings);
    const restart = async (feeds: string): Promise<void> => {
      await indexer.end();
      indexer = IndexerProcess.start({ ...settings, PRICE_FEED_ADDRESS: feeds });
    };
    try {
      await untilLevel(client, fixture.client);
      // What an index before knew of the feed is lost: the answers are of before the index.
      await client.query(`DELETE FROM chain.oracle_prices`);
      await restart(settings.PRICE_FEED_ADDRESS);
      await until('readiness says it', async () => (await failing()) === 'price_missing');
      const { rows } = await client.query('SELECT failure FROM index_writer');
      const { priceFeed } = fixture.addresses;
      expect(rows).toEqual([
        {
          failure: expect.stringMatching(
            new RegExp(
              `^price_missing: ${priceFeed} answers 250000000 at block \\d+, and the index has no price$`,
            ),
          ) as string,
        },
      ]);
      for (const price of [260_000_000n, 270_000_000n]) await market.publishPrice(price);
      await restart(settings.PRICE_FEED_ADDRESS);
      await until('nothing is amiss', async () => (await failing()) === null);
      await untilLevel(client, fixture.client);
      await client.query('DELETE FROM chain.oracle_prices WHERE price = 270000000');
      await restart(settings.PRICE_FEED_ADDRESS);
      await until('readiness says it', async () => (await failing()) === 'price_differs');
      await restart('');
      await until('it is built anew', async () => {
        const { rows } = await client.query<{ bound: string[] }>(
          'SELECT price_feeds AS bound FROM chain.deployment',
        );
        return rows[0]?.bound.length === 0;
      });
      await until('nothing is amiss', async () => (await failing()) === null);
    } finally {
      await indexer.end();
      await api.close();
      await client.end();
      await database.drop();
    }
  });
});
