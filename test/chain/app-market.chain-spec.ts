import type { Address } from 'viem';
import type { AppDetailDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import type { CandleSeriesDto } from '../../apps/api/src/modules/market/candles/candles.dto.js';
import { expectTrending } from '../support/expect-trending.js';
import { andCursor, readPages } from '../support/read-pages.js';
import { recountAllTimeHigh, recountHistory } from '../support/recount-candles.js';
import { RecountedChain } from '../support/recounted-chain.js';
import { recountSparkline, RecountedMarket } from '../support/recount-windows.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

const HOUR = 3_600;
const WHOLE = 10n ** 18n;

describe("apps' sparklines, windows, highs and holders", () => {
  let served: ServedMarket;
  /** Launched before the feed said anything. */
  let oldest: Address;
  let tokens: readonly Address[];

  beforeAll(async () => {
    served = await ServedMarket.start(17, async (market, fixture) => {
      const pass = (seconds: number): Promise<unknown> => fixture.client.increaseTime({ seconds });
      oldest = await fixture.launch(fixture.trader(4));
      await pass(2 * HOUR);
      await market.open(3);
      await fixture.buy(fixture.trader(2), oldest, 50n * WHOLE);
      await pass(30 * HOUR);
      await market.graduate(market.tokens[0]!);
      for (let i = 0; i < 70; i += 1) {
        if (i % 3 === 0) await pass(i < 40 ? 5 * HOUR : 1_700);
        await market.act();
      }
      await fixture.transfer(
        market.tokens[1]!,
        fixture.trader(0),
        '0x000000000000000000000000000000000000dEaD',
        await fixture.balance(market.tokens[1]!, fixture.trader(0)),
      );
      await market.launch(5);
    });
    tokens = [oldest, ...served.market.tokens];
    await served.serveHead();
  });

  afterAll(() => served.stop());

  const nowOf = async (): Promise<number> => Number((await served.fixture.client.getBlock()).timestamp);

  async function expectWindows(token: Address): Promise<AppDetailDto> {
    const { body, block, time } = await served.get<AppDetailDto>(`/apps/${token}`);
    const { anvil, addresses } = served.fixture;
    const chain = new RecountedChain(anvil.rpcUrl, addresses, block);
    const market = new RecountedMarket(anvil.rpcUrl, chain, token);
    const recounted = await market.windows(block, time.getTime() / 1_000);
    for (const name of ['5m', '1h', '6h', '24h', '7d'] as const) {
      const wanted = recounted[name];
      const { buys, sells, traders, priceChange, volumeUsd } = body.windows[name];
      expect([name, buys, sells, traders]).toEqual([name, wanted.buys, wanted.sells, wanted.traders]);
      expectClose(volumeUsd, wanted.volumeUsd);
      if (wanted.priceChange === null) expect([name, priceChange]).toEqual([name, null]);
      else expectClose(1 + priceChange!, 1 + wanted.priceChange);
    }
    const { priceChange, volumeUsd } = body.windows['24h'];
    expect([priceChange, volumeUsd]).toEqual([body.priceChange24h, body.volume24hUsd]);
    return body;
  }

  function expectClose(received: number | null, wanted: number | null): void {
    expect(received === null).toBe(wanted === null);
    expect(Math.abs(received! - wanted!)).toBeLessThanOrEqual(Math.abs(wanted!) * 1e-13);
  }

  it('has windows as recounted from logs, for every app', async () => {
    const windows = [];
    for (const token of tokens) windows.push((await expectWindows(token)).windows['7d']);
    expect(windows.some(({ buys, sells, traders }) => buys > 9 && sells > 3 && traders > 4)).toBe(true);
    expect(windows.at(-1)).toEqual({ priceChange: null, volumeUsd: 0, buys: 0, sells: 0, traders: 0 });
  });

  it('ranks what trends by sums recounted from logs', async () => {
    const { anvil, addresses } = served.fixture;
    const { body, block } = await served.get<AppListDto>('/apps?limit=100&sort=trending');
    const chain = new RecountedChain(anvil.rpcUrl, addresses, block);
    const sums = await expectTrending(served.indexed.database.url, anvil.rpcUrl, chain);
    expect(sums).toHaveLength(body.apps.length);
    expect(sums[0]).toBeGreaterThan(0);
  });

  it('ends windows to the second: a trade is in them until it is as old as they are long', async () => {
    const { fixture } = served;
    const [, token] = served.market.tokens as [Address, Address];
    // In the last second of a minute, an hour or a day; in the first one of the next; and between.
    for (const offset of [59, 60, 61, 3_599, 3_600, 86_399, 86_400]) {
      const start = (Math.floor((await nowOf()) / 86_400) + 1) * 86_400;
      for (const seconds of [0, 1]) {
        await fixture.client.setNextBlockTimestamp({ timestamp: BigInt(start + offset + seconds) });
        await fixture.buy(fixture.trader(6 + seconds), token, WHOLE);
      }
      for (const window of [300, 3_600, 21_600]) {
        await fixture.client.setNextBlockTimestamp({ timestamp: BigInt(start + offset + window) });
        await fixture.client.mine({ blocks: 1 });
        await served.serveHead();
        const { windows } = await expectWindows(token);
        const name = window === 300 ? '5m' : window === 3_600 ? '1h' : '6h';
        // The first of the two is as old as the window is long.
        expect([offset, name, windows[name].buys, windows[name].traders]).toEqual([offset, name, 1, 1]);
      }
    }
  });

  it('has the highest price that a block ended at, also when only the feed rose since', async () => {
    const { fixture, market } = served;
    const expectHigh = async (token: Address): Promise<number> => {
      const { body, block } = await served.get<AppDetailDto>(`/apps/${token}`);
      const history = await recountHistory(fixture.anvil.rpcUrl, fixture.addresses, token, block);
      const high = recountAllTimeHigh(history);
      expect(body.allTimeHighUsd).toBe(high);
      expect(body.allTimeHighUsd).toBeGreaterThanOrEqual(body.priceUsd!);
      return high;
    };
    for (const token of tokens) await expectHigh(token);
    const before = await expectHigh(tokens[2]!);
    // Who moves the price there and back within a block draws a wick, and no highest price.
    const trader = fixture.trader(7);
    const { tokenOut } = await fixture.quoteBuy(tokens[2]!, 20_000n * WHOLE);
    await fixture.inOneBlock(
      () => fixture.buy(trader, tokens[2]!, 20_000n * WHOLE),
      () => fixture.sell(trader, tokens[2]!, tokenOut),
    );
    await served.serveHead();
    const { candles } = (await served.get<CandleSeriesDto>(`/candles/${tokens[2]!}?interval=1m`)).body;
    expect(candles.at(-1)!.high).toBeGreaterThan(before);
    expect(await expectHigh(tokens[2]!)).toBe(before);
    // Within the minute of the app's last event, later in its hour and its day, and days after.
    for (const [seconds, price] of [
      [20, 600_000_000n],
      [600, 700_000_000n],
      [5 * HOUR, 800_000_000n],
      [60 * HOUR, 900_000_000n],
      [HOUR, 100_000_000n],
    ] as const) {
      await fixture.client.increaseTime({ seconds });
      await market.publishPrice(price);
      await served.serveHead();
      expect(await expectHigh(tokens[2]!)).toBeGreaterThan(before);
    }
  });

  it("has the shares of the richest and of the creator, without the market's and what was burnt", async () => {
    const shares = [];
    for (const token of tokens) {
      const { body, block } = await served.get<AppDetailDto>(`/apps/${token}`);
      const { anvil, addresses } = served.fixture;
      const chain = new RecountedChain(anvil.rpcUrl, addresses, block);
      const { top10Share, creatorShare } = await new RecountedMarket(
        anvil.rpcUrl,
        chain,
        token,
      ).concentration();
      expectClose(body.concentration.top10Share, top10Share);
      expectClose(body.concentration.creatorShare, creatorShare);
      shares.push(body.concentration);
    }
    expect(shares.some(({ top10Share, creatorShare }) => top10Share > 0.5 && creatorShare > 0)).toBe(true);
    expect(shares.at(-1)).toEqual({ top10Share: 0, creatorShare: 0 });
  });

  describe.each([
    ['24h', 24, 1],
    ['7d', 28, 6],
  ] as const)('sparkline=%s', (span, points, hours) => {
    const listOf = (query: string): Promise<{ body: AppListDto; block: bigint; time: Date }> =>
      served.get<AppListDto>(`/apps?${query}&sparkline=${span}`);

    it('has the closes of candles recounted from raw logs, the last being the price', async () => {
      const { body, block, time } = await listOf('limit=100&sort=newest');
      const at = time.getTime() / 1_000;
      expect(body.apps).toHaveLength(tokens.length);
      for (const { tokenAddress, sparkline, priceUsd, launchedAt } of body.apps) {
        const { anvil, addresses } = served.fixture;
        const history = await recountHistory(anvil.rpcUrl, addresses, tokenAddress, block);
        const launch = Date.parse(launchedAt) / 1_000;
        expect(sparkline).toEqual(recountSparkline(history, { points, hours, launchedAt: launch, at }));
        expect(sparkline!.at(-1)).toBe(priceUsd);
      }
      expect(Math.max(...body.apps.map(({ sparkline }) => sparkline!.length))).toBe(points);
    });

    it('has the closes that candles have', async () => {
      const [app] = (await listOf(`tokens=${tokens[1]!}`)).body.apps;
      const interval = hours === 1 ? '1h' : '1h&limit=168';
      const { candles } = (await served.get<CandleSeriesDto>(`/candles/${tokens[1]!}?interval=${interval}`))
        .body;
      const ended = candles
        .slice(0, -1)
        .filter(({ openTime }) => (Date.parse(openTime) / 3_600_000 + 1) % hours === 0);
      expect(app!.sparkline!.slice(0, -1)).toEqual(
        ended.slice(1 - app!.sparkline!.length).map(({ close }) => close),
      );
    });

    it('is the same in every list, and absent where it was not asked for', async () => {
      const listed = (await listOf('limit=100&sort=newest')).body.apps;
      const named = (await listOf(`tokens=${listed.map(({ tokenAddress }) => tokenAddress).join()}`)).body
        .apps;
      expect(named).toEqual(listed);
      for (const sort of ['trending', 'holders', 'volume']) {
        const ranked = (await listOf(`limit=100&sort=${sort}`)).body.apps;
        expect(ranked.toSorted(byToken)).toEqual(listed.toSorted(byToken));
      }
      const created = (await listOf(`creator=${listed[1]!.creator}&limit=100`)).body.apps;
      expect(created).toContainEqual(listed[1]);
      const found = await served.get<AppListDto>(
        `/apps/search?q=${listed[0]!.tokenAddress}&sparkline=${span}`,
      );
      expect(found.body.apps[0]).toEqual(listed[0]);
      const plain = (await served.get<AppListDto>('/apps?limit=100')).body.apps;
      expect(plain.every((app) => !('sparkline' in app))).toBe(true);
    });

    it('is of the first page on later pages, while time and trades go on', async () => {
      const whole = (await listOf('limit=100&sort=holders')).body.apps;
      const pages = await readPages(
        async (cursor) => (await listOf(`limit=2&sort=holders${andCursor(cursor)}`)).body,
        async () => {
          await served.fixture.client.increaseTime({ seconds: 2_000 });
          await served.market.act(3);
          await served.indexed.catchUp();
        },
      );
      expect(pages.flatMap(({ apps }) => apps)).toEqual(whole);
      await served.serveHead();
    });
  });

  it('refuses other spans, naming the parameter', async () => {
    for (const path of ['/apps?sparkline=1h', '/apps?sparkline=', '/apps/search?q=a&sparkline=30d']) {
      const response = await served.ask(path);
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.json()).toMatchObject({
        error: { details: { issues: [{ path: 'sparkline' }] } },
      });
    }
  });

  it('has null for a volume and a change whose prices were not known', async () => {
    const quiet = await ServedMarket.start(3, async (_, fixture) => {
      await fixture.buy(fixture.trader(1), await fixture.launch(fixture.trader(0)), 5n * WHOLE);
    });
    try {
      const [app] = (await quiet.get<AppListDto>('/apps?sparkline=24h')).body.apps;
      expect(app).toMatchObject({ priceUsd: null, sparkline: [null] });
      const { body } = await quiet.get<AppDetailDto>(`/apps/${app!.tokenAddress}`);
      const window = { priceChange: null, volumeUsd: null, buys: 1, sells: 0, traders: 1 };
      expect(body.windows['5m']).toEqual(window);
      expect(body.allTimeHighUsd).toBeNull();
      // The feed begins: earlier trades have no USD still.
      await quiet.market.publishPrice(250_000_000n);
      await quiet.serveHead();
      const priced = async (): Promise<AppDetailDto> =>
        (await quiet.get<AppDetailDto>(`/apps/${app!.tokenAddress}`)).body;
      await until('it has a price', async () => (await priced()).priceUsd !== null);
      expect((await priced()).windows['5m']).toEqual(window);
      expect((await priced()).allTimeHighUsd).toBe((await priced()).priceUsd);
    } finally {
      await quiet.stop();
    }
  });
});

function byToken(a: { tokenAddress: string }, b: { tokenAddress: string }): number {
  return a.tokenAddress < b.tokenAddress ? -1 : 1;
}
