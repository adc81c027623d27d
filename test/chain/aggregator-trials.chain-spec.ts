import type pg from 'pg';
import { ApiProcess } from '../support/api-process.js';
import { DexAggregator, toWei, type DexEvent } from '../support/dex-aggregator.js';
import { untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { SIGNING_KEYS } from '../support/running-api.js';
import { tellTrial, trials } from '../support/trials.js';
import { until } from '../support/until.js';

const SEEDS = trials(5, 200);
const ROUNDS = 6;
const FINALITY_BLOCKS = 6;
const LEVEL_TIMEOUT_MS = 60_000;

/** What an app's market is, as the index has it. */
interface Market {
  readonly token: string;
  readonly pool: string | null;
  readonly trades: number;
  readonly volume: string;
  readonly platform: string;
  readonly tokens: string;
}

describe('an aggregator that asks each block once', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let database: TestDatabase;
  let client: pg.Client;
  let indexer: IndexerProcess;
  let api: ApiProcess;
  const aggregator = new DexAggregator();
  let next = 0;
  let failures = 0;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start([], { pastStates: 1_000 });
    market = new MarketActivity(fixture, seededRandom(97));
    await market.open(3);
    await market.graduate(market.tokens[0]!);
    await fixture.client.mine({ blocks: FINALITY_BLOCKS });
    database = await createTestDatabase();
    client = await openClient(database.url);
    indexer = startIndexer();
    api = await startApi();
  });

  afterAll(async () => {
    await api.stop();
    await indexer.end('SIGKILL');
    await client.end();
    await database.drop();
    await fixture.stop();
  });

  const environment = (): Record<string, string> => ({
    RPC_URL: fixture.anvil.rpcUrl,
    DATABASE_URL: database.url,
    FINALITY_BLOCKS: String(FINALITY_BLOCKS),
  });

  const startIndexer = (): IndexerProcess =>
    IndexerProcess.start({ ...environment(), INDEXER_MAX_RANGE: '3', INDEXER_POLL_MS: '10' });

  const startApi = (): Promise<ApiProcess> =>
    ApiProcess.start({
      ...environment(),
      JWT_SIGNING_KEYS: SIGNING_KEYS,
      RATE_LIMIT_READ_PER_MINUTE: '1000000',
    });

  /** Null while the service is away, which may be said by a 503 or by nothing. */
  async function ask<T>(path: string): Promise<T | null> {
    const response = await api.get(`/v1/integrations/dexscreener/${path}`).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response?.status === 200 && typeof text === 'string') return JSON.parse(text) as T;
    if (response !== null && response.status !== 503 && response.status !== 200)
      throw new Error(`${path}: ${response.status} ${text ?? ''}`);
    failures += 1;
    return null;
  }

  /** Asks for the next chunk of what is final, if it is there. @returns the newest block that it was told of */
  async function follow(random: () => number): Promise<number> {
    const latest = await ask<{ block: { blockNumber: number } }>('latest-block');
    const last = latest?.block.blockNumber ?? -1;
    if (last < next) return last;
    const to = next + Math.floor(random() * (last - next + 1));
    const range = await ask<{ events: DexEvent[] }>(`events?fromBlock=${next}&toBlock=${to}`);
    if (range === null) return last;
    aggregator.take(range.events);
    next = to + 1;
    return last;
  }

  /** Something that happens to services. */
  async function disturb(random: () => number): Promise<void> {
    const dice = random();
    if (dice < 0.35) await fixture.reorganise(1 + Math.floor(random() * (FINALITY_BLOCKS - 1)));
    else if (dice < 0.55) {
      await indexer.end('SIGKILL');
      indexer = startIndexer();
    } else if (dice < 0.65) {
      api.signal('SIGKILL');
      await api.ended();
      expect(await follow(random)).toBe(-1);
      api = await startApi();
    } else if (dice < 0.8) {
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    }
  }

  /** What happened up to the last block that the aggregator asked for, by the index. */
  async function readMarkets(): Promise<Market[]> {
    const { rows } = await client.query<Market>(
      `SELECT t.address AS token, p.address AS pool, count(r.*)::int AS trades, coalesce(sum(r.platform_amount), 0)::text AS volume,
        last.platform_reserve::text AS platform, last.token_reserve::text AS tokens
      FROM chain.curves c JOIN chain.addresses t ON t.id = c.token_id LEFT JOIN chain.addresses p ON p.id = c.pool_id
        LEFT JOIN chain.trades r ON r.token_id = c.token_id AND r.block_number < $1
        CROSS JOIN LATERAL (
          SELECT * FROM chain.reserves WHERE token_id = c.token_id AND block_number < $1 ORDER BY block_number DESC, log_index DESC LIMIT 1
        ) last
      GROUP BY 1, 2, 5, 6`,
      [next],
    );
    return rows;
  }

  async function expectEqual(): Promise<void> {
    for (const { token, pool, trades, volume, platform, tokens } of await readMarkets()) {
      const states = [`${token}-curve`, pool ?? ''].flatMap((id) => aggregator.pairs.get(id) ?? []);
      expect([token, states.reduce((sum, state) => sum + state.trades, 0)]).toEqual([token, trades]);
      expect(states.reduce((sum, state) => sum + state.volume, 0n)).toBe(BigInt(volume));
      if (pool === null) continue;
      expect(aggregator.pairs.get(pool)?.reserves).toEqual([BigInt(tokens), BigInt(platform)]);
    }
  }

  /** The last trade's price of each app is the interface's, to the 18 places that it has. */
  async function expectPrices(): Promise<void> {
    for (const token of market.tokens) {
      const { rows } = await client.query<{ moved: string; amount: string; pool: boolean }>(
        `SELECT (r.platform_amount - CASE WHEN r.is_buy THEN r.fee ELSE 0 END)::text AS moved, r.token_amount::text AS amount, r.in_pool AS pool
        FROM chain.trades r JOIN chain.addresses t ON t.id = r.token_id
        WHERE t.address = $1 AND r.block_number < $2 ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1`,
        [token, next],
      );
      const [last] = rows;
      if (last === undefined) continue;
      const { pair } = await fixture.curve(token);
      const told = aggregator.pairs.get(last.pool ? pair : `${token}-curve`)?.lastPrice ?? '';
      const expected = (BigInt(last.moved) * 10n ** 18n) / BigInt(last.amount);
      const [whole = '', fraction = ''] = told.split('.');
      expect(toWei(`${whole}.${fraction.slice(0, 18)}`)).toBe(expected);
    }
  }

  it(`rebuilds volumes, prices and reserves over ${SEEDS} seeds of kills, outages and reorganisations`, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = seededRandom(1_000 + seed);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let acts = Math.floor(random() * 5); acts >= 0; acts -= 1) await market.act();
        await disturb(random);
        await follow(random);
      }
      const traded = Number(await fixture.client.getBlockNumber());
      await fixture.client.mine({ blocks: FINALITY_BLOCKS + 2 });
      await untilLevel(client, fixture.client, LEVEL_TIMEOUT_MS);
      await until(
        'the aggregator has all that is final',
        async () => {
          await follow(random);
          // The last blocks are empty: the newest final one with a known time may be one with events.
          const { rows } = await client.query<{ last: number }>(
            'SELECT max(block_number) AS last FROM chain.trades WHERE block_number <= $1',
            [traded],
          );
          return next > rows[0]!.last;
        },
        LEVEL_TIMEOUT_MS,
      );
      await expectEqual();
      await expectPrices();
      tellTrial(`aggregator, seed ${seed} of ${SEEDS}, up to block ${next - 1}, ${failures} requests failed`);
    }
  }, 3_600_000);
});
