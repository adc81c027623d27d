import type { Address } from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import { uniswapV2PairAbi } from '@slipway/protocols/slipway';
import { PrismaService } from '@slipway/database';
import { toAddress, ZERO_ADDRESS } from '@slipway/domain';
import {
  CANDLE_CURRENCIES,
  CANDLE_INTERVALS,
  CandlesRepository,
  INTERVALS,
} from '../../apps/api/src/modules/market/candles/candles.repository.js';
import type { CandleDto, CandleSeriesDto } from '../../apps/api/src/modules/market/candles/candles.dto.js';
import type { PriceListDto } from '../../apps/api/src/modules/market/prices/prices.dto.js';
import type { ActivityListDto } from '../../apps/api/src/modules/apps/activity/activity.dto.js';
import type { LaunchpadFixture } from '../support/launchpad-fixture.js';
import type { MarketActivity } from '../support/market-activity.js';
import { withClient } from '../support/pg-client.js';
import {
  recountCandles,
  recountHistory,
  type AppHistory,
  type RecountedCandle,
} from '../support/recount-candles.js';
import { throwIt } from '../support/throw-it.js';
import { ServedMarket, type Served } from '../support/served-market.js';

const DAY_SECONDS = 86_400;

/** Of no app. */
const NO_TOKEN = toAddress('0x00000000000000000000000000000000000000aa');

/** Lets time pass until the next midnight. */
async function passTimeToMidnight({ client }: LaunchpadFixture): Promise<void> {
  await client.mine({ blocks: 1 });
  const { timestamp } = await client.getBlock();
  await client.increaseTime({ seconds: DAY_SECONDS - (Number(timestamp) % DAY_SECONDS) });
}

/** Gives an app's pool platform tokens, which moves its price without a trade. */
async function donate(fixture: LaunchpadFixture, token: Address): Promise<void> {
  const { pair } = await fixture.curve(token);
  const from = fixture.trader(8);
  const args = [pair, 500n * 10n ** 18n];
  await fixture.write({
    address: fixture.addresses.platformToken,
    abi: platformTokenAbi,
    functionName: 'transfer',
    args,
    from,
  });
  await fixture.write({ address: pair, abi: uniswapV2PairAbi, functionName: 'sync', from });
}

/** In one block the feed says three prices, and one app is traded between them. */
async function tradeAndPublish(market: MarketActivity, fixture: LaunchpadFixture): Promise<void> {
  const [, token] = market.tokens;
  await fixture.inOneBlock(
    () => fixture.buy(fixture.trader(2), token!, 900n * 10n ** 18n),
    () => market.publishPrice(310_000_001n),
    () => fixture.buy(fixture.trader(3), token!, 10n ** 18n),
    () => market.publishPrice(90_000_001n),
    () => fixture.buy(fixture.trader(4), token!, 300n * 10n ** 18n),
    () => market.publishPrice(222_222_223n),
  );
}

describe('candles of an indexed chain', () => {
  let served: ServedMarket;
  let tokens: readonly Address[];
  let quiet: Address;

  beforeAll(async () => {
    served = await ServedMarket.start(53, async (market, fixture) => {
      await market.open(2);
      for (let i = 0; i < 60; i += 1) {
        if (i === 20) await market.graduate(market.tokens[0]!);
        // Whatever the hour is: every app has a candle of a day before it, and one after.
        if (i === 30) await passTimeToMidnight(fixture);
        if (i % 4 === 0) await fixture.client.increaseTime({ seconds: 3_000 });
        await market.act();
        if (i % 9 === 5) await market.publishPrice(150_000_000n + BigInt(i) * 3_456_789n);
        if (i === 24 || i === 45) await tradeAndPublish(market, fixture);
        if (i === 27 || i === 55) await donate(fixture, market.tokens[0]!);
      }
      // Days, and the end of a week, in which nothing happens but the feed's prices.
      for (const hours of [5, 17, 9, 150, 9]) {
        await fixture.client.increaseTime({ seconds: hours * 3_600 });
        await market.publishPrice(200_000_000n + BigInt(hours) * 7_654_321n);
      }
      await fixture.buy(fixture.trader(2), market.tokens[1]!, 10n ** 18n);
      quiet = await fixture.launch(fixture.trader(3));
    });
    tokens = served.market.tokens;
    await served.serveHead();
  });

  afterAll(() => served.stop());

  const candlesOf = (token: Address, query: string): Promise<Served<CandleSeriesDto>> =>
    served.get<CandleSeriesDto>(`/candles/${token}?${query}`);

  const histories = new Map<string, Promise<AppHistory>>();
  const historyOf = (token: Address, block: bigint): Promise<AppHistory> => {
    const key = `${token} ${block}`;
    const { anvil, addresses } = served.fixture;
    const history = histories.get(key) ?? recountHistory(anvil.rpcUrl, addresses, token, block);
    histories.set(key, history);
    return history;
  };

  const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString();

  /** The recounted figure for one that lies as near as doubles can tell: lists are compared as a whole. */
  const near = (received: number, wanted = NaN): number =>
    Math.abs(received - wanted) <= wanted * 1e-14 ? wanted : received;

  function expectEqual(
    received: readonly CandleDto[],
    expected: readonly RecountedCandle[],
    at: number,
    seconds: number,
  ): void {
    const figures = received.map(({ volumeUsd, ...others }, i) => ({
      ...others,
      volumeUsd: near(volumeUsd!, expected[i]?.volumeUsd),
    }));
    expect(figures).toEqual(
      expected.map(({ openTime, volumePlatform, ...wanted }) => ({
        ...wanted,
        openTime: iso(openTime),
        volumePlatform: String(volumePlatform),
        closed: openTime + seconds <= at,
      })),
    );
  }

  /** Each opens where the one before it closed; who trades moves the price. */
  function expectJoined(candles: readonly CandleDto[]): void {
    const torn = candles.filter(
      ({ open, high, low, close, trades }, i) =>
        (i > 0 && open !== candles[i - 1]!.close) ||
        high < Math.max(open, close) ||
        low > Math.min(open, close) ||
        (trades > 0 && high === low),
    );
    expect(torn).toEqual([]);
  }

  it('of many apps are those of each', async () => {
    // On a machine that others use too.
    const limits = { statementTimeoutMs: 30_000, poolTimeoutMs: 30_000 };
    const prisma = new PrismaService(
      { url: served.indexed.database.url, role: 'slipway_api', size: 2, ...limits },
      throwIt,
    );
    const repository = new CandlesRepository(prisma);
    const apps = [...tokens, quiet].map((token) => toAddress(token));
    const { number: block } = await served.fixture.client.getBlock();
    const [candle] = (await candlesOf(tokens[1]!, 'interval=1h&limit=30')).body.candles;
    const openTime = Date.parse(candle!.openTime) / 1_000;
    for (const interval of CANDLE_INTERVALS)
      for (const currency of CANDLE_CURRENCIES)
        for (const fill of [true, false])
          for (const first of [null, openTime]) {
            const range = { interval, currency, fill, first, last: null, limit: 20, finalityBlocks: 3 };
            const many = (await repository.readCandlesOfMany([...apps, NO_TOKEN], range))!;
            const each = await Promise.all(apps.map((token) => repository.readCandles({ token, ...range })));
            expect([...many.pages.values()]).toEqual(each.map((one) => one!.page));
            expect(many.asOf.block).toBe(block);
          }
    await prisma.$close();
  });

  it.each(CANDLE_INTERVALS)(
    'of %s equal those recounted from raw logs, filled and not, in both currencies',
    async (interval) => {
      const { seconds } = INTERVALS[interval];
      for (const token of tokens) {
        for (const currency of CANDLE_CURRENCIES) {
          for (const fill of [true, false]) {
            const query = `interval=${interval}&currency=${currency}&fill=${String(fill)}&limit=1000`;
            const { body, block, time } = await candlesOf(token, query);
            const at = time.getTime() / 1_000;
            const expected = recountCandles(await historyOf(token, block), { seconds, currency, fill, at });
            expect(expected.length).toBeGreaterThan(fill ? 1 : 0);
            expectEqual(body.candles, expected.slice(-1_000), at, seconds);
            if (fill) expectJoined(body.candles);
            expect(body).toMatchObject({ tokenAddress: token, interval, currency });
          }
        }
      }
    },
  );

  describe('a range', () => {
    let all: readonly CandleDto[];
    const openTimes = (candles: readonly CandleDto[]): string[] => candles.map(({ openTime }) => openTime);

    beforeAll(async () => {
      all = (await candlesOf(tokens[1]!, 'interval=1h&limit=1000')).body.candles;
      expect(all.length).toBeGreaterThan(12);
    });

    it.each([
      // from holds the first candle, to is later than the last one's opening, limit counts from where the range begins
      ['from an opening time', 4, 0, null, 0, 1_000, 4, undefined],
      ['from within a candle', 4, 1_799, null, 0, 1_000, 4, undefined],
      ['from, and fewer than there are', 4, 0, null, 0, 3, 4, 7],
      ['to an opening time', null, 0, 8, 0, 1_000, 0, 8],
      ['to within a candle', null, 0, 8, 1, 1_000, 0, 9],
      ['to, and fewer than there are', null, 0, 8, 0, 3, 5, 8],
      ['from and to', 2, 0, 6, 0, 1_000, 2, 6],
      ['from and to, and fewer than there are', 2, 0, 9, 0, 3, 2, 5],
      ['within one candle', 5, 10, 5, 20, 1_000, 5, 6],
      ['neither, and fewer than there are', null, 0, null, 0, 3, -3, undefined],
    ] as const)('%s', async (_, from, fromOffset, to, toOffset, limit, first, end) => {
      const at = (place: number, offset: number): string =>
        encodeURIComponent(iso(Date.parse(all[place]!.openTime) / 1_000 + offset));
      const query = [
        `interval=1h&limit=${limit}`,
        ...(from === null ? [] : [`from=${at(from, fromOffset)}`]),
        ...(to === null ? [] : [`to=${at(to, toOffset)}`]),
      ].join('&');
      expect((await candlesOf(tokens[1]!, query)).body.candles).toEqual(all.slice(first, end));
    });

    it('of traded intervals only is counted by those', async () => {
      const traded = (await candlesOf(tokens[1]!, 'interval=1h&limit=1000&fill=false')).body.candles;
      expect(traded).toEqual(all.filter(({ trades }) => trades > 0));
      const opening = all[1]!.openTime;
      const forward = (await candlesOf(tokens[1]!, `interval=1h&fill=false&limit=2&from=${opening}`)).body
        .candles;
      expect(forward).toEqual(traded.filter(({ openTime }) => openTime >= opening).slice(0, 2));
      const backward = (await candlesOf(tokens[1]!, 'interval=1h&fill=false&limit=2')).body.candles;
      expect(backward).toEqual(traded.slice(-2));
    });

    it('lists the whole series forward and back without a gap', async () => {
      const listed: CandleDto[] = [];
      for (let from = all[0]!.openTime; ; from = listed.at(-1)!.openTime) {
        const { candles } = (await candlesOf(tokens[1]!, `interval=1h&limit=5&from=${from}`)).body;
        listed.push(...candles.slice(listed.length === 0 ? 0 : 1));
        if (candles.length < 5) break;
      }
      expect(openTimes(listed)).toEqual(openTimes(all));
      const { candles } = (await candlesOf(tokens[1]!, `interval=1h&to=${all[6]!.openTime}&limit=6`)).body;
      expect(candles).toEqual(all.slice(0, 6));
    });

    it.each([
      'to=2020-01-01T00:00:00Z',
      'from=2999-01-01T00:00:00Z',
      'from=0001-01-01T00:00:00Z&to=0001-01-02T00:00:00Z',
    ])('before the launch or in the future is empty: %s', async (query) => {
      expect((await candlesOf(tokens[1]!, `interval=1d&${query}`)).body.candles).toEqual([]);
    });

    it('beyond both ends is the whole series', async () => {
      const range = 'from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&limit=1000';
      expect((await candlesOf(tokens[1]!, `interval=1h&${range}`)).body.candles).toEqual(all);
    });
  });

  it('holds the price of every trade, also where the feed spoke in its block', async () => {
    const { body } = await served.get<ActivityListDto>(`/apps/${tokens[1]!}/activity?type=buy&limit=100`);
    const { candles } = (await candlesOf(tokens[1]!, 'interval=1m&limit=1000&fill=false')).body;
    const outside = body.activity.filter(({ timestamp, priceUsd }) => {
      const candle = candles.findLast(({ openTime }) => openTime <= timestamp);
      return candle !== undefined && (priceUsd! > candle.high || priceUsd! < candle.low);
    });
    expect(body.activity.length).toBeGreaterThan(9);
    expect(outside).toEqual([]);
  });

  it('ends at the price that the app has, at every interval', async () => {
    for (const token of [...tokens, quiet]) {
      const { prices } = (await served.get<PriceListDto>(`/prices?tokens=${token}`)).body;
      for (const interval of CANDLE_INTERVALS) {
        const { candles } = (await candlesOf(token, `interval=${interval}`)).body;
        expect(candles.at(-1)?.close).toBe(prices[0]!.priceUsd);
      }
    }
  });

  it('is flat at the launch price for an app that was never traded, and 404 for a token that no app has', async () => {
    const { candles } = (await candlesOf(quiet, 'interval=1m&currency=platform')).body;
    const launchPrice = 0.0000266666666666667;
    const flat = [launchPrice, launchPrice, launchPrice, launchPrice, 0];
    expect(candles.map(({ open, high, low, close, trades }) => [open, high, low, close, trades])).toEqual(
      candles.map(() => flat),
    );
    expect(candles.length).toBeGreaterThan(0);
    expect((await candlesOf(quiet, 'interval=1m&fill=false')).body.candles).toEqual([]);
    const response = await served.ask(`/candles/${ZERO_ADDRESS}?interval=1m`);
    expect(response.status).toBe(404);
  });

  it.each([
    ['', 'interval'],
    ['interval=2m', 'interval'],
    ['interval=1h&limit=1001', 'limit'],
    ['interval=1h&currency=eur', 'currency'],
    ['interval=1h&fill=1', 'fill'],
    ['interval=1h&from=yesterday', 'from'],
    ['interval=1h&from=2026-02-30T00:00:00Z', 'from'],
    ['interval=1h&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
    ['interval=1h&from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
  ])('refuses ?%s, naming %s', async (query, path) => {
    const response = await served.ask(`/candles/${tokens[0]!}?${query}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { issues: { path: string }[] } } };
    expect(error.details.issues.map((issue) => issue.path)).toContain(path);
  });

  it('closes a candle when a block reaches its end, and opens the next at the edge', async () => {
    const { client } = served.fixture;
    const { timestamp } = await client.getBlock();
    const edge = timestamp - (timestamp % 60n) + 120n;
    const lastAt = async (time: bigint): Promise<CandleDto[]> => {
      await client.setNextBlockTimestamp({ timestamp: time });
      await client.mine({ blocks: 1 });
      await served.serveHead();
      return (await candlesOf(tokens[1]!, 'interval=1m&limit=2')).body.candles;
    };
    const state = (candles: readonly CandleDto[]): unknown[] =>
      candles.map(({ openTime, closed }) => [openTime, closed]);
    const opening = (time: bigint): string => iso(Number(time));
    expect(state(await lastAt(edge - 1n))).toEqual([
      [opening(edge - 120n), true],
      [opening(edge - 60n), false],
    ]);
    expect(state(await lastAt(edge))).toEqual([
      [opening(edge - 60n), true],
      [opening(edge), false],
    ]);
  });

  it('changes with a reorganisation exactly the candles that held an undone trade or hold a new one', async () => {
    const { client, anvil, addresses } = served.fixture;
    const token = tokens[1]!;
    const buy = (trader: number, amount: bigint): Promise<unknown> =>
      served.fixture.buy(served.fixture.trader(trader), token, amount * 10n ** 18n);
    /** Every series of the app, and the trades that it is made of. */
    const read = async () => {
      const series = new Map<string, Served<CandleSeriesDto>>();
      for (const interval of CANDLE_INTERVALS)
        for (const currency of CANDLE_CURRENCIES)
          for (const fill of [true, false])
            series.set(
              `${interval} ${currency} ${String(fill)}`,
              await candlesOf(
                token,
                `interval=${interval}&currency=${currency}&fill=${String(fill)}&limit=1000`,
              ),
            );
      const { block } = series.get('1m usd true')!;
      return { series, history: await recountHistory(anvil.rpcUrl, addresses, token, block) };
    };
    await client.increaseTime({ seconds: 3_600 });
    await buy(2, 1n);
    const ancestor = await client.getBlockNumber();
    // In the same candles as what stays, and in candles of its own.
    await buy(3, 20n);
    await client.increaseTime({ seconds: 600 });
    await buy(2, 2n);
    await buy(4, 30n);
    await served.serveHead();
    const before = await read();
    await served.reorganise(Number((await client.getBlockNumber()) - ancestor));
    await client.increaseTime({ seconds: 900 });
    await buy(5, 7n);
    await served.serveHead();
    const after = await read();

    const isNew = ({ block }: { block: bigint }): boolean => block > ancestor;
    const touching = [before, after].map(({ history }) => history.trades.filter(isNew));
    expect(touching.map((trades) => trades.length)).toEqual([3, 1]);
    for (const [name, { body, time }] of after.series) {
      const { interval, currency, candles } = body;
      const { seconds } = INTERVALS[interval];
      const at = time.getTime() / 1_000;
      const fill = name.endsWith('true');
      expectEqual(
        candles,
        recountCandles(after.history, { seconds, currency, fill, at }).slice(-1_000),
        at,
        seconds,
      );
      const earliest = Math.min(...touching.flat().map((trade) => trade.time));
      const untouched = (list: readonly CandleDto[]): CandleDto[] =>
        list.filter(({ openTime }) => Date.parse(openTime) / 1_000 + seconds <= earliest);
      const was = untouched(before.series.get(name)!.body.candles);
      // A window of 1,000 candles may begin elsewhere.
      const is = untouched(candles).filter(({ openTime }) => openTime >= was[0]!.openTime);
      expect(is).toEqual(was.slice(-is.length));
      if (seconds < DAY_SECONDS) expect(is.length).toBeGreaterThan(0);
      expect(candles).not.toEqual(before.series.get(name)!.body.candles);
    }
  });

  it('lets caches keep for good a page that ended by the final block, and no other', async () => {
    const { client } = served.fixture;
    const token = tokens[1]!;
    const { body } = await candlesOf(token, 'interval=1m&limit=1000');
    const end = iso(Date.parse(body.candles.at(-1)!.openTime) / 1_000);
    const policyOf = async (query: string): Promise<string | null> => {
      const response = await served.ask(`/candles/${token}?interval=1m&${query}`);
      await response.arrayBuffer();
      return response.headers.get('cache-control');
    };
    const revalidated = 'public, max-age=0, s-maxage=2, stale-if-error=300';
    expect(await policyOf(`to=${end}`)).toBe(revalidated);

    await served.fixture.buy(served.fixture.trader(1), token, 10n ** 18n);
    // FINALITY_BLOCKS is 64: the trade is final with the 65th block after it.
    await client.mine({ blocks: 65 });
    await served.serveHead();
    const kept = 'public, max-age=86400, immutable';
    expect(await policyOf(`to=${end}`)).toBe(kept);
    expect(await policyOf(`from=${body.candles[0]!.openTime}&limit=2`)).toBe(kept);
    expect(await policyOf('limit=2')).toBe(revalidated);
    expect(await policyOf(`from=${body.candles[0]!.openTime}&limit=1000&to=2100-01-01T00:00:00Z`)).toBe(
      revalidated,
    );
  });

  it('never writes the candles of an app again that does not trade', async () => {
    const { fixture } = served;
    const [quietApp, traded] = [tokens[0]!, tokens[1]!];
    // A row that was written again is another version of it, elsewhere.
    const versions = async (token: Address): Promise<string[]> =>
      withClient(served.indexed.database.url, async (client) => {
        const { rows } = await client.query<{ version: string }>(
          `SELECT concat_ws(' ', c.ctid, c.xmin, c.slot) AS version FROM chain.candles c
          JOIN chain.addresses a ON a.id = c.token_id WHERE a.address = $1 ORDER BY version`,
          [token],
        );
        return rows.map(({ version }) => version);
      });
    const before = { quiet: await versions(quietApp), traded: await versions(traded) };
    for (let round = 0; round < 3; round += 1) {
      await fixture.client.increaseTime({ seconds: DAY_SECONDS });
      await served.market.publishPrice(180_000_000n + BigInt(round));
      await fixture.buy(fixture.trader(1), traded, 10n ** 18n);
      await served.serveHead();
      await fixture.reorganise(1);
      await fixture.client.mine({ blocks: 1 });
      await served.serveHead();
    }
    await fixture.buy(fixture.trader(1), traded, 10n ** 18n);
    await served.serveHead();
    expect(before.quiet.length).toBeGreaterThan(0);
    expect(await versions(quietApp)).toEqual(before.quiet);
    expect(await versions(traded)).not.toEqual(before.traded);
  });
});
