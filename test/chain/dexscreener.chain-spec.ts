import { maxUint256, type Address } from 'viem';
import {
  AggregatorsRepository,
  type FinalEvents,
} from '../../apps/api/src/extras/integrations/aggregators.repository.js';
import { PrismaService } from '@slipway/database';
import { platformTokenAbi } from '@slipway/chain';
import { uniswapV2PairAbi, uniswapV2Router02Abi } from '@slipway/protocols/slipway';
import { DexAggregator, toWei, type DexEvent } from '../support/dex-aggregator.js';
import { expectError, SHARED_NOT_FOUND } from '../support/http/expect-envelope.js';
import { ServedMarket } from '../support/served-market.js';
import { throwIt } from '../support/throw-it.js';
import { until } from '../support/until.js';

const FINALITY_BLOCKS = 4;
const WHOLE = 10n ** 18n;

describe('GET /integrations/dexscreener', () => {
  let served: ServedMarket;
  let graduated: Address;

  beforeAll(async () => {
    served = await ServedMarket.start(
      41,
      async (market) => {
        await market.open(3);
        await market.act(20);
        await market.graduate(market.tokens[0]!);
        await market.act(30);
      },
      { finality: { blocks: FINALITY_BLOCKS, isByTag: false } },
    );
    graduated = served.market.tokens[0]!;
    await changeLiquidity();
    await served.fixture.client.mine({ blocks: FINALITY_BLOCKS + 2 });
    await served.serveHead();
  });

  afterAll(() => served.stop());

  const path = (rest: string): string => `/integrations/dexscreener/${rest}`;
  const curve = (token: Address): string => `${token}-curve`;

  async function changeLiquidity(): Promise<void> {
    const { fixture } = served;
    const from = fixture.trader(0);
    const { router, platformToken } = fixture.addresses;
    const pool = (await fixture.curve(graduated)).pair;
    const approve = { abi: platformTokenAbi, functionName: 'approve', args: [router, maxUint256], from };
    for (const address of [graduated, platformToken, pool]) await fixture.write({ ...approve, address });
    // A stranger's wei is in the reserves that the next liquidity sets.
    const donate = {
      abi: platformTokenAbi,
      functionName: 'transfer',
      args: [pool, 1n],
      from: fixture.trader(1),
    };
    const held = { abi: platformTokenAbi, functionName: 'transfer', args: [fixture.trader(1), 2n], from };
    await fixture.write({ ...held, address: graduated });
    await fixture.write({ ...donate, address: graduated });
    const onRouter = { address: router, abi: uniswapV2Router02Abi, from };
    const amounts = [graduated, platformToken, 1_000n * WHOLE, 1_000n * WHOLE, 0n, 0n, from, maxUint256];
    await fixture.write({ ...onRouter, functionName: 'addLiquidity', args: amounts });
    const liquidity = await fixture.client.readContract({
      address: pool,
      abi: uniswapV2PairAbi,
      functionName: 'balanceOf',
      args: [from],
    });
    await fixture.write({ ...donate, address: graduated });
    const less = [graduated, platformToken, liquidity / 2n, 0n, 0n, from, maxUint256];
    await fixture.write({ ...onRouter, functionName: 'removeLiquidity', args: less });
  }

  async function latest(): Promise<number> {
    const { body } = await served.get<{ block: { blockNumber: number } }>(path('latest-block'));
    return body.block.blockNumber;
  }

  async function all(): Promise<DexEvent[]> {
    const { body } = await served.get<{ events: DexEvent[] }>(
      path(`events?fromBlock=0&toBlock=${await latest()}`),
    );
    return body.events;
  }

  it('has every final trade in order, with the reserves that the contracts have', async () => {
    const aggregator = new DexAggregator();
    aggregator.take(await all());
    const trades = await served.query<{ trades: string; volume: string }>(
      'SELECT count(*) AS trades, sum(platform_amount) AS volume FROM chain.trades',
    );
    const pairs = [...aggregator.pairs.values()];
    expect(pairs.reduce((sum, pair) => sum + pair.trades, 0)).toBe(Number(trades[0]!.trades));
    expect(pairs.reduce((sum, pair) => sum + pair.volume, 0n)).toBe(BigInt(trades[0]!.volume));
    for (const token of served.market.tokens) {
      const state = await served.fixture.curve(token);
      const told = aggregator.pairs.get(curve(token))?.reserves ?? [state.realToken, 0n];
      expect(told).toEqual(state.graduated ? [0n, 0n] : [state.realToken, state.realPlatform]);
    }
  });

  it('counts the events of a range that has too many, and reads no more of them', async () => {
    // On a machine that others use too.
    const limits = { statementTimeoutMs: 30_000, poolTimeoutMs: 30_000 };
    const prisma = new PrismaService(
      { url: served.indexed.database.url, role: 'slipway_api', size: 1, ...limits },
      throwIt,
    );
    const repository = new AggregatorsRepository(prisma);
    try {
      const block = await latest();
      const read = async (most: number): Promise<FinalEvents> =>
        (await repository.readEvents(0, block, FINALITY_BLOCKS, most))!;
      const { events, fullAt } = await read(10_000);
      expect([events.length > 20, fullAt]).toEqual([true, null]);
      for (let most = 1; most <= events.length; most += 1)
        expect(await read(most)).toMatchObject({ fullAt: events[most - 1]!.blockNumber, events: [] });
    } finally {
      await prisma.$close();
    }
  });

  it('ends a curve at its graduation, and begins the pool with a join', async () => {
    const events = await all();
    const ofCurve = events.filter(({ pairId }) => pairId === curve(graduated));
    const { pair: pool } = await served.fixture.curve(graduated);
    const ofPool = events.filter(({ pairId }) => pairId === pool);
    const [exit, join] = [ofCurve.at(-1)!, ofPool[0]!];
    expect([exit.eventType, join.eventType]).toEqual(['exit', 'join']);
    expect([exit.txnId, exit.txnIndex, exit.eventIndex + 1]).toEqual([
      join.txnId,
      join.txnIndex,
      join.eventIndex,
    ]);
    const before = ofCurve.at(-2)!.reserves;
    expect([exit.amount0, exit.amount1]).toEqual([before.asset0, before.asset1]);
    expect([join.amount0, join.amount1]).toEqual([join.reserves.asset0, join.reserves.asset1]);
  });

  it('tells of liquidity that was added and taken out, whose and how much', async () => {
    const { pair: pool } = await served.fixture.curve(graduated);
    const events = (await all()).filter(({ pairId }) => pairId === pool);
    const [join, exit] = events.slice(-2);
    expect([join!.eventType, exit!.eventType]).toEqual(['join', 'exit']);
    expect(join!.maker).toBe(served.fixture.trader(0));
    const before = events.at(-3)!.reserves;
    expect(toWei(join!.reserves.asset0)).toBe(toWei(before.asset0) + toWei(join!.amount0!));
    expect(toWei(join!.reserves.asset1)).toBe(toWei(before.asset1) + toWei(join!.amount1!));
    expect(toWei(exit!.reserves.asset1)).toBe(toWei(join!.reserves.asset1) - toWei(exit!.amount1!));
  });

  it('describes the markets and their tokens', async () => {
    const { pair: pool } = await served.fixture.curve(graduated);
    const { body: ofCurve } = await served.get<{ pair: object }>(path(`pair?id=${curve(graduated)}`));
    const { body: ofPool } = await served.get<{ pair: object }>(path(`pair?id=${pool.toLowerCase()}`));
    const { platformToken } = served.fixture.addresses;
    const assets = { dexKey: 'slipway', asset0Id: graduated, asset1Id: platformToken };
    expect(ofCurve.pair).toMatchObject({ ...assets, id: curve(graduated) });
    expect(ofPool.pair).toMatchObject({ ...assets, id: pool, feeBps: 30 });
    const { body: asset } = await served.get(path(`asset?id=${graduated}`));
    expect(asset).toEqual({
      asset: { id: graduated, name: 'App 0', symbol: 'APP0', totalSupply: '1000000000' },
    });
    const { body: own } = await served.get<{ asset: object }>(path(`asset?id=${platformToken}`));
    expect(own.asset).toMatchObject({ id: platformToken, symbol: 'SLIP' });
    const gecko = await served.get<{ asset: object }>(`/integrations/geckoterminal/asset?id=${graduated}`);
    expect(gecko.body.asset).toMatchObject({ decimals: 18 });
  });

  it('says the same to GeckoTerminal', async () => {
    const block = await latest();
    const { body } = await served.get<{ events: DexEvent[] }>(
      `/integrations/geckoterminal/events?fromBlock=0&toBlock=${block}`,
    );
    expect(body.events).toEqual(await all());
  });

  it('is kept by caches where it is final, and refuses what is not', async () => {
    const block = await latest();
    const final = await served.ask(path(`events?fromBlock=${block}&toBlock=${block}`));
    expect(final.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    const ahead = await served.ask(path(`events?fromBlock=${block}&toBlock=${block + 2}`));
    const error = await expectError(ahead, [422, 'block_not_final']);
    expect(error.details).toEqual({ latestBlock: block });
    for (const range of ['fromBlock=5&toBlock=4', 'fromBlock=0&toBlock=10000'])
      await expectError(await served.ask(path(`events?${range}`)), [400, 'invalid_request']);
    await expectError(await served.ask(path('events?fromBlock=0')), [400, 'invalid_request']);
    await expectError(await served.ask(path(`pair?id=${graduated}`)), [404, 'not_found'], SHARED_NOT_FOUND);
    await expectError(await served.ask(path('pair?id=curve')), [400, 'invalid_request']);
  });

  it('leaves hidden apps out, and renumbers nothing', async () => {
    const before = await all();
    const hidden = served.market.tokens[1]!;
    await served.query("INSERT INTO public.hidden_apps (token, reason) VALUES ($1, 'a copy')", [hidden]);
    await until(
      'a hidden app has no asset',
      async () => (await served.ask(path(`asset?id=${hidden}`))).status === 404,
    );
    const block = await latest();
    // Another range, since caches may keep final blocks.
    const { body } = await served.get<{ events: DexEvent[] }>(path(`events?fromBlock=1&toBlock=${block}`));
    expect(before.some(({ pairId }) => pairId === curve(hidden))).toBe(true);
    expect(body.events).toEqual(before.filter(({ pairId }) => pairId !== curve(hidden)));
    await expectError(await served.ask(path(`asset?id=${hidden}`)), [404, 'not_found'], SHARED_NOT_FOUND);
    await expectError(
      await served.ask(path(`pair?id=${curve(hidden)}`)),
      [404, 'not_found'],
      SHARED_NOT_FOUND,
    );
  });
});
