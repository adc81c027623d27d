import { decodeFunctionData, erc20Abi, type Address, type Hex, type Log } from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { ZERO_ADDRESS } from '@slipway/domain';
import type { ConfigDto } from '../../apps/api/src/modules/config/config.dto.js';
import type { CurveDto, QuoteDto } from '../../apps/api/src/modules/market/curves/curves.dto.js';
import type { TradePayloadDto } from '../../apps/api/src/extras/trading/dto/trade.dto.js';
import { askAgain } from '../support/ask-again.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { startApi } from '../support/running-api.js';
import { ServedMarket } from '../support/served-market.js';
import { startSimpleNode, type RpcCall } from '../support/simple-node.js';

const TOKEN = 10n ** 18n;

describe('trades to sign', () => {
  let served: ServedMarket;
  let token: Address;
  let graduated: Address;
  let trader: Address;

  beforeAll(async () => {
    served = await ServedMarket.start(19, async (market) => {
      await market.open(1);
      [graduated] = market.tokens as [Address];
      await market.graduate(graduated);
    });
    trader = served.fixture.trader(3);
  });

  /** A new app, and a trader without an allowance: the fixture's have one without end. */
  beforeEach(async () => {
    const { fixture } = served;
    token = await fixture.launch(fixture.trader(4));
    const { platformToken, launchpad } = fixture.addresses;
    const approval = { address: platformToken, abi: platformTokenAbi, functionName: 'approve', from: trader };
    await fixture.write({ ...approval, args: [launchpad, 0n] });
    await served.serveHead();
  });

  afterAll(() => served.stop());

  const ask = (body: object): Promise<Response> => served.ask('/trades/payload', body);

  async function payload(
    side: 'buy' | 'sell',
    amount: bigint,
    slippageBps = 100,
    { from = trader, app = token } = {},
  ): Promise<TradePayloadDto> {
    await served.serveHead();
    const response = await ask({
      tokenAddress: app,
      trader: from,
      side,
      amount: String(amount),
      slippageBps,
    });
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as TradePayloadDto;
  }

  /** Sends calls as they are; false when one reverts. */
  async function send(calls: TradePayloadDto['calls']): Promise<Log[] | null> {
    const { client } = served.fixture;
    let logs: Log[] = [];
    for (const { to, data, value } of calls) {
      const hash = await client.sendTransaction({
        account: trader,
        chain: null,
        to,
        data: data as Hex,
        value: BigInt(value),
        gas: 8_000_000n,
      });
      const receipt = await awaitReceipt(client, hash);
      if (receipt.status !== 'success') return null;
      ({ logs } = receipt);
    }
    return logs;
  }

  const balances = async (app = token): Promise<{ platform: bigint; token: bigint }> => ({
    platform: await served.fixture.balance(served.fixture.addresses.platformToken, trader),
    token: await served.fixture.balance(app, trader),
  });

  const allowance = (spent: Address, spender: Address): Promise<bigint> =>
    served.fixture.client.readContract({
      address: spent,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [trader, spender],
    });

  it('buys to the wei what was said, by an approval of exactly that', async () => {
    const { launchpad, platformToken } = served.fixture.addresses;
    const body = await payload('buy', 777n * TOKEN + 13n);
    expect(body).toMatchObject({ chainId: 31_337, venue: 'curve', simulation: { ok: true, reason: null } });
    expect(body.calls.map(({ to, value }) => [to, value])).toEqual([
      [platformToken, '0'],
      [launchpad, '0'],
    ]);
    const [approval] = body.calls as [TradePayloadDto['calls'][number]];
    expect(decodeFunctionData({ abi: erc20Abi, data: approval.data as Hex })).toEqual({
      functionName: 'approve',
      args: [launchpad, 777n * TOKEN + 13n],
    });
    const before = await balances();
    expect(await send(body.calls)).not.toBeNull();
    const after = await balances();
    expect([before.platform - after.platform, after.token - before.token].map(String)).toEqual([
      body.amountIn,
      body.amountOut,
    ]);
    expect(await allowance(platformToken, launchpad)).toBe(0n);
  });

  it('sells everything to the wei, and asks for no approval that there is', async () => {
    await send((await payload('buy', 50n * TOKEN)).calls);
    const { token: held, platform } = await balances();
    const body = await payload('sell', held);
    expect(body.calls).toHaveLength(2);
    expect(await send(body.calls.slice(0, 1))).not.toBeNull();
    const again = await payload('sell', held);
    expect(again.calls).toEqual(body.calls.slice(1));
    expect(again.simulation).toEqual({ ok: true, reason: null });
    expect(await send(again.calls)).not.toBeNull();
    const after = await balances();
    expect([after.token, after.platform - platform].map(String)).toEqual(['0', again.amountOut]);
  });

  it('approves and pays no more than the buy that graduates the app takes', async () => {
    const body = await payload('buy', 900_000n * TOKEN, 0);
    expect(BigInt(body.amountIn)).toBeLessThan(61_000n * TOKEN);
    expect(body.simulation.ok).toBe(true);
    const before = await balances();
    expect(await send(body.calls)).not.toBeNull();
    const after = await balances();
    expect([before.platform - after.platform, after.token - before.token].map(String)).toEqual([
      body.amountIn,
      body.amountOut,
    ]);
    expect((await served.fixture.curve(token)).graduated).toBe(true);
  });

  it.each([
    ['fills at minOut at the least', 500, 100n, true],
    ['reverts below minOut', 1, 5_000n, false],
  ] as const)('%s when another buys in between', async (_, slippageBps, others, fills) => {
    const body = await payload('buy', 1_000n * TOKEN, slippageBps);
    expect(BigInt(body.minOut)).toBe((BigInt(body.amountOut) * BigInt(10_000 - slippageBps)) / 10_000n);
    await served.fixture.buy(served.fixture.trader(5), token, others * TOKEN);
    const before = await balances();
    const logs = await send(body.calls);
    const got = (await balances()).token - before.token;
    expect(logs !== null).toBe(fills);
    expect(got >= BigInt(body.minOut)).toBe(fills);
    expect(got).toBeLessThan(BigInt(body.amountOut));
    if (!fills) expect(got).toBe(0n);
  });

  it('has the minimum that was shown, exactly, or says that the quote is below it', async () => {
    const order = { tokenAddress: token, side: 'buy', amount: String(1_000n * TOKEN) };
    const { body: quote } = await served.get<QuoteDto>(
      `/curves/${token}/quote?side=buy&amount=${order.amount}`,
    );
    const minOut = BigInt(quote.amountOut) - 12_345n;
    const shown = await ask({ ...order, trader, minOut: String(minOut) });
    const body = (await shown.json()) as TradePayloadDto;
    expect([shown.status, body.minOut]).toEqual([200, String(minOut)]);
    const { args } = decodeFunctionData({ abi: launchpadAbi, data: body.calls[1]!.data as Hex });
    expect(args).toEqual([token, 1_000n * TOKEN, minOut]);
    await served.fixture.buy(served.fixture.trader(5), token, 100n * TOKEN);
    await served.serveHead();
    const moved = await ask({ ...order, trader, minOut: String(minOut) });
    const { body: now } = await served.get<QuoteDto>(
      `/curves/${token}/quote?side=buy&amount=${order.amount}`,
    );
    expect(moved.status).toBe(409);
    expect(await moved.json()).toMatchObject({
      error: { code: 'quote_moved', details: { amountOut: now.amountOut, minOut: String(minOut) } },
    });
    // What was signed before reverts: it never gives less.
    expect(await send(body.calls)).toBeNull();
  });

  it('has its calls as the parameter of wallet_sendCalls', async () => {
    const { calls, sendCalls } = await payload('buy', TOKEN);
    expect(sendCalls).toEqual({
      ...{ version: '2.0.0', from: trader, chainId: '0x7a69', atomicRequired: true },
      calls: calls.map(({ to, data }) => ({ to, data, value: '0x0' })),
    });
    expect(await send(calls.slice(0, 1))).not.toBeNull();
    const alone = await payload('buy', TOKEN);
    expect(alone.sendCalls).toMatchObject({ atomicRequired: false, calls: [{ data: alone.calls[0]!.data }] });
  });

  it('says what the contract says of a wallet that has not so much', async () => {
    const poor = '0x00000000000000000000000000000000000000AA';
    const { simulation, calls } = await payload('buy', TOKEN, 100, { from: poor });
    expect(calls).toHaveLength(2);
    expect(simulation).toEqual({ ok: false, reason: 'ERC20InsufficientBalance' });
  });

  describe('at a node without eth_simulateV1', () => {
    const POOR = '0x00000000000000000000000000000000000000AA';

    async function simulate(from: Address, isUnknown: (call: RpcCall) => boolean): Promise<unknown> {
      const node = await startSimpleNode(served.fixture.anvil.rpcUrl, isUnknown);
      const settings = {
        rpc: { http: [node.url] as const, ws: [] },
        routerAddress: served.fixture.addresses.router,
      };
      const api = await startApi(served.indexed.database.url, settings);
      const request = {
        tokenAddress: token,
        trader: from,
        side: 'buy',
        amount: String(TOKEN),
        slippageBps: 100,
      };
      const response = await askAgain(() => api.post('/trades/payload', request));
      await api.close();
      await node.stop();
      const { calls, simulation } = (await response.json()) as TradePayloadDto;
      expect(calls).toHaveLength(2);
      return simulation;
    }

    it('tries the trade as if the approval was given', async () => {
      const isUnknown = ({ method }: RpcCall): boolean => method === 'eth_simulateV1';
      expect(await simulate(trader, isUnknown)).toEqual({ ok: true, reason: null });
      expect(await simulate(POOR, isUnknown)).toEqual({ ok: false, reason: 'ERC20InsufficientBalance' });
    });

    it('says that it cannot tell where state cannot be written over either', async () => {
      const isUnknown = ({ method, params }: RpcCall): boolean =>
        method === 'eth_simulateV1' || (method === 'eth_call' && params?.length === 3);
      const reason = 'The node has neither eth_simulateV1 nor state overrides.';
      expect(await simulate(trader, isUnknown)).toEqual({ ok: null, reason });
    });
  });

  it('names the block that it is true at', async () => {
    const block = await served.serveHead();
    const request = { tokenAddress: token, trader, side: 'buy', amount: '1000000', slippageBps: 0 };
    const response = await ask(request);
    expect(response.headers.get('x-as-of-block')).toBe(String(block));
    expect(await response.json()).toMatchObject({ asOf: { block: Number(block) } });
    const { calls } = await payload('buy', 1_000_000n, 0);
    const { args } = decodeFunctionData({ abi: launchpadAbi, data: calls[1]!.data as Hex });
    expect(args.slice(0, 2)).toEqual([token, 1_000_000n]);
  });

  it('buys and sells in the pool to the wei what was said, as the quote says too', async () => {
    const { router, platformToken } = served.fixture.addresses;
    const inPool = { app: graduated };
    const buy = await payload('buy', 321n * TOKEN + 7n, 100, inPool);
    expect(buy).toMatchObject({ venue: 'pool', simulation: { ok: true, reason: null } });
    expect(buy.calls.map(({ to }) => to)).toEqual([platformToken, router]);
    const minutes = (Date.parse(buy.deadline!) - Math.max(Date.now(), Date.parse(buy.asOf.time))) / 60_000;
    expect(Math.abs(minutes - 20)).toBeLessThan(1);
    const quoted = await served.get<QuoteDto>(`/curves/${graduated}/quote?side=buy&amount=${buy.amountIn}`);
    const { amountIn, amountOut, fee, priceImpact } = buy;
    expect(quoted.body).toMatchObject({ venue: 'pool', amountIn, amountOut, fee, priceImpact });
    const before = await balances(graduated);
    expect(await send(buy.calls)).not.toBeNull();
    const after = await balances(graduated);
    expect([before.platform - after.platform, after.token - before.token].map(String)).toEqual([
      buy.amountIn,
      buy.amountOut,
    ]);
    expect(await allowance(platformToken, router)).toBe(0n);
    const sale = await payload('sell', after.token, 100, inPool);
    expect(await send(sale.calls)).not.toBeNull();
    const end = await balances(graduated);
    expect([end.token, end.platform - after.platform].map(String)).toEqual(['0', sale.amountOut]);
    await served.serveHead();
    const now = await served.get<CurveDto>(`/curves/${graduated}`);
    const asked = await served.get<QuoteDto>(
      `/curves/${graduated}/quote?side=sell&amount=1000000000000000000`,
    );
    expect(Number(asked.body.priceInPlatformAfter)).toBeLessThan(Number(now.body.priceInPlatform));
  });

  it('reverts in the pool below minOut', async () => {
    const inPool = { app: graduated };
    const body = await payload('buy', 1_000n * TOKEN, 1, inPool);
    await served.fixture.swap(
      served.fixture.trader(5),
      graduated,
      served.fixture.addresses.platformToken,
      5_000n * TOKEN,
    );
    const before = await balances(graduated);
    expect(await send(body.calls)).toBeNull();
    expect(await balances(graduated)).toEqual(before);
    const refused = await payload('buy', TOKEN, 0, {
      ...inPool,
      from: '0x00000000000000000000000000000000000000AA',
    });
    expect(refused.simulation).toEqual({ ok: false, reason: '"TransferHelper: TRANSFER_FROM_FAILED"' });
  });

  it('has none in a pool without a router, nor for a token that no app has', async () => {
    const rpc = { http: [served.fixture.anvil.rpcUrl] as const, ws: [] };
    const without = await startApi(served.indexed.database.url, { rpc });
    const request = { trader, side: 'buy', amount: '1000', slippageBps: 0 };
    const closed = await without.post('/trades/payload', { ...request, tokenAddress: graduated });
    const { contracts } = (await (await without.get('/config')).json()) as ConfigDto;
    await without.close();
    expect(closed.status).toBe(409);
    const { pair } = await served.fixture.curve(graduated);
    expect(await closed.json()).toMatchObject({
      error: { code: 'conflict', details: { reason: 'no_router', pool: pair } },
    });
    expect(contracts.router).toBeNull();
    const config = await served.get<ConfigDto>('/config');
    expect(config.body.contracts.router).toBe(served.fixture.addresses.router);
    expect((await ask({ ...request, tokenAddress: ZERO_ADDRESS })).status).toBe(404);
  });

  it.each([
    [{ tokenAddress: undefined }, 'tokenAddress'],
    [{ tokenAddress: '0x12' }, 'tokenAddress'],
    [{ trader: 'me' }, 'trader'],
    [{ trader: null }, 'trader'],
    [{ side: 'hold' }, 'side'],
    [{ amount: '0' }, 'amount'],
    [{ amount: 5 }, 'amount'],
    [{ amount: '1e18' }, 'amount'],
    [{ amount: String(2n ** 256n) }, 'amount'],
    [{ amount: '1' }, 'amount'],
    [{ side: 'sell', amount: String(10n ** 27n) }, 'amount'],
    [{ slippageBps: 5_001 }, 'slippageBps'],
    [{ slippageBps: -1 }, 'slippageBps'],
    [{ slippageBps: 0.5 }, 'slippageBps'],
    [{ slippageBps: '100' }, 'slippageBps'],
    [{ slippageBps: undefined }, 'minOut'],
    [{ slippageBps: undefined }, 'slippageBps'],
    [{ minOut: '5' }, 'minOut'],
    [{ minOut: null, slippageBps: undefined }, 'minOut'],
    [{ minOut: '-1', slippageBps: undefined }, 'minOut'],
    [{ minOut: String(2n ** 256n), slippageBps: undefined }, 'minOut'],
    [{ recipient: ZERO_ADDRESS }, 'recipient'],
  ])('refuses %j, naming %s', async (wrong, path) => {
    const request = { tokenAddress: token, trader, side: 'buy', amount: '1000000', slippageBps: 100 };
    const response = await ask({ ...request, ...wrong });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { issues: { path: string }[] } } };
    expect(error.details.issues.map((issue) => issue.path)).toContain(path);
  });
});
