import type { AppDetailDto, AppSummaryDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import type { ActivityListDto } from '../../apps/api/src/modules/apps/activity/activity.dto.js';
import type { HolderListDto } from '../../apps/api/src/modules/apps/holders/holders.dto.js';
import type { CandleSeriesDto } from '../../apps/api/src/modules/market/candles/candles.dto.js';
import type { PositionListDto } from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import { ServedOwner } from '../support/served-owner.js';

const CARDS = 24;
/** Tokens that one `GET /apps?tokens=` takes. */
const NAMED = 100;

describe('how many requests a page takes', () => {
  let owner: ServedOwner;
  let requests = 0;

  beforeAll(async () => {
    owner = await ServedOwner.start(81);
    const { market, fixture } = owner.served;
    while (market.tokens.length < CARDS) {
      const i = market.tokens.length;
      market.tokens.push(
        await fixture.launch(fixture.trader(i % 9), { name: `App ${i}`, symbol: `APP${i}` }),
      );
    }
    await owner.served.serveHead();
  });

  afterAll(() => owner.stop());

  beforeEach(() => {
    requests = 0;
  });

  async function ask<T>(path: string): Promise<T> {
    requests += 1;
    return (await owner.served.get<T>(path)).body;
  }

  /** What a card shows. */
  function expectCard(app: AppSummaryDto): void {
    const { name, symbol, stage, priceUsd, marketCapUsd, volume24hUsd, liquidityUsd, sparkline } = app;
    for (const text of [name, symbol, stage]) expect(text).not.toBe('');
    for (const figure of [priceUsd, marketCapUsd, volume24hUsd, liquidityUsd, app.holders])
      expect(figure).toEqual(expect.any(Number));
    expect(app).toHaveProperty('imageUrl');
    expect(app).toHaveProperty('priceChange24h');
    expect(sparkline!.length).toBeGreaterThan(0);
    expect(sparkline!.at(-1)).toBe(priceUsd);
  }

  it('of 24 cards with sparklines: one', async () => {
    const { apps } = await ask<AppListDto>(`/apps?limit=${CARDS}&sparkline=24h`);
    expect(apps).toHaveLength(CARDS);
    apps.forEach(expectCard);
    expect(requests).toBe(1);
  });

  it('of an app with its chart, windows, trades and holders: four', async () => {
    const path = `/apps/${owner.served.market.tokens[0]!}`;
    const app = await ask<AppDetailDto>(path);
    const { candles } = await ask<CandleSeriesDto>(`/candles/${app.tokenAddress}?interval=15m`);
    const { activity } = await ask<ActivityListDto>(`${path}/activity`);
    const { holders } = await ask<HolderListDto>(`${path}/holders`);
    for (const { volumeUsd, buys, sells, traders } of Object.values(
      app.windows,
    ) as AppDetailDto['windows']['5m'][])
      expect([volumeUsd, buys, sells, traders]).toEqual(Array(4).fill(expect.any(Number)));
    expect(app.allTimeHighUsd).toBeGreaterThanOrEqual(app.priceUsd!);
    expect(app.concentration.top10Share).toBeGreaterThan(0);
    expect(candles.at(-1)!.close).toBe(app.priceUsd);
    expect([activity, holders].map(({ length }) => length > 0)).toEqual([true, true]);
    expect(requests).toBe(4);
  });

  it('of positions with names, pictures and sparklines: one, and one for each hundred', async () => {
    const { positions } = (await owner.read<PositionListDto>('/positions')).body;
    expect(positions.length).toBeGreaterThan(4);
    const tokens = positions.map(({ tokenAddress }) => tokenAddress);
    for (let i = 0; i < tokens.length; i += NAMED) {
      const named = tokens.slice(i, i + NAMED);
      const { apps } = await ask<AppListDto>(`/apps?tokens=${named.join()}&sparkline=7d`);
      expect(apps.map(({ tokenAddress }) => tokenAddress)).toEqual(named);
      apps.forEach(expectCard);
    }
    expect(requests).toBe(Math.ceil(tokens.length / NAMED));
    // As most generated clients write lists.
    const repeated = tokens.map((token) => `tokens=${token}`).join('&');
    expect(await ask(`/apps?${repeated}`)).toEqual(await ask(`/apps?tokens=${tokens.join()}`));
  });

  it('takes a hundred tokens at once, and says which parameter has more', async () => {
    const tokens = Array.from({ length: NAMED + 1 }, (_, i) => `0x${String(i).padStart(40, '0')}`);
    expect(await ask(`/apps?tokens=${tokens.slice(1).join()}`)).toEqual({ apps: [], nextCursor: null });
    const refused = await owner.served.api.get(`/apps?tokens=${tokens.join()}`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { details: { issues: [{ path: 'tokens' }] } } });
  });
});
