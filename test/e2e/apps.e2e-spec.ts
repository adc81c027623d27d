import type { AppDetailDto, AppSummaryDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import { ZERO_ADDRESS } from '@slipway/domain';
import { expectRecounted } from '../support/expect-recounted.js';
import { andCursor, readPages } from '../support/read-pages.js';
import { recountApps } from '../support/recount.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

const SORTS = [
  'trending',
  'newest',
  'market_cap',
  'volume',
  'holders',
  'price_change',
  'curve_progress',
  'last_trade',
] as const;

describe('the apps of an indexed chain', () => {
  let served: ServedMarket;
  let fixture: ServedMarket['fixture'];
  let market: ServedMarket['market'];
  let indexed: ServedMarket['indexed'];
  let api: ServedMarket['api'];

  beforeAll(async () => {
    served = await ServedMarket.start(42, async (opening, chain) => {
      await opening.open(9);
      await opening.graduate(opening.tokens[2]!);
      await opening.act(50);
      // The launches are older than a day then, and younger ones follow.
      await chain.client.increaseTime({ seconds: 24 * 3_600 });
      await opening.launch(9);
      await opening.act(60);
    });
    ({ fixture, market, indexed, api } = served);
  });

  afterAll(async () => {
    await served.stop();
  });

  async function list(query: string): Promise<{ body: AppListDto; block: string }> {
    const response = await api.get(`/apps?${query}`);
    expect(response.status).toBe(200);
    return { body: (await response.json()) as AppListDto, block: response.headers.get('x-as-of-block')! };
  }

  /** Reads all pages; `between` runs before each next page. */
  async function paginate(
    query: string,
    between: () => Promise<void>,
  ): Promise<{ apps: AppSummaryDto[]; blocks: Set<string> }> {
    const pages = await readPages(async (cursor) => {
      const { body, block } = await list(query + andCursor(cursor));
      return { apps: body.apps, nextCursor: body.nextCursor, block };
    }, between);
    return { apps: pages.flatMap(({ apps }) => apps), blocks: new Set(pages.map(({ block }) => block)) };
  }

  it('has the figures of a recount by RPC alone at its block, to 12 digits', async () => {
    for (let round = 0; round < 3; round += 1) {
      await market.act(8);
      await served.serveHead();
      const { body, block } = await list('limit=100');
      const recounted = await recountApps(fixture.anvil.rpcUrl, fixture.addresses, BigInt(block));
      expectRecounted(body.apps, recounted);
      expect(recounted.some(({ priceChange24h }) => priceChange24h !== null)).toBe(true);
    }
  });

  it.each(SORTS)('shows each app once when sort=%s is paginated while trades arrive', async (sort) => {
    await served.serveHead();
    const first = await list(`sort=${sort}&limit=100`);
    const { apps, blocks } = await paginate(`sort=${sort}&limit=2`, async () => {
      await market.act();
      await indexed.catchUp();
    });
    expect(new Set(apps.map(({ tokenAddress }) => tokenAddress)).size).toBe(first.body.apps.length);
    expect(apps.map(({ tokenAddress }) => tokenAddress)).toEqual(
      first.body.apps.map(({ tokenAddress }) => tokenAddress),
    );
    if (sort !== 'newest') {
      expect(apps).toEqual(first.body.apps);
      expect([...blocks]).toEqual([first.block]);
    }
  });

  it.each(SORTS.filter((sort) => sort !== 'newest'))(
    'ends the pagination of sort=%s when its block was replaced, launches and a graduation undone',
    async (sort) => {
      const ancestor = await fixture.client.getBlockNumber();
      const graduating = await fixture.launch(fixture.trader(2));
      await fixture.buy(fixture.trader(3), graduating, 10n ** 18n);
      await market.graduate(graduating);
      await market.act();
      await served.serveHead();
      const first = await list(`sort=${sort}&limit=100`);
      expect(first.body.apps.find(({ tokenAddress }) => tokenAddress === graduating)?.stage).toBe(
        'graduated',
      );
      const { nextCursor } = (await list(`sort=${sort}&limit=3`)).body;
      await served.reorganise(Number((await fixture.client.getBlockNumber()) - ancestor));
      // It gets the address of the one that was undone.
      expect(await market.launch(1)).toBe(graduating);
      await market.act();
      await indexed.catchUp();
      const ended = await api.get(`/apps?sort=${sort}&limit=3&cursor=${nextCursor!}`);
      expect(ended.status).toBe(400);
      expect(await ended.json()).toMatchObject({ error: { details: { reason: 'cursor_expired' } } });
      await served.serveHead();
      const now = (await list(`sort=${sort}&limit=100`)).body.apps;
      expect(now.find(({ tokenAddress }) => tokenAddress === graduating)?.stage).toBe('curve');
    },
  );

  it('takes apps that operators hide out of later pages too, and loses no other', async () => {
    await served.serveHead();
    const everyone = (await list('sort=holders&limit=100')).body.apps;
    const hidden = everyone[4]!.tokenAddress;
    let hiding: Promise<unknown> | null = null;
    const { apps } = await paginate('sort=holders&limit=2', async () => {
      hiding ??= served.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'a test')`, [hidden]);
      await hiding;
    });
    expect(apps).toEqual(everyone.filter(({ tokenAddress }) => tokenAddress !== hidden));
    await served.query('DELETE FROM hidden_apps');
  });

  it('goes on with pages of a state that ended 9 minutes ago, while the index lags too, and no longer than 10', async () => {
    const nextBlock = async (): Promise<void> => {
      await market.act();
      await fixture.client.mine({ blocks: 1 });
      await indexed.catchUp();
    };
    await served.serveHead();
    const everyone = (await list('sort=holders&limit=100')).body.apps;
    const first = await list('sort=holders&limit=3');
    await nextBlock();
    await served.query(`UPDATE chain.head_history SET ended_at = ended_at - interval '9 minutes'`);
    await served.query(`UPDATE chain.head SET level_at = now() - interval '9 minutes'`);
    await nextBlock();
    const next = (limit: number): string => `sort=holders&limit=${limit}&cursor=${first.body.nextCursor!}`;
    expect((await list(next(100))).body.apps).toEqual(everyone.slice(3));
    await served.query(`UPDATE chain.head_history SET ended_at = ended_at - interval '2 minutes'`);
    await nextBlock();
    const expired = await api.get(`/apps?${next(99)}`);
    expect(expired.status).toBe(400);
    expect(await expired.json()).toMatchObject({ error: { details: { reason: 'cursor_expired' } } });
  });

  it('orders by what each sort says, equal ones newest first', async () => {
    await served.serveHead();
    const by: Record<(typeof SORTS)[number], (app: AppSummaryDto) => number> = {
      trending: () => 0,
      newest: (app) => Date.parse(app.launchedAt),
      market_cap: (app) => app.marketCapUsd!,
      volume: (app) => app.volume24hUsd!,
      holders: (app) => app.holders,
      price_change: (app) => app.priceChange24h ?? Number.NEGATIVE_INFINITY,
      curve_progress: (app) => app.curveProgress,
      last_trade: (app) => (app.lastTradeAt === null ? -1 : Date.parse(app.lastTradeAt)),
    };
    for (const sort of SORTS) {
      const values = (await list(`sort=${sort}&limit=100`)).body.apps.map(by[sort]);
      expect(values).toEqual([...values].sort((a, b) => b - a));
    }
  });

  it('leaves out apps whose figures are lower than asked, in every order and on later pages, as they were when it began', async () => {
    await served.serveHead();
    for (const sort of SORTS) {
      const everyone = (await list(`sort=${sort}&limit=100`)).body.apps;
      const middle = (of: (app: AppSummaryDto) => number | null): number =>
        everyone.map((app) => of(app) ?? 0).sort((a, b) => a - b)[Math.floor(everyone.length / 2)]!;
      const least = {
        minHolders: middle(({ holders }) => holders),
        minMarketCapUsd: Math.floor(middle(({ marketCapUsd }) => marketCapUsd)),
        minVolume24hUsd: Math.floor(middle(({ volume24hUsd }) => volume24hUsd)),
      };
      for (const [name, value] of Object.entries(least)) {
        const fits = everyone.filter(
          (app) =>
            ({
              minHolders: app.holders,
              minMarketCapUsd: app.marketCapUsd,
              minVolume24hUsd: app.volume24hUsd,
            })[name]! >= value,
        );
        expect(fits.length).toBeGreaterThan(2);
        const { apps } = await paginate(`sort=${sort}&limit=3&${name}=${value}`, async () => {
          if (sort === 'newest') return;
          await market.act();
          await served.serveHead();
        });
        expect([sort, name, apps]).toEqual([sort, name, fits]);
        await served.serveHead();
        if (sort !== 'newest') break;
      }
    }
    expect((await list('minHolders=999999999')).body).toEqual({ apps: [], nextCursor: null });
  });

  it('takes every figure that it serves for the least one, and has the app whose it is', async () => {
    await served.serveHead();
    const { apps } = (await list('limit=100')).body;
    for (const { tokenAddress, marketCapUsd, volume24hUsd } of apps)
      for (const [name, value] of [
        ['minMarketCapUsd', marketCapUsd],
        ['minVolume24hUsd', volume24hUsd],
      ] as const) {
        const forms = [String(value), value!.toExponential(), value!.toPrecision(15)];
        for (const form of forms) {
          const found = (await list(`limit=100&${name}=${encodeURIComponent(form)}`)).body.apps;
          expect(found.map((app) => app.tokenAddress)).toContain(tokenAddress);
        }
      }
  });

  it.each([
    ['minHolders', ['-1', '1.5', '', 'ten', '1000000000', '01', '0x10']],
    ['minMarketCapUsd', ['-1', '', '1e', '1e1000', 'NaN', '9'.repeat(26), '.5', '1.', '0x1', '01']],
    ['minVolume24hUsd', ['-1', 'Infinity', '1,000', '+1']],
  ])('refuses a %s that is none, and names it', async (name, values) => {
    for (const value of values) {
      const response = await api.get(`/apps?${name}=${encodeURIComponent(value)}`);
      expect([value, response.status]).toEqual([value, 400]);
      expect(await response.json()).toMatchObject({
        error: { code: 'invalid_request', details: { issues: [{ path: name }] } },
      });
    }
    const [first] = market.tokens;
    expect((await api.get(`/apps?tokens=${first!}&${name}=1`)).status).toBe(400);
  });

  it('has the apps that are named, in the order asked, hidden ones marked, unknown ones left out', async () => {
    const [first, second, third] = market.tokens as [string, string, string];
    await served.query(`INSERT INTO hidden_apps (token, reason) VALUES ('${second}', 'a copy')`);
    const isHidden = async (): Promise<boolean> => (await list(`tokens=${second}`)).body.apps[0]!.hidden;
    await until('it is hidden', isHidden);
    const tokens = [third.toLowerCase(), ZERO_ADDRESS, second, first, third].join();
    const { apps, nextCursor } = (await list(`tokens=${tokens}`)).body;
    expect(apps.map(({ tokenAddress, hidden }) => [tokenAddress, hidden])).toEqual([
      [third, false],
      [second, true],
      [first, false],
    ]);
    expect(nextCursor).toBeNull();
    expect(await (await api.get(`/apps/${third}`)).json()).toMatchObject(apps[0]!);
    await served.query('DELETE FROM hidden_apps');
    await until('it is shown again', async () => !(await isHidden()));
    for (const query of [
      'tokens=',
      'tokens=0x12',
      `tokens=${`${first},`.repeat(100)}${first}`,
      `tokens=${first}&stage=curve`,
    ]) {
      expect([query, (await api.get(`/apps?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('says what stands on the other side of a market', async () => {
    const price = (await served.get<{ prices: { priceUsd: number }[] }>('/prices')).body.prices[0]!.priceUsd;
    for (const { tokenAddress, liquidityUsd } of (await list('limit=100')).body.apps) {
      const { body: curve } = await served.get<{
        realPlatformReserve: string;
        virtualPlatformReserve: string;
        pool: string | null;
      }>(`/curves/${tokenAddress}`);
      if (curve.pool !== null) expect(liquidityUsd).toBeGreaterThan(0);
      else expect(liquidityUsd).toBeCloseTo((2 * Number(curve.realPlatformReserve) * price) / 1e18, 6);
    }
  });

  it('filters by stage and creator', async () => {
    const graduated = (await list('stage=graduated')).body.apps;
    expect(graduated.map(({ tokenAddress }) => tokenAddress)).toContain(market.tokens[2]);
    expect(graduated.every(({ stage, curveProgress }) => stage === 'graduated' && curveProgress === 1)).toBe(
      true,
    );
    const onCurve = (await list('stage=curve&limit=100')).body.apps;
    expect(onCurve.length + graduated.length).toBe(market.tokens.length);
    const creator = fixture.trader(1).toLowerCase();
    const created = (await list(`creator=${creator}`)).body.apps;
    expect(created.length).toBeGreaterThan(0);
    expect(created.every((app) => app.creator === fixture.trader(1))).toBe(true);
    expect((await list(`creator=${ZERO_ADDRESS}`)).body).toEqual({ apps: [], nextCursor: null });
  });

  it('refuses cursors of other lists, damaged ones and forged ones', async () => {
    const nextCursor = (await list('sort=volume&limit=2')).body.nextCursor!;
    const refusals = [
      `sort=holders&cursor=${nextCursor}`,
      `sort=newest&cursor=${nextCursor}`,
      `sort=volume&stage=curve&cursor=${nextCursor}`,
      `sort=volume&cursor=${nextCursor.slice(0, -1)}`,
      `sort=volume&cursor=AAAA`,
      `sort=volume&cursor=`,
    ];
    for (const query of refusals) {
      const response = await api.get(`/apps?${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: {
          code: 'invalid_request',
          details: { reason: 'cursor_invalid', issues: [{ path: 'cursor' }] },
        },
      });
    }
  });

  it('gives an app its own page, in any case of its address', async () => {
    const token = market.tokens[2]!;
    const response = await api.get(`/apps/${token.toUpperCase().replace('0X', '0x')}`);
    expect(response.status).toBe(200);
    const app = (await response.json()) as AppDetailDto;
    expect(app).toMatchObject({
      tokenAddress: token,
      decimals: 18,
      totalSupply: '1000000000000000000000000000',
      stage: 'graduated',
      hidden: false,
      website: 'https://tidepool.app',
    });
    const { pair } = await fixture.curve(token);
    expect(app.pool?.address).toBe(pair);
    const receipt = await fixture.client.getTransactionReceipt({ hash: app.launchTxHash as `0x${string}` });
    expect(receipt.blockNumber).toBe(BigInt(app.launchBlock));
  });

  it('returns 404 for a token that no app has, and says at which block', async () => {
    const response = await api.get(`/apps/${ZERO_ADDRESS}`);
    expect(response.headers.get('x-as-of-block')).toMatch(/^[1-9]\d*$/);
    expect(response.headers.get('x-as-of-time')).toMatch(/^2\S+Z$/);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each([
    ['/apps?limit=0', 'limit'],
    ['/apps?limit=-1', 'limit'],
    ['/apps?limit=1e9', 'limit'],
    ['/apps?limit=abc', 'limit'],
    ['/apps?limit=101', 'limit'],
    ['/apps?limit=1&limit=2', 'limit'],
    ['/apps?sort=best', 'sort'],
    ['/apps?stage=', 'stage'],
    ['/apps?creator=0x12', 'creator'],
    ['/apps?creator=%00', 'creator'],
    ['/apps?page=2', 'page'],
    ['/apps/0x12', 'tokenAddress'],
    ['/apps/%00', 'tokenAddress'],
    ['/apps/%ZZ', 'tokenAddress'],
    ['/prices?tokens=', 'tokens'],
    ['/prices?tokens=0x12', 'tokens'],
    ['/prices?tokens=%ZZ', 'tokens'],
    [`/prices?tokens=${Array(101).fill(ZERO_ADDRESS).join()}`, 'tokens'],
    ['/prices?limit=1', 'limit'],
  ])('returns 400 for %s and names %s', async (path, parameter) => {
    const response = await api.get(path);
    expect(response.status).toBe(400);
    const body = (await response.json()) as {
      error: { code: string; details: { issues: { path: string }[] } };
    };
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.details.issues.map(({ path: named }) => named)).toContain(parameter);
  });
});
