import type { Address } from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import { HISTORY_SPANS } from '../../apps/api/src/modules/portfolio/portfolio.repository.js';
import type {
  PortfolioDto,
  PositionListDto,
  WalletActivityListDto,
} from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import type { PriceListDto } from '../../apps/api/src/modules/market/prices/prices.dto.js';
import { expectError } from '../support/http/expect-envelope.js';
import { andCursor, readPages } from '../support/read-pages.js';
import { ServedOwner, type OwnRead } from '../support/served-owner.js';
import { signIn, testWallet } from '../support/wallet.js';

const ROUTES = ['/positions', '', '/history', '/activity'];

describe('the portfolio of a wallet', () => {
  let owner: ServedOwner;

  beforeAll(async () => {
    owner = await ServedOwner.start(77);
  });

  afterAll(async () => {
    await owner.stop();
  });

  it.each(ROUTES)('GET /portfolio/{address}%s is its owner’s alone', async (path) => {
    const { api } = owner.served;
    const other = testWallet(9).address;
    await expectError(await api.get(`/portfolio/${owner.wallet.address}${path}`), [401, 'unauthorized']);
    await expectError(await owner.get(path, other), [403, 'forbidden']);
    await expectError(await owner.get(path, '0x12'), [400, 'invalid_request']);
    expect((await owner.get(path, owner.wallet.address.toLowerCase() as Address)).status).toBe(200);
  });

  it('is empty lists and zeros for a wallet that never did anything', async () => {
    const { api } = owner.served;
    const stranger = testWallet(31);
    const bearer = await signIn(api, stranger);
    const { address } = stranger;
    expect((await owner.read('/positions', address, bearer)).body).toEqual({ positions: [] });
    expect((await owner.read('', address, bearer)).body).toEqual({
      address,
      totalValueUsd: 0,
      totalCostUsd: 0,
      unrealizedPnlUsd: 0,
      realizedPnlUsd: 0,
      positions: 0,
      pricedPositions: 0,
      platformToken: { balance: '0', valueUsd: 0 },
    });
    expect((await owner.read('/activity', address, bearer)).body).toEqual({ activity: [], nextCursor: null });
    for (const period of Object.keys(HISTORY_SPANS))
      expect((await owner.read(`/history?period=${period}`, address, bearer)).body).toEqual({
        address,
        period,
        points: [],
      });
  });

  it('returns a whole list without limit, and without a link', async () => {
    const { fixture } = owner.served;
    const { body, headers } = await owner.read<PositionListDto>('/positions');
    expect(body.positions.length).toBeGreaterThan(4);
    expect(headers.get('link')).toBeNull();
    expect(headers.get('x-as-of-block')).toBe(String(await fixture.client.getBlockNumber()));
    const values = body.positions.map(({ valueUsd }) => valueUsd!);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it('paginates the first page’s ranking by Link, whatever the chain does meanwhile', async () => {
    const { market, indexed } = owner.served;
    const whole = await owner.read<PositionListDto>('/positions');
    const listed: PositionListDto['positions'] = [];
    let path: string | null = '/positions?limit=2';
    while (path !== null) {
      const page: OwnRead<PositionListDto> = await owner.read<PositionListDto>(path);
      listed.push(...page.body.positions);
      for (const name of ['x-as-of-block', 'x-as-of-time'])
        expect(page.headers.get(name)).toBe(whole.headers.get(name));
      path = nextPath(page.headers);
      await market.act(4);
      await indexed.catchUp();
    }
    expect(listed).toEqual(whole.body.positions);
    expect((await owner.read<PositionListDto>('/positions')).body).not.toEqual(whole.body);
  });

  it('ends a pagination whose block the chain gave up', async () => {
    const { market, fixture, indexed } = owner.served;
    const path = nextPath((await owner.read('/positions?limit=2')).headers)!;
    await fixture.client.request({ method: 'anvil_reorg', params: [2, []] } as never);
    await market.act();
    await indexed.catchUp();
    const { details } = await expectError(await owner.get(path), [400, 'invalid_request']);
    expect(details).toMatchObject({ reason: 'cursor_expired' });
  });

  it('refuses cursors of other wallets and other lists', async () => {
    const { api } = owner.served;
    const positions = nextPath((await owner.read('/positions?limit=1')).headers)!.replace(/.*cursor=/, '');
    const activity = (await owner.read<WalletActivityListDto>('/activity?limit=1')).body.nextCursor!;
    const stranger = testWallet(31);
    const bearer = await signIn(api, stranger);
    const refused = [
      await owner.get(`/positions?cursor=${positions}`, stranger.address, bearer),
      await owner.get(`/activity?cursor=${activity}`, stranger.address, bearer),
      await owner.get(`/positions?cursor=${activity}`),
      await owner.get(`/activity?cursor=${positions}`),
      await owner.get(`/positions?cursor=${positions}A`),
    ];
    for (const response of refused) {
      const { details } = await expectError(response, [400, 'invalid_request']);
      expect(details).toMatchObject({ reason: 'cursor_invalid', issues: [{ path: 'cursor' }] });
    }
  });

  it('totals are the sums of the positions', async () => {
    const { positions } = (await owner.read<PositionListDto>('/positions')).body;
    const { body } = await owner.read<PortfolioDto>('');
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

  it('has the balance of the platform token, as the chain says it at the same block', async () => {
    const { client, addresses } = owner.served.fixture;
    const { body, headers } = await owner.read<PortfolioDto>('');
    const balance = await client.readContract({
      address: addresses.platformToken,
      abi: platformTokenAbi,
      functionName: 'balanceOf',
      args: [owner.wallet.address],
      blockNumber: BigInt(headers.get('x-as-of-block')!),
    });
    const prices = await owner.served.get<PriceListDto>('/prices');
    const { priceUsd } = prices.body.prices[0]!;
    expect(balance).toBeGreaterThan(0n);
    expect(body.platformToken?.balance).toBe(balance.toString());
    expect(body.platformToken?.valueUsd).toBeCloseTo((Number(balance) / 1e18) * priceUsd!, 4);
  });

  it('lists what happened to the wallet, newest first, a trade once', async () => {
    const { market, fixture, indexed } = owner.served;
    const before = (await owner.read<WalletActivityListDto>('/activity?limit=1')).body.activity[0];
    const own = await market.launch(20 * 9 + 2);
    await fixture.buy(owner.wallet.address, own, 10n ** 18n);
    await fixture.transfer(own, owner.wallet.address, fixture.trader(7), 5n);
    await fixture.sell(owner.wallet.address, own, 10n ** 18n);
    await fixture.transfer(own, fixture.trader(7), owner.wallet.address, 3n);
    await fixture.transfer(own, owner.wallet.address, owner.wallet.address, 2n);
    await fixture.transfer(own, fixture.trader(7), owner.wallet.address, 0n);
    await indexed.catchUp();
    const { launchpad } = fixture.addresses;
    const { activity } = (await owner.read<WalletActivityListDto>('/activity?limit=7')).body;
    const me = owner.wallet.address;
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
      const receipt = await fixture.client.getTransactionReceipt({
        hash: txHash as `0x${string}`,
      });
      expect(Number(receipt.blockNumber)).toBe(blockNumber);
      expect(receipt.logs.map((log) => log.logIndex)).toContain(logIndex);
    }
  });

  it('shows each event of the activity once, page by page', async () => {
    const all = (await owner.read<WalletActivityListDto>('/activity?limit=100')).body.activity;
    const pages = await readPages(
      async (cursor) =>
        (await owner.read<WalletActivityListDto>(`/activity?limit=3${andCursor(cursor)}`)).body,
    );
    expect(pages.flatMap(({ activity }) => activity)).toEqual(all);
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
  ])('returns 400 for %s and names %s', async (path, parameter) => {
    const { details } = await expectError(await owner.get(path), [400, 'invalid_request']);
    expect(details.issues?.map((issue) => issue.path)).toContain(parameter);
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
