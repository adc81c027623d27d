import pg from 'pg';
import type { Address } from 'viem';
import { HISTORY_SPANS } from '../../apps/api/src/modules/portfolio/history-span.js';
import { PORTFOLIO_HISTORY } from '../../apps/api/src/modules/portfolio/portfolio-history.sql.js';
import type {
  Portfolio,
  PortfolioHistory,
  PositionList,
  WalletActivityList,
} from '../../apps/api/src/modules/portfolio/portfolio.types.js';
import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { expectError } from '../support/http/expect-envelope.js';
import { IndexWorld } from '../support/index-world.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { signIn, testWallet } from '../support/wallet.js';

const HOUR = 3_600;
const PERIODS = ['24h', '7d', '30d', '90d', '1y', 'all'];
const ROUTES = ['/positions', '', '/history', '/activity'];

describe('the portfolio of a wallet', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let world: IndexWorld;
  let api: RunningApi;
  /** Anvil's account #3, who trades. */
  const wallet = localAccount(3);
  let token: string;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(77));
    await market.open(6);
    for (const app of market.tokens) await fixture.buy(wallet.address, app, 100n * 10n ** 18n);
    await market.graduate(market.tokens[0]!);
    for (let i = 0; i < 60; i += 1) await market.act();
    world = await IndexWorld.open(fixture.anvil.rpcUrl);
    await world.catchUp();
    api = await startApi(world.database.url);
    token = await signIn(api, wallet);
  });

  afterAll(async () => {
    await api.close();
    await world.close();
    await fixture.stop();
  });

  async function read<T>(path: string, address: Address = wallet.address, bearer = token): Promise<Read<T>> {
    const response = await get(path, address, bearer);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    return { body: (await response.json()) as T, headers: response.headers };
  }

  function get(path: string, address: Address = wallet.address, bearer = token): Promise<Response> {
    return api.get(`/portfolio/${address}${path}`, { Authorization: `Bearer ${bearer}` });
  }

  it.each(ROUTES)('GET /portfolio/{address}%s is its owner’s alone', async (path) => {
    const other = testWallet(9).address;
    await expectError(await api.get(`/portfolio/${wallet.address}${path}`), [401, 'unauthorized']);
    await expectError(await get(path, other), [403, 'forbidden']);
    await expectError(await get(path, '0x12'), [400, 'invalid_request']);
    expect((await get(path, wallet.address.toLowerCase() as Address)).status).toBe(200);
  });

  it('is empty lists and zeros for a wallet that never did anything', async () => {
    const nobody = testWallet(31);
    const bearer = await signIn(api, nobody);
    const { address } = nobody;
    expect((await read('/positions', address, bearer)).body).toEqual({ positions: [] });
    expect((await read('', address, bearer)).body).toEqual({
      address,
      totalValueUsd: 0,
      totalCostUsd: 0,
      unrealizedPnlUsd: 0,
      realizedPnlUsd: 0,
      positions: 0,
      pricedPositions: 0,
    });
    expect((await read('/activity', address, bearer)).body).toEqual({ activity: [], nextCursor: null });
    for (const period of PERIODS)
      expect((await read(`/history?period=${period}`, address, bearer)).body).toEqual({
        address,
        period,
        points: [],
      });
  });

  it('answers a whole list without limit, and without a link', async () => {
    const { body, headers } = await read<PositionList>('/positions');
    expect(body.positions.length).toBeGreaterThan(4);
    expect(headers.get('link')).toBeNull();
    expect(headers.get('x-as-of-block')).toBe(String(await fixture.client.getBlockNumber()));
    const values = body.positions.map(({ valueUsd }) => valueUsd!);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it('walks the first page’s ranking by Link, whatever the chain does meanwhile', async () => {
    const whole = await read<PositionList>('/positions');
    const walked: PositionList['positions'] = [];
    let path: string | null = '/positions?limit=2';
    while (path !== null) {
      const page: Read<PositionList> = await read<PositionList>(path);
      walked.push(...page.body.positions);
      for (const name of ['x-as-of-block', 'x-as-of-time'])
        expect(page.headers.get(name)).toBe(whole.headers.get(name));
      path = nextPath(page.headers);
      for (let i = 0; i < 4; i += 1) await market.act();
      await world.catchUp();
    }
    expect(walked).toEqual(whole.body.positions);
    expect((await read<PositionList>('/positions')).body).not.toEqual(whole.body);
  });

  it('ends a walk whose block the chain gave up', async () => {
    const path = nextPath((await read('/positions?limit=2')).headers)!;
    await fixture.client.request({ method: 'anvil_reorg', params: [2, []] } as never);
    await market.act();
    await world.catchUp();
    const { details } = await expectError(await get(path), [400, 'invalid_request']);
    expect(details).toMatchObject({ reason: 'cursor_expired' });
  });

  it('refuses cursors of other wallets and other lists', async () => {
    const positions = nextPath((await read('/positions?limit=1')).headers)!.replace(/.*cursor=/, '');
    const activity = (await read<WalletActivityList>('/activity?limit=1')).body.nextCursor!;
    const nobody = testWallet(31);
    const bearer = await signIn(api, nobody);
    const refused = [
      await get(`/positions?cursor=${positions}`, nobody.address, bearer),
      await get(`/activity?cursor=${activity}`, nobody.address, bearer),
      await get(`/positions?cursor=${activity}`),
      await get(`/activity?cursor=${positions}`),
      await get(`/positions?cursor=${positions}A`),
    ];
    for (const response of refused) {
      const { details } = await expectError(response, [400, 'invalid_request']);
      expect(details).toMatchObject({ reason: 'cursor_invalid', issues: [{ path: 'cursor' }] });
    }
  });

  it.each(PERIODS)(
    'GET history?period=%s ends evenly spaced at the overview of its block',
    async (period) => {
      const { body: history, headers } = await read<PortfolioHistory>(`/history?period=${period}`);
      const { body: overview } = await read<Portfolio>('');
      const times = history.points.map(({ timestamp }) => Date.parse(timestamp));
      expect(times.length).toBeGreaterThan(1);
      expect(times.length).toBeLessThanOrEqual(200);
      const step = (times.at(-1)! - times[0]!) / (times.length - 1);
      for (const [i, time] of times.entries())
        expect(Math.abs(time - times[0]! - i * step)).toBeLessThanOrEqual(1);
      const last = history.points.at(-1)!;
      expect(last.timestamp).toBe(headers.get('x-as-of-time'));
      expect(last.valueUsd).toBe(overview.totalValueUsd);
      expect(last.pnlUsd).toBeCloseTo(overview.realizedPnlUsd + overview.unrealizedPnlUsd!, 9);
    },
  );

  it('gives at each moment of the history what the overview answered then', async () => {
    // Days with trades and without, of which the wallet's own are a part.
    const hours = [2, 2, 2, 30, 5, 26, 40 * 24, 3, 49, 300 * 24, 20, 5, 2];
    const own = await market.launch(20 * 9 + 1);
    market.tokens.pop();
    await fixture.buy(wallet.address, own, 10n ** 18n);
    await world.catchUp();
    const seen: { from: number; until: number; overview: Portfolio }[] = [];
    for (const [round, pause] of hours.entries()) {
      const { body, headers } = await read<Portfolio>('');
      const from = Date.parse(headers.get('x-as-of-time')!);
      await fixture.client.increaseTime({ seconds: pause * HOUR });
      if (round % 3 === 0) await fixture.transfer(own, wallet.address, fixture.trader(7), 5n);
      else for (let j = 0; j < 3; j += 1) await market.act();
      await world.catchUp();
      seen.push({ from, until: from + (pause - 0.5) * HOUR * 1_000, overview: body });
    }
    for (const period of PERIODS) {
      const { points } = (await read<PortfolioHistory>(`/history?period=${period}`)).body;
      let compared = 0;
      for (const { timestamp, valueUsd, pnlUsd } of points) {
        const time = Date.parse(timestamp);
        const rest = seen.find(({ from, until }) => from <= time && time < until);
        if (rest === undefined) continue;
        compared += 1;
        expect(valueUsd).toBe(rest.overview.totalValueUsd);
        expect(pnlUsd).toBeCloseTo(rest.overview.realizedPnlUsd + rest.overview.unrealizedPnlUsd!, 9);
      }
      expect(compared).toBeGreaterThan(5);
    }
    expect(new Set(seen.map(({ overview }) => overview.totalValueUsd)).size).toBeGreaterThan(6);
  });

  it('gives every wallet the same history whether all is looked up or only what did not rest', async () => {
    const client = new pg.Client({ connectionString: world.database.url });
    await client.connect();
    const { rows: wallets } = await client.query<{ wallet: string }>(
      'SELECT DISTINCT wallet FROM chain.positions',
    );
    expect(wallets.length).toBeGreaterThan(5);
    await client.query('SET search_path = chain, public');
    for (const { wallet: address } of wallets) {
      for (const { seconds, steps } of Object.values(HISTORY_SPANS)) {
        const history = async (days: number): Promise<unknown> => {
          const { text } = PORTFOLIO_HISTORY;
          const { rows } = await client.query<{ points: unknown[] }>(text, [
            address,
            seconds,
            steps,
            10_000,
            1_000_000,
            days,
          ]);
          return rows[0]?.points;
        };
        expect(await history(20_000)).toEqual(await history(1));
      }
    }
    await client.end();
  });

  it('totals are the sums of the positions', async () => {
    const { positions } = (await read<PositionList>('/positions')).body;
    const { body } = await read<Portfolio>('');
    const sum = (figures: number[]): number => figures.reduce((total, figure) => total + figure, 0);
    expect(body.totalValueUsd).toBeCloseTo(sum(positions.map(({ valueUsd }) => valueUsd!)), 9);
    expect(body.unrealizedPnlUsd).toBeCloseTo(
      sum(positions.map(({ unrealizedPnlUsd }) => unrealizedPnlUsd!)),
      9,
    );
    const costs = positions.map(
      ({ balance, avgEntryPriceUsd }) => (Number(balance) / 1e18) * avgEntryPriceUsd!,
    );
    expect(body.totalCostUsd).toBeCloseTo(sum(costs), 8);
    expect([body.positions, body.pricedPositions]).toEqual([positions.length, positions.length]);
  });

  it('lists what happened to the wallet, newest first, a trade once', async () => {
    const before = (await read<WalletActivityList>('/activity?limit=1')).body.activity[0];
    const own = await market.launch(20 * 9 + 2);
    await fixture.buy(wallet.address, own, 10n ** 18n);
    await fixture.transfer(own, wallet.address, fixture.trader(7), 5n);
    await fixture.sell(wallet.address, own, 10n ** 18n);
    await fixture.transfer(own, fixture.trader(7), wallet.address, 3n);
    await fixture.transfer(own, wallet.address, wallet.address, 2n);
    await fixture.transfer(own, fixture.trader(7), wallet.address, 0n);
    await world.catchUp();
    const { launchpad } = fixture.addresses;
    const { activity } = (await read<WalletActivityList>('/activity?limit=7')).body;
    const me = wallet.address;
    const friend = fixture.trader(7);
    expect(activity.map(({ type, from, to, tokenAmount }) => [type, from, to, tokenAmount])).toEqual([
      ['transfer', me, me, '2'],
      ['transfer', friend, me, '3'],
      ['sell', me, launchpad, '1000000000000000000'],
      ['transfer', me, friend, '5'],
      ['buy', launchpad, me, activity[4]!.tokenAmount],
      ['launch', me, null, null],
      [before!.type, before!.from, before!.to, before!.tokenAmount],
    ]);
    expect(activity.slice(0, 6).every(({ tokenAddress }) => tokenAddress === own)).toBe(true);
    expect(activity[4]).toMatchObject({
      platformAmount: '1000000000000000000',
      valueUsd: activity[4]!.valueUsd,
    });
    expect(activity[4]!.valueUsd).toBeGreaterThan(0);
    expect(activity[1]!.valueUsd).toBeCloseTo(3e-18 * activity[1]!.priceUsd!, 30);
    expect(activity[5]).toMatchObject({ priceUsd: null, valueUsd: null });
    for (const { txHash, blockNumber, logIndex } of activity) {
      const receipt = await fixture.client.getTransactionReceipt({ hash: txHash as `0x${string}` });
      expect(Number(receipt.blockNumber)).toBe(blockNumber);
      expect(receipt.logs.map((log) => log.logIndex)).toContain(logIndex);
    }
  });

  it('shows each event of a walk over the activity once', async () => {
    const all = (await read<WalletActivityList>('/activity?limit=100')).body.activity;
    const walked: WalletActivityList['activity'] = [];
    let cursor: string | null = '';
    while (cursor !== null && walked.length < all.length) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body }: Read<WalletActivityList> = await read<WalletActivityList>(`/activity?limit=3${more}`);
      walked.push(...body.activity);
      cursor = body.nextCursor;
    }
    expect(walked.slice(0, all.length)).toEqual(all);
    const places = all.map(({ blockNumber, logIndex }) => blockNumber * 1e6 + logIndex);
    expect(places).toEqual([...new Set(places)].sort((a, b) => b - a));
  });

  it.each([
    ['/positions?limit=0', 'limit'],
    ['/positions?limit=101', 'limit'],
    ['/positions?limit=', 'limit'],
    ['/positions?cursor=', 'cursor'],
    ['/positions?sort=value', 'sort'],
    ['/history?period=2d', 'period'],
    ['/history?period=', 'period'],
    ['/history?limit=5', 'limit'],
    ['/activity?limit=1e1', 'limit'],
    ['/activity?cursor=AAAA', 'cursor'],
    ['/activity?type=buy', 'type'],
    ['?x=1', 'x'],
  ])('answers 400 for %s and names %s', async (path, parameter) => {
    const { details } = await expectError(await get(path), [400, 'invalid_request']);
    expect(details.issues?.map((issue) => issue.path)).toContain(parameter);
  });

  it('counts a history as a heavy request', async () => {
    const strict = await startApi(world.database.url, { rateLimitHeavyPerMinute: 1 });
    const bearer = await signIn(strict, wallet);
    const path = `/portfolio/${wallet.address}/history`;
    const headers = { Authorization: `Bearer ${bearer}` };
    expect((await strict.get(path, headers)).status).toBe(200);
    expect((await strict.get(path, headers)).status).toBe(429);
    await strict.close();
  });
});

/** Where a Link header leads, below the wallet; null without one. */
function nextPath(headers: Headers): string | null {
  const link = headers.get('link');
  if (link === null) return null;
  const [, path] = /^<http:\/\/localhost:3000\/v1\/portfolio\/0x\w{40}(\/positions\?.*)>; rel="next"$/.exec(
    link,
  )!;
  return path!;
}

interface Read<T> {
  readonly body: T;
  readonly headers: Headers;
}
