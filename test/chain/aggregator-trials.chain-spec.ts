import type pg from 'pg';
import { type ApiProcess } from '../support/api-process.js';
import { DexAggregator, toWei, type DexEvent, type PairState } from '../support/dex-aggregator.js';
import { untilLevel } from '../support/index-level.js';
import { type IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { tellTrial, trials } from '../support/trials.js';
import { TrialProcesses } from '../support/trial-processes.js';
import { until } from '../support/until.js';

const SEEDS = trials(3, 200);
const ROUNDS = 6;
const FINALITY_BLOCKS = 6;
/** Blocks come in many small ranges. */
const RANGES = { INDEXER_MAX_RANGE: '3' };

/** What the reads have of an app. */
interface Curve {
  readonly pool: string | null;
  readonly realTokenReserve: string;
  readonly realPlatformReserve: string;
  readonly priceInPlatform: string;
}

interface Candle {
  readonly trades: number;
  readonly volumePlatform: string;
}

interface Trade {
  readonly priceUsd: number;
  readonly valueUsd: number;
  readonly platformAmount: string;
}

describe('an aggregator that asks each block once', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let postgres: OwnPostgres;
  let client: pg.Client;
  let processes: TrialProcesses;
  let indexer: IndexerProcess;
  let api: ApiProcess;
  const aggregator = new DexAggregator();
  let next = 0;
  let failures = 0;
  /** Those of them that were said by a 503. */
  let refusals = 0;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start([], { pastStates: 1_000 });
    market = new MarketActivity(fixture, seededRandom(97));
    await market.open(3);
    await market.graduate(market.tokens[0]!);
    await fixture.client.mine({ blocks: FINALITY_BLOCKS });
    postgres = await OwnPostgres.start();
    client = await postgres.connect();
    processes = new TrialProcesses(fixture, postgres, FINALITY_BLOCKS);
    indexer = processes.startIndexer(RANGES);
    api = await processes.startApi();
  });

  afterAll(async () => {
    await api.stop();
    await indexer.end('SIGKILL');
    await client.end();
    await postgres.remove();
    await fixture.stop();
  });

  /** Null while the service is away, which may be said by a 503 or by nothing. */
  async function ask<T>(path: string): Promise<T | null> {
    const response = await api.get(`/v1/integrations/dexscreener/${path}`).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response?.status === 200 && typeof text === 'string') return JSON.parse(text) as T;
    if (response !== null && response.status !== 503 && response.status !== 200)
      throw new Error(`${path}: ${response.status} ${text ?? ''}`);
    failures += 1;
    refusals += response?.status === 503 ? 1 : 0;
    return null;
  }

  /** Asks for the next chunk of final blocks, if it is there. @returns the newest block that it was told of */
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

  /** PostgreSQL is away for a moment, in which the aggregator asks on and is told nothing. */
  async function outage(random: () => number): Promise<void> {
    await client.end();
    await postgres.stop();
    const before = refusals;
    expect(await ask(`events?fromBlock=${next}&toBlock=${next}`)).toBeNull();
    expect(refusals).toBe(before + 1);
    for (let acts = Math.floor(random() * 3); acts >= 0; acts -= 1) await market.act();
    await postgres.start();
    client = await postgres.connect();
  }

  /** Something that happens to services. */
  async function disturb(random: () => number): Promise<void> {
    const dice = random();
    if (dice < 0.35) await fixture.reorganise(1 + Math.floor(random() * (FINALITY_BLOCKS - 1)));
    else if (dice < 0.55) {
      await indexer.end('SIGKILL');
      indexer = processes.startIndexer(RANGES);
    } else if (dice < 0.65) {
      api.signal('SIGKILL');
      await api.ended();
      expect(await follow(random)).toBe(-1);
      api = await processes.startApi();
    } else if (dice < 0.8) {
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    }
  }

  /** Gets a path of the reads, at a block or later. */
  async function read<T>(path: string, block: number): Promise<T> {
    let body: T | null = null;
    await until(`${path} is served at block ${block}`, async () => {
      const response = await api.get(`/v1${path}`);
      const text = await response.text();
      if (response.status !== 200 || Number(response.headers.get('x-as-of-block')) < block) return false;
      body = JSON.parse(text) as T;
      return true;
    });
    return body as T;
  }

  /** The traded amounts of an app, and the reserves left: as the aggregator was told of it, and as the reads have it. */
  async function expectEqual(token: string, block: number): Promise<void> {
    const curve = await read<Curve>(`/curves/${token}`, block);
    const { candles } = await read<{ candles: Candle[] }>(
      `/candles/${token}?interval=1d&currency=platform&limit=1000`,
      block,
    );
    const states = [`${token}-curve`, curve.pool ?? ''].flatMap((id) => aggregator.pairs.get(id) ?? []);
    const [tokens, platform] = states.at(-1)?.reserves ?? [0n, 0n];
    expect({
      token,
      trades: states.reduce((sum, { trades }) => sum + trades, 0),
      volume: states.reduce((sum, { volume }) => sum + volume, 0n),
    }).toEqual({
      token,
      trades: candles.reduce((sum, { trades }) => sum + trades, 0),
      volume: candles.reduce((sum, { volumePlatform }) => sum + BigInt(volumePlatform), 0n),
    });
    if (curve.pool === null)
      expect([tokens, platform].map(String)).toEqual([curve.realTokenReserve, curve.realPlatformReserve]);
    else expect((platform * 10n ** 18n) / tokens).toBe(toWei(curve.priceInPlatform));
    await expectPrice(token, states, block);
  }

  /** The price of the last trade. The reads have it in USD, and what it brought in USD and in platform tokens. */
  async function expectPrice(token: string, states: readonly PairState[], block: number): Promise<void> {
    const path = `/activity?token=${token}&type=buy,sell&limit=1`;
    const [trade] = (await read<{ activity: Trade[] }>(path, block)).activity;
    if (trade === undefined) return;
    const price = (trade.priceUsd * Number(trade.platformAmount)) / 1e18 / trade.valueUsd;
    const told = states.findLast(({ trades }) => trades > 0)?.lastPrice;
    expect(Math.abs(Number(told) / price - 1)).toBeLessThan(1e-12);
  }

  it(`rebuilds volumes, prices and reserves over ${SEEDS} seeds of kills, outages and reorganisations`, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = seededRandom(1_000 + seed);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let acts = Math.floor(random() * 5); acts >= 0; acts -= 1) await market.act();
        if (round === seed % ROUNDS) await outage(random);
        else await disturb(random);
        await follow(random);
      }
      const traded = Number(await fixture.client.getBlockNumber());
      await fixture.client.mine({ blocks: FINALITY_BLOCKS + 2 });
      await untilLevel(client, fixture.client);
      await until('the aggregator has all that is final', async () => {
        await follow(random);
        // The last blocks are empty: the newest final one with a known time may be one with events.
        const { rows } = await client.query<{ last: number }>(
          'SELECT max(block_number) AS last FROM chain.trades WHERE block_number <= $1',
          [traded],
        );
        return next > rows[0]!.last;
      });
      // Nothing is traded after what the aggregator asked for.
      for (const token of market.tokens) await expectEqual(token, next - 1);
      tellTrial(`aggregator, seed ${seed} of ${SEEDS}, up to block ${next - 1}, ${failures} requests failed`);
    }
  }, 3_600_000);
});
