import { PortfolioService } from '../../apps/api/src/modules/portfolio/portfolio.service.js';
import { toAddress, type Address } from '@slipway/domain';
import { expectError, SHARED_NOT_FOUND } from '../support/http/expect-envelope.js';
import { IndexFixture } from '../support/index-fixture.js';
import { InjectedWallet } from '../support/injected-wallet.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { withClient } from '../support/pg-client.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { signIn } from '../support/wallet.js';

const MOMENTS = 200;
const DAY_SECONDS = 86_400;
const UNKNOWN = toAddress('0x00000000000000000000000000000000000000bb');

/** What was said of a block while it was the head. */
interface Recorded {
  readonly block: bigint;
  readonly time: number;
  readonly hasEvents: boolean;
  readonly prices: string;
  /** Of each wallet. */
  readonly positions: readonly string[];
  /** Of each app, all on one page. */
  readonly holders: ReadonlyMap<Address, string>;
}

describe('what was true at a moment', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;
  let api: RunningApi;
  let tokens: readonly Address[];
  let wallets: readonly Address[];
  const recorded: Recorded[] = [];
  const random = seededRandom(47);

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(8));
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    await market.open(2);
    api = await start(indexed);
    wallets = [1, 2, 3].map((number) => toAddress(fixture.trader(number)));
    while (recorded.length < MOMENTS) await record();
    tokens = allTokens();
    // Everything that was recorded is final.
    await fixture.client.mine({ blocks: 64 });
    await market.act(3);
    await indexed.catchUp();
  });

  afterAll(async () => {
    await api.close();
    await indexed.close();
    await fixture.stop();
  });

  const start = ({ database }: IndexFixture): Promise<RunningApi> =>
    startApi(database.url, {
      rpc: { http: [fixture.anvil.rpcUrl], ws: [] },
      priceFeedHeartbeatSeconds: [3_600],
    });

  /** With those that are launched later. */
  const allTokens = (): Address[] => [
    ...[fixture.addresses.platformToken, UNKNOWN, ...market.tokens].map((one) => toAddress(one)),
  ];

  /** A block that is far above the one that the API has heard of is refused. */
  async function isServed(block: bigint): Promise<boolean> {
    const { status } = await api.get('/prices', { 'X-Min-Block': String(block) });
    return status === 200;
  }

  async function readPrices(query: string, minBlock = 0n): Promise<{ text: string; headers: Headers }> {
    const headers = { 'X-Min-Block': String(minBlock) };
    const response = await fetch(`${api.origin}/v1/prices?${query}`, { headers });
    expect(response.status).toBe(200);
    return { text: await response.text(), headers: response.headers };
  }

  async function readHolders(
    token: string,
    query: string,
    minBlock = 0n,
  ): Promise<{ text: string; headers: Headers }> {
    const headers = { 'X-Min-Block': String(minBlock) };
    const response = await fetch(`${api.origin}/v1/apps/${token}/holders?limit=100${query}`, { headers });
    expect(response.status).toBe(200);
    return { text: await response.text(), headers: response.headers };
  }

  async function readPositions(wallet: Address, at: number | null): Promise<string> {
    const portfolio = api.app.get(PortfolioService, { strict: false });
    return JSON.stringify((await portfolio.listPositions(wallet, null, null, at)).response.body);
  }

  async function record(): Promise<void> {
    const chance = random();
    const hasEvents = chance < 0.6;
    if (chance < 0.04) await market.launch(recorded.length);
    else if (hasEvents) await market.act();
    else {
      if (chance < 0.8)
        await fixture.client.increaseTime({
          seconds: Math.floor(random() * (chance < 0.7 ? 600 : DAY_SECONDS)),
        });
      await fixture.client.mine({ blocks: 1 });
    }
    if (recorded.length === MOMENTS / 2) await market.graduate(market.tokens[0]!);
    await indexed.catchUp();
    const { number, timestamp } = await fixture.client.getBlock();
    await until(`block ${number} is served`, () => isServed(number));
    recorded.push({
      ...{ block: number, time: Number(timestamp) * 1_000, hasEvents },
      prices: (await readPrices(`tokens=${allTokens().join()}`, number)).text,
      positions: await Promise.all(wallets.map((wallet) => readPositions(wallet, null))),
      holders: new Map(
        await Promise.all(
          market.tokens.map(
            async (token) => [toAddress(token), (await readHolders(token, '', number)).text] as const,
          ),
        ),
      ),
    });
  }

  /** Prices of all tokens at a moment, but for those that were launched later, which say so. */
  async function expectRecorded({ block, time, prices, positions, holders }: Recorded): Promise<void> {
    for (const [token, then] of holders) {
      const { text, headers } = await readHolders(token, `&block=${block}`);
      expect(text).toBe(then);
      expect(headers.get('X-As-Of-Block')).toBe(String(block));
      expect(headers.get('Cache-Control')).toBe('public, max-age=86400, immutable');
    }
    const { prices: then } = JSON.parse(prices) as { prices: { tokenAddress: Address }[] };
    const asked = then.map(({ tokenAddress }) => tokenAddress).join();
    const { text, headers } = await readPrices(`tokens=${asked}&at=block:${block}`);
    expect(text).toBe(prices);
    expect(headers.get('X-As-Of-Block')).toBe(String(block));
    expect(headers.get('X-As-Of-Time')).toBe(new Date(time).toISOString());
    expect(headers.get('Cache-Control')).toBe('public, max-age=86400, immutable');
    const next = recorded.find((one) => one.block === block + 1n);
    // A time is after all blocks that have it.
    if (next !== undefined && next.time > time) {
      const byTime = await readPrices(`tokens=${asked}&at=${new Date(time).toISOString()}`);
      expect(byTime.text).toBe(prices);
      expect(Number(byTime.headers.get('X-As-Of-Block'))).toBeLessThanOrEqual(Number(block));
    }
    for (const [i, wallet] of wallets.entries())
      expect(await readPositions(wallet, Number(block))).toBe(positions[i]);
  }

  it(`is said again, byte by byte, of ${MOMENTS} blocks`, async () => {
    for (const one of recorded) await expectRecorded(one);
    expect(recorded.filter(({ hasEvents }) => !hasEvents).length).toBeGreaterThan(MOMENTS / 5);
    for (const [what, least] of [
      ['"stale":true', 20],
      ['"stale":false', 20],
      ['"source":"pool"', 20],
    ] as const)
      expect(recorded.filter(({ prices }) => prices.includes(what)).length).toBeGreaterThan(least);
  });

  it('is said of holders by checkpoints too, wherever they are', async () => {
    const count = (): Promise<number> =>
      withClient(indexed.database.url, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          'SELECT count(*)::int AS count FROM chain.holder_checkpoints',
        );
        return rows[0]!.count;
      });
    for (const transfers of [10, 4]) {
      await withClient(indexed.database.url, (client) => client.query('TRUNCATE chain.holder_checkpoints'));
      await indexed.makeCheckpoints(transfers);
      expect(await count()).toBeGreaterThan(0);
      for (const one of recorded) await expectRecorded(one);
    }
    const made = await count();
    await indexed.makeCheckpoints(4);
    expect(await count()).toBe(made);
    const { block } = recorded[MOMENTS / 2]!;
    await indexed.rewind(Number(block));
    expect(await count()).toBeLessThan(made);
    await indexed.catchUp();
    await indexed.makeCheckpoints(4);
    expect(await count()).toBe(made);
    for (const one of recorded) await expectRecorded(one);
  });

  it('has holders page by page, at final blocks alone', async () => {
    const { block, holders } = recorded.at(-1)!;
    const [token, then] = [...holders].at(0)!;
    const all: unknown[] = [];
    let cursor = '';
    do {
      const url = `${api.origin}/v1/apps/${token}/holders?limit=2&block=${block}${cursor}`;
      const page = (await (await fetch(url)).json()) as { holders: unknown[]; nextCursor: string | null };
      all.push(...page.holders);
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(all).toEqual((JSON.parse(then) as { holders: unknown[] }).holders);
    const first = await fetch(`${api.origin}/v1/apps/${token}/holders?limit=2&block=${block}`);
    const { nextCursor } = (await first.json()) as { nextCursor: string };
    const other = `${api.origin}/v1/apps/${token}/holders?limit=2&block=${block - 1n}&cursor=${nextCursor}`;
    await expectError(await fetch(other), [400, 'invalid_request']);
    const head = await fixture.client.getBlockNumber();
    for (const late of [head, head + 1_000n]) {
      const response = await fetch(`${api.origin}/v1/apps/${token}/holders?block=${late}`);
      const { details } = await expectError(response, [400, 'invalid_request']);
      expect(details.issues).toEqual([{ path: 'block', message: expect.any(String) as string }]);
    }
    const early = await fetch(`${api.origin}/v1/apps/${token}/holders?block=0`);
    await expectError(early, [404, 'not_found'], SHARED_NOT_FOUND);
  });

  it('has apps that were launched later as not found', async () => {
    const [first] = recorded;
    const { text } = await readPrices(`tokens=${tokens.join()}&at=block:${first!.block}`);
    const { prices } = JSON.parse(text) as { prices: { error: string | null }[] };
    expect(prices.filter(({ error }) => error === null)).toHaveLength(3);
    const before = JSON.parse((await readPrices(`tokens=${tokens.join()}&at=block:0`)).text) as typeof JSON;
    expect(JSON.stringify(before)).not.toContain('"error":null,"source":"curve"');
  });

  it('is said by an index that was made anew', async () => {
    const served = api;
    const anew = await IndexFixture.open(fixture.anvil.rpcUrl);
    try {
      await anew.catchUp();
      api = await start(anew);
      for (const one of recorded) await expectRecorded(one);
    } finally {
      await api.close();
      await anew.close();
      api = served;
    }
  });

  it('may be before all events', async () => {
    const { text, headers } = await readPrices(`tokens=${tokens.join()}&at=2001-01-01T00:00:00Z`);
    expect(headers.get('X-As-Of-Block')).toBe('0');
    expect(text).not.toContain('"source":"curve"');
    const portfolio = api.app.get(PortfolioService, { strict: false });
    const { response } = await portfolio.listPositions(
      wallets[0]!,
      1,
      null,
      new Date('2001-01-01T00:00:00Z'),
    );
    expect(response).toMatchObject({ asOf: { block: 0n }, body: { positions: [] } });
  });

  it('may change until it is final', async () => {
    const head = await fixture.client.getBlockNumber();
    const { headers } = await readPrices(`tokens=${tokens.join()}&at=block:${head}`);
    expect(headers.get('Cache-Control')).not.toContain('immutable');
  });

  it.each([
    ...[
      'block:',
      'block:-1',
      'block:1e3',
      'block:01',
      'block:9999999999',
      'latest',
      '0',
      '2026-02-30T00:00:00Z',
    ],
    ...['2026-11-21', `block:${'9'.repeat(5_000)}`, 'block:%00', 'block:999999999', '2999-01-01T00:00:00Z'],
  ])('is not at %.20s', async (at) => {
    const response = await fetch(`${api.origin}/v1/prices?tokens=${tokens[0]!}&at=${at}`);
    const { details } = await expectError(response, [400, 'invalid_request']);
    expect(details.issues).toEqual([{ path: 'at', message: expect.any(String) as string }]);
  });

  it('is paged as of its block, and counts as ten requests', async () => {
    const wallet = new InjectedWallet('a trader', 2).account;
    const Authorization = `Bearer ${await signIn(api, wallet)}`;
    const get = (url: string): Promise<Response> => fetch(url, { headers: { Authorization } });
    const { block, positions } = recorded.at(-1)!;
    const now = await get(`${api.origin}/v1/portfolio/${wallets[0]!}/positions?limit=1`);
    const then = await get(`${api.origin}/v1/portfolio/${wallets[0]!}/positions?limit=1&at=block:${block}`);
    const left = (response: Response): number =>
      Number(/r=(\d+)/.exec(response.headers.get('RateLimit') ?? '')?.[1]);
    expect(left(now) - left(then)).toBe(10);
    const all: unknown[] = ((await then.json()) as { positions: unknown[] }).positions;
    let next = then.headers.get('Link');
    while (next !== null) {
      const page = await get(api.origin + /<https?:\/\/[^/]+(.*)>/.exec(next)![1]!);
      expect(page.headers.get('X-As-Of-Block')).toBe(String(block));
      all.push(...((await page.json()) as { positions: unknown[] }).positions);
      next = page.headers.get('Link');
    }
    expect(JSON.stringify({ positions: all })).toBe(positions[0]);
  });

  it('is of tokens that are named', async () => {
    const response = await fetch(`${api.origin}/v1/prices?at=block:1`);
    await expectError(response, [400, 'invalid_request']);
  });

  it('is not made up where no node says when a block was', async () => {
    const away = await startApi(indexed.database.url, { rpc: { http: ['http://127.0.0.1:1'], ws: [] } });
    try {
      // Times of recent heads are kept for some minutes.
      await withClient(indexed.database.url, (client) => client.query('DELETE FROM chain.head_history'));
      const quiet = recorded.find(({ hasEvents }) => !hasEvents)!;
      const url = `${away.origin}/v1/prices?tokens=${tokens[0]!}&at=block:${quiet.block}`;
      await expectError(await fetch(url), [503, 'upstream_unavailable']);
    } finally {
      await away.close();
    }
  });
});
