import type { Address } from 'viem';
import type { ActivityDto, ActivityListDto } from '../../apps/api/src/modules/apps/activity/activity.dto.js';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import type { AppSummaryDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import {
  type Board,
  BOARD_NAMES,
  BOARD_WINDOWS,
  type BoardMetric,
  BOARDS,
  type BoardWindow,
  UNIT_OF,
} from '../../apps/api/src/modules/market/leaderboards/leaderboards.repository.js';
import type { CandleSeriesDto } from '../../apps/api/src/modules/market/candles/candles.dto.js';
import type { PriceListDto } from '../../apps/api/src/modules/market/prices/prices.dto.js';
import type { LeaderboardDto } from '../../apps/api/src/modules/market/leaderboards/leaderboards.dto.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { andCursor, readPages } from '../support/read-pages.js';
import { ServedMarket } from '../support/served-market.js';
import { expectSwitchable } from '../support/switched-off.js';

const HOURS: Record<BoardWindow, number> = { '24h': 24, '7d': 168, '30d': 720, all: Infinity };

interface Happening extends ActivityDto {
  readonly app: AppSummaryDto;
}

describe('leaderboards of an indexed chain', () => {
  let served: ServedMarket;

  beforeAll(async () => {
    // Six weeks, so that trades leave every window.
    served = await ServedMarket.start(19, async (market, fixture) => {
      await market.open(4);
      for (let i = 0; i < 72; i += 1) {
        if (i === 30 || i === 60) await market.graduate(market.tokens[i / 30]!);
        if (i % 12 === 11) await fixture.client.increaseTime({ seconds: 7 * 86_400 - i * 3_600 });
        await market.act();
      }
    });
    await served.serveHead();
  });

  afterAll(() => served.stop());

  const boardOf = (board: Board, query: string): Promise<{ body: LeaderboardDto; time: Date }> =>
    served.get<LeaderboardDto>(`/leaderboards/${board}?${query}`);

  /** Everything that happened to every listed app. */
  async function happenings(apps: readonly AppSummaryDto[]): Promise<Happening[]> {
    const all = await Promise.all(
      apps.map(async (app) => {
        const path = `/apps/${app.tokenAddress}/activity?limit=100`;
        const pages = await readPages(
          async (cursor) => (await served.get<ActivityListDto>(path + andCursor(cursor))).body,
        );
        return pages.flatMap(({ activity }) => activity.map((item) => Object.assign(item, { app })));
      }),
    );
    return all.flat();
  }

  /** A metric of some trades, counted from what the interface tells of each. */
  function measure(metric: BoardMetric, items: readonly Happening[], launchpad: Address): number {
    const trades = items.filter(({ type }) => type === 'buy' || type === 'sell');
    const traded = [...new Set(trades.map(({ app }) => app))];
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    switch (metric) {
      case 'volume':
        return sum(trades.map(({ valueUsd }) => valueUsd!));
      case 'trades':
        return trades.length;
      case 'fees':
        // 1 %, rounded up, on the curve alone.
        return sum(
          trades
            .filter(({ from, to }) => from === launchpad || to === launchpad)
            .map(({ platformAmount }) => Number((BigInt(platformAmount!) * 100n + 9_999n) / 10_000n)),
        );
      case 'market_cap':
        return sum(traded.map(({ marketCapUsd }) => marketCapUsd!));
      case 'holders':
        return sum(traded.map(({ holders }) => holders));
      case 'graduations':
        return items.filter(({ type }) => type === 'graduation').length;
    }
  }

  const keyOf: Record<Board, (item: Happening) => string> = {
    apps: ({ app }) => app.tokenAddress,
    creators: ({ app }) => app.creator,
    traders: ({ type, from, to }) => (type === 'buy' ? to! : from!),
  };

  async function expectBoards(): Promise<void> {
    const { apps } = (await served.get<AppListDto>('/apps?limit=100')).body;
    const all = await happenings(apps);
    const launchpad = served.fixture.addresses.launchpad as Address;
    const lengths = new Set<number>();
    for (const board of BOARD_NAMES) {
      for (const metric of BOARDS[board]) {
        for (const window of BOARD_WINDOWS) {
          const { body, time } = await boardOf(board, `metric=${metric}&window=${window}`);
          const since = time.getTime() - HOURS[window] * 3_600_000;
          const inside = all.filter(({ timestamp }) => Date.parse(timestamp) > since);
          const addresses = [...new Set(inside.map(keyOf[board]))];
          const ofAddress = (address: string): Happening[] =>
            inside.filter((item) => keyOf[board](item) === address);
          const expected = addresses
            .map((address) => ({ address, value: measure(metric, ofAddress(address), launchpad) }))
            .filter(({ value }) => value > 0)
            .sort((a, b) => b.value - a.value || (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
          expect(body).toMatchObject({ board, metric, window, unit: UNIT_OF[metric] });
          expect(body.entries.map(({ address }) => address)).toEqual(expected.map(({ address }) => address));
          for (const [i, { rank, value, symbol }] of body.entries.entries()) {
            expect(rank).toBe(i + 1);
            expect(Math.abs(Number(value) / expected[i]!.value - 1)).toBeLessThan(1e-12);
            const app =
              board === 'apps' && apps.find(({ tokenAddress }) => tokenAddress === body.entries[i]!.address);
            if (app && metric === 'market_cap') expect(Number(value)).toBe(app.marketCapUsd);
            if (app && metric === 'volume' && window === '24h') expect(Number(value)).toBe(app.volume24hUsd);
            expect(symbol === null).toBe(board !== 'apps');
          }
          if (metric === 'trades') lengths.add(Number(body.entries[0]?.value));
        }
      }
    }
    // Windows differ, or comparing them would mean nothing.
    expect(lengths.size).toBeGreaterThan(4);
  }

  it('are what the apps and their activity add up to, for every metric and window', async () => {
    await expectBoards();
  });

  it('equal a fresh index after a reorganisation, also in what had left the windows', async () => {
    for (let i = 0; i < 6; i += 1) {
      await served.fixture.client.increaseTime({ seconds: 20 * 3_600 });
      await served.market.act();
    }
    await served.serveHead();
    await served.reorganise(5);
    await served.serveHead();
    await expectFreshIndex(served.indexed.database.url, served.fixture.anvil.rpcUrl);
    await expectBoards();
  });

  it('rank what was traded without a price by its known part, as every list does, and say so', async () => {
    const { market, fixture } = served;
    const [token] = market.tokens.slice(-1) as [Address];
    const trader = fixture.trader(3);
    await fixture.buy(trader, token, 20n * 10n ** 18n);
    await served.serveHead();
    const appOf = async (): Promise<AppSummaryDto> =>
      (await served.get<AppListDto>(`/apps?tokens=${token}&sparkline=24h`)).body.apps[0]!;
    const before = await appOf();
    await market.publishPrice(0n);
    await fixture.buy(trader, token, 10n ** 18n);
    await served.serveHead();

    // While the feed has no price, what is drawn goes on at its last one.
    const now = await appOf();
    expect([now.priceUsd, now.marketCapUsd, now.volume24hUsd]).toEqual([null, null, null]);
    const { body: series, time } = await served.get<CandleSeriesDto>(`/candles/${token}?interval=1h&limit=1`);
    const to = Math.floor(time.getTime() / 1_000) + 1;
    const chart = `/integrations/tradingview/history?symbol=${token}&resolution=60&from=${to - 3_600}&to=${to}`;
    const { c } = (await served.get<{ c: number[] }>(chart)).body;
    const [close] = series.candles.map((candle) => candle.close);
    expect([now.sparkline?.at(-1), c.at(-1)]).toEqual([close, close]);
    expect(close).toBeGreaterThan(before.priceUsd!);

    await market.publishPrice(250_000_000n);
    await served.serveHead();
    const { apps } = (await served.get<AppListDto>('/apps?sort=volume&limit=100')).body;
    const place = apps.findIndex(({ tokenAddress }) => tokenAddress === token);
    const [above, below] = [apps.slice(0, place), apps.slice(place + 1)];
    const known = before.volume24hUsd!;
    expect(apps[place]).toMatchObject({ volume24hUsd: null, priceUsd: expect.any(Number) });
    expect(above.filter(({ volume24hUsd }) => volume24hUsd! < known)).toEqual([]);
    expect(below.filter(({ volume24hUsd }) => volume24hUsd! > known)).toEqual([]);
    const { apps: enough } = (await served.get<AppListDto>(`/apps?minVolume24hUsd=${known}`)).body;
    expect(enough.map(({ tokenAddress }) => tokenAddress)).toContain(token);
    const { prices } = (await served.get<PriceListDto>('/prices')).body;
    expect(prices.findIndex(({ tokenAddress }) => tokenAddress === token)).toBe(place + 1);
    for (const [board, address] of [
      ['apps', token],
      ['traders', trader],
      ['creators', before.creator],
    ] as const)
      for (const window of BOARD_WINDOWS) {
        const { entries } = (await boardOf(board, `window=${window}&limit=100`)).body;
        expect(entries.filter(({ partial }) => partial).map((entry) => entry.address)).toEqual([address]);
        const { entries: trades } = (await boardOf(board, `metric=fees&window=${window}&limit=100`)).body;
        expect(trades.some(({ partial }) => partial)).toBe(false);
      }
    const [entry] = (await boardOf('apps', 'window=24h&limit=100')).body.entries.filter(
      ({ address }) => address === token,
    );
    expect(Number(entry?.value)).toBeCloseTo(known, 6);
    await expectFreshIndex(served.indexed.database.url, fixture.anvil.rpcUrl);
  });

  it('leave out apps that operators hide', async () => {
    const before = (await boardOf('apps', 'window=all')).body.entries;
    const creators = (await boardOf('creators', 'window=all')).body.entries;
    await served.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'a test')`, [before[0]!.address]);
    await served.query('UPDATE catalog SET revision = revision + 1');
    const { entries } = (await boardOf('apps', 'window=all&limit=99')).body;
    expect(entries.map(({ address }) => address)).toEqual(before.slice(1).map(({ address }) => address));
    const left = (await boardOf('creators', 'window=all&limit=99')).body.entries;
    expect(Number(left[0]!.value)).toBeLessThan(Number(creators[0]!.value));
    await served.query('DELETE FROM hidden_apps');
  });

  it('are off while operators switch `leaderboards` off, and come back', async () => {
    const paths = BOARD_NAMES.map((board) => `/leaderboards/${board}?window=30d`);
    await expectSwitchable(served, 'leaderboards', paths, ['/apps', '/prices']);
  });

  it("begins with the board's first metric, over 7 days", async () => {
    const { body } = await served.get<LeaderboardDto>('/leaderboards/traders?limit=1');
    expect(body).toMatchObject({ metric: 'volume', window: '7d', unit: 'usd' });
    expect(body.entries).toHaveLength(1);
  });

  it.each([
    ['stranger', '', 'board'],
    ['Apps', '', 'board'],
    ['apps', 'metric=graduations', 'metric'],
    ['traders', 'metric=market_cap', 'metric'],
    ['apps', 'metric=pnl', 'metric'],
    ['apps', 'window=1h', 'window'],
    ['apps', 'limit=101', 'limit'],
    ['apps', 'cursor=x', 'cursor'],
  ])('refuses /leaderboards/%s?%s, naming %s', async (board, query, path) => {
    const response = await served.ask(`/leaderboards/${board}?${query}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { issues: { path: string }[] } } };
    expect(error.details.issues.map((issue) => issue.path)).toEqual([path]);
  });
});
