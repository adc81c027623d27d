import { createWalletClient, http, type Address, type WalletClient } from 'viem';
import { localChain } from '../../apps/devnet/src/chain/viem-chain.js';
import {
  createClaimPayload,
  createClient,
  createLaunchPayload,
  createTradePayload,
  getApp,
  getCurveQuote,
  getRewards,
  getSession,
  isSlipwayError,
  iterate,
  listActivity,
  listApps,
  listCandles,
  listHolders,
  listMarketActivity,
  listPositions,
  listRewardPrograms,
  memoryCache,
  pages,
  withResponse,
  type Client,
  type Fetch,
} from '@slipway/sdk';
import {
  follow,
  followQuote,
  type CandleTopic,
  type MarketMirror,
  type StreamEvent,
  type StreamTopic,
} from '@slipway/sdk/stream';
import { send, signIn, signOut } from '@slipway/sdk/wallet';
import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { freePort } from '../support/free-port.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

/** A builder's program that has the SDK and nothing else of ours, against a real chain and API. */
describe('the SDK', () => {
  let rewards: RewardFixture;
  let api: RunningApi;
  let token: Address;
  let wallet: WalletClient;
  let address: Address;
  let sent: string[];

  const account = localAccount(1);

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    const { fixture } = rewards;
    const market = new MarketActivity(fixture, seededRandom(21));
    await market.open(3);
    [token] = market.tokens as [Address];
    for (let i = 0; i < 6; i += 1) await fixture.buy(fixture.trader(i + 1), token, 100n * WHOLE);
    const leaves = new Map([[account.address, 3n * WHOLE]]);
    await rewards.addList('first-season', leaves);
    await rewards.publish('first-season');
    // Programs that are paid out now.
    const endsAt = new Date(Date.now() + 86_400_000);
    for (const id of ['second-season', 'third-season']) await rewards.addList(id, leaves, { endsAt });
    api = await start({});
    wallet = createWalletClient({ account, chain: localChain, transport: http(fixture.anvil.rpcUrl) });
    ({ address } = account);
  });

  beforeEach(() => {
    sent = [];
  });

  afterAll(async () => {
    await api.close();
    await rewards.close();
  });

  const start = (settings: Parameters<typeof startApi>[1]): Promise<RunningApi> => {
    const { anvil, addresses } = rewards.fixture;
    const routerAddress = addresses.router;
    return startApi(rewards.databaseUrl, {
      rpc: { http: [anvil.rpcUrl], ws: [] },
      routerAddress,
      ...settings,
    });
  };

  /** Counts the sent requests. */
  const counting: Fetch = (url, init) => {
    sent.push(`${String(init.method)} ${new URL(url).pathname}`);
    return fetch(url, init);
  };
  const clientOf = ({ origin } = api): Client => createClient({ baseUrl: `${origin}/v1`, fetch: counting });

  const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
    const all: T[] = [];
    for await (const item of items) all.push(item);
    return all;
  };

  const caught = async (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => null,
      (error: unknown) => error,
    );

  /** Listens until told to stop; the newest state and all events so far. */
  function listen(client: Client, topics: StreamTopic[]): Listening {
    const controller = new AbortController();
    const listening: Listening = { events: [], market: null, stop: () => Promise.resolve() };
    const run = async (): Promise<void> => {
      for await (const { event, market } of follow(client, topics, { signal: controller.signal })) {
        listening.events.push(event);
        listening.market = market;
      }
    };
    const ended = caught(run());
    listening.stop = async () => {
      controller.abort(new Error('stopped'));
      expect(await ended).toMatchObject({ message: 'stopped' });
    };
    return listening;
  }

  it('signs in, reads what is of the wallet alone, and signs out for good', async () => {
    const client = clientOf();
    expect(await caught(listPositions(client, { address }))).toMatchObject({
      code: 'unauthorized',
      status: 401,
    });
    const token = await signIn(client, wallet);
    expect([token.address, client.token]).toEqual([address, token.accessToken]);
    expect((await getSession(client)).address).toBe(address);
    expect((await getRewards(client, { address })).items.map(({ programId }) => programId)).toEqual([
      'first-season',
    ]);
    const other = { ...client };
    await signOut(client);
    expect(client.token).toBeNull();
    expect(await caught(getSession(other))).toMatchObject({ code: 'unauthorized' });
  });

  it('iterates over lists, whichever way they page', async () => {
    const client = clientOf();
    const { apps } = await listApps(client, { sort: 'newest' });
    expect(await collect(iterate(listApps, client, { sort: 'newest', limit: 1 }))).toEqual(apps);
    expect(apps).toHaveLength(3);
    const { holders } = await listHolders(client, { tokenAddress: token });
    expect(await collect(iterate(listHolders, client, { tokenAddress: token, limit: 3 }))).toEqual(holders);
    const { programs } = await listRewardPrograms(client);
    expect(await collect(iterate(listRewardPrograms, client, { limit: 1 }))).toEqual(programs);
    expect(programs.length).toBeGreaterThan(1);
    const query = {
      tokenAddress: token,
      interval: '1m',
      from: new Date(Date.now() - 3_600_000).toISOString(),
    } as const;
    const { candles } = await listCandles(client, query);
    expect(await collect(iterate(listCandles, client, { ...query, limit: 1 }))).toEqual(candles);
  });

  it('goes forward from what it has seen, page by page', async () => {
    const client = clientOf();
    const { latestCursor } = await listMarketActivity(client, { limit: 1 });
    for (let i = 0; i < 3; i += 1) await rewards.fixture.buy(rewards.fixture.trader(4), token, WHOLE);
    await rewards.index.catchUp();
    const after = latestCursor ?? undefined;
    const news = (await collect(pages(listMarketActivity, client, { after, limit: 2 }))).map(
      ({ data }) => data,
    );
    expect(news.map(({ activity }) => activity.length)).toEqual([2, 1]);
    const { activity } = await listActivity(client, { tokenAddress: token, type: 'buy', limit: 3 });
    const seen = news.flatMap(({ activity }) => activity.map(({ txHash }) => txHash));
    expect(seen).toEqual(activity.map(({ txHash }) => txHash).reverse());
  });

  it('buys and sells to the wei, and hears of its own trades', async () => {
    const client = clientOf();
    const candles: CandleTopic = `candles:${token.toLowerCase()}:1m`;
    const listening = listen(client, ['head', 'trades', candles, `prices:${token}`]);
    await until('the snapshots are there', () => listening.events.length >= 4);
    await rewards.fixture.approve(address, rewards.fixture.addresses.platformToken);
    const trade = { tokenAddress: token, trader: address, side: 'buy', amount: String(7n * WHOLE) } as const;
    const quote = await getCurveQuote(client, { tokenAddress: token, side: 'buy', amount: trade.amount });
    const payload = await createTradePayload(client, { ...trade, slippageBps: 100 });
    expect(payload.amountOut).toBe(quote.amountOut);
    const steps: (string | null)[] = [];
    const { hash, hashes } = await send(payload, wallet, { onStep: ({ hash }) => steps.push(hash) });
    expect([hashes.length, hashes.at(-1), steps.length]).toEqual([
      payload.calls.length,
      hash,
      hashes.length * 2,
    ]);
    await rewards.index.catchUp();
    const hears = (): boolean =>
      listening.market?.activity('trades').some(({ txHash }) => txHash === hash) === true &&
      listening.events.some(({ event }) => event === 'price');
    await until('the trade was told', hears);
    const sale = { ...trade, side: 'sell', amount: quote.amountOut, slippageBps: 100 } as const;
    await send(await createTradePayload(client, sale), wallet);
    await rewards.index.catchUp();
    await expectMirrored(client, listening, candles);
    await listening.stop();
  });

  it('has a quote that follows its market, and refuses to sign what is no more', async () => {
    const client = clientOf();
    const order = { tokenAddress: token, side: 'buy', amount: String(5n * WHOLE) } as const;
    const end = new AbortController();
    const { signal } = end;
    const quotes = followQuote(client, order, { signal });
    const { value: first } = await quotes.next();
    await rewards.fixture.buy(rewards.fixture.trader(5), token, 300n * WHOLE);
    await rewards.index.catchUp();
    const { value: second } = await quotes.next();
    expect(BigInt(second!.amountOut)).toBeLessThan(BigInt(first!.amountOut));
    const sign = (minOut: string): ReturnType<typeof createTradePayload> =>
      createTradePayload(client, { ...order, trader: address, minOut });
    expect(await caught(sign(first!.amountOut))).toMatchObject({
      code: 'quote_moved',
      details: { amountOut: second!.amountOut, minOut: first!.amountOut },
    });
    expect(await sign(second!.amountOut)).toMatchObject({ minOut: second!.amountOut });
    const refused = followQuote(client, { ...order, amount: '1' }, { signal });
    expect(await caught(refused.next())).toMatchObject({ code: 'invalid_request' });
    end.abort();
    await quotes.return(undefined);
  });

  it('keeps trades and candles right after a reorganisation', async () => {
    const client = clientOf();
    const candles: CandleTopic = `candles:${token}:1m`;
    const listening = listen(client, ['head', 'trades', candles]);
    await until('the snapshots are there', () => listening.events.length >= 3);
    const { fixture } = rewards;
    for (let i = 0; i < 3; i += 1) await fixture.buy(fixture.trader(5), token, WHOLE);
    await rewards.index.catchUp();
    await expectMirrored(client, listening, candles);
    await fixture.reorganise(2);
    await rewards.index.catchUp();
    await until('it is told', () => listening.events.some(({ event }) => event === 'retract'));
    await fixture.buy(fixture.trader(6), token, WHOLE);
    await rewards.index.catchUp();
    await expectMirrored(client, listening, candles);
    await listening.stop();
  });

  /** What a listener keeps is what the reads have. */
  async function expectMirrored(client: Client, listening: Listening, topic: CandleTopic): Promise<void> {
    const head = Number(await rewards.fixture.client.getBlockNumber());
    await until(`block ${head} is told of`, () => listening.market?.block === head);
    const { data } = await withResponse(listMarketActivity, client, { type: ['buy', 'sell'], limit: 100 });
    const same = async (): Promise<boolean> => {
      const series = await listCandles(client, { tokenAddress: token, interval: '1m' });
      const rows = listening.market?.candles(topic).map(bare);
      return JSON.stringify(rows) === JSON.stringify(series.candles.map(bare));
    };
    const trades = listening.market?.activity('trades').map(({ txHash }) => txHash);
    expect(trades).toEqual(data.activity.map(({ txHash }) => txHash));
    await until('the candles are the same', same);
  }

  it('launches what preflight lets pass, and says why when it does not', async () => {
    const client = clientOf();
    const candidate = { name: 'Sdk Harbor', symbol: 'SDKH', creator: address };
    const taken = await createLaunchPayload(client, { ...candidate, symbol: 'APP0' });
    expect(await caught(send(taken, wallet))).toMatchObject({ code: 'not_sendable' });
    const { receipt } = await send(await createLaunchPayload(client, candidate), wallet);
    expect(receipt.status).toBe('0x1');
    await rewards.index.catchUp();
    expect((await listApps(client, { sort: 'newest', limit: 1 })).apps[0]?.name).toBe('Sdk Harbor');
  });

  it('claims', async () => {
    const client = clientOf();
    await signIn(client, wallet);
    const before = await rewards.paidTo(address);
    const { receipt } = await send(await createClaimPayload(client, { address }), wallet);
    expect(receipt.status).toBe('0x1');
    expect((await rewards.paidTo(address)) - before).toBe(3n * WHOLE);
    await rewards.index.catchUp();
    expect((await getRewards(client, { address })).items).toEqual([]);
    expect(await caught(createClaimPayload(client, { address }))).toMatchObject({ code: 'nothing_to_claim' });
  });

  it('refuses a wallet on another chain, and one that is not the trader', async () => {
    const client = clientOf();
    const trade = { tokenAddress: token, side: 'buy', amount: String(WHOLE), slippageBps: 100 } as const;
    const payload = await createTradePayload(client, { ...trade, trader: address });
    expect(await caught(send({ ...payload, chainId: 1 }, wallet))).toMatchObject({
      code: 'wrong_chain',
      details: { expected: 1, actual: 31_337 },
    });
    const other = await createTradePayload(client, { ...trade, trader: rewards.fixture.trader(5) });
    expect(await caught(send(other, wallet))).toMatchObject({ code: 'not_sendable' });
  });

  it('has errors by code, and none for what the caller aborts', async () => {
    const client = clientOf();
    const none = await caught(getApp(client, { tokenAddress: address }));
    expect(none).toMatchObject({ code: 'not_found', status: 404, requestId: expect.any(String) });
    const bad = await caught(listApps(client, { limit: 1_000 }));
    if (!isSlipwayError(bad, 'invalid_request')) throw bad;
    expect(bad.details.issues?.map(({ path }) => path)).toEqual(['limit']);
    const signal = AbortSignal.abort(new Error('left'));
    expect(await caught(listApps(client, {}, { signal }))).toMatchObject({ message: 'left' });
    expect(sent).toHaveLength(2);
  });

  it('takes a 304 for what it has', async () => {
    const client = { ...clientOf(), cache: memoryCache() };
    const first = await withResponse(getApp, client, { tokenAddress: token });
    const again = await withResponse(getApp, client, { tokenAddress: token });
    expect([again.status, again.data, again.asOfBlock]).toEqual([304, first.data, first.asOfBlock]);
  });

  it('waits as a 503 asks, and not a minute for a 429', async () => {
    const unreachable: { http: readonly [string]; ws: string[] } = {
      http: [`http://127.0.0.1:${await freePort()}`],
      ws: [],
    };
    const limited = await start({ rateLimitReadPerMinute: 1, rpc: unreachable });
    try {
      const client = clientOf(limited);
      await listApps(client);
      const refused = await caught(listApps(client));
      if (!isSlipwayError(refused, 'rate_limited')) throw refused;
      expect(refused.retryAfterMs).toBeGreaterThan(30_000);
      expect(sent).toHaveLength(2);
      const trade = {
        tokenAddress: token,
        trader: address,
        side: 'buy',
        amount: '1000',
        slippageBps: 1,
      } as const;
      const began = Date.now();
      const down = await caught(createTradePayload(client, trade, { retries: 1 }));
      expect(down).toMatchObject({ code: 'upstream_unavailable', retryAfterMs: 1_000 });
      expect(sent.slice(2)).toHaveLength(2);
      expect(Date.now() - began).toBeGreaterThanOrEqual(1_000);
    } finally {
      await limited.close();
    }
  });
});

interface Listening {
  readonly events: StreamEvent[];
  market: MarketMirror | null;
  stop: () => Promise<void>;
}

/** A candle without what the stream says of it besides. */
function bare({ openTime, open, high, low, close, volumePlatform, trades }: Bare): Bare {
  return { openTime, open, high, low, close, volumePlatform, trades };
}

interface Bare {
  readonly openTime: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumePlatform: string;
  readonly trades: number;
}
