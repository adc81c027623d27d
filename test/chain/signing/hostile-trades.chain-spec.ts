import type { Address, Hex } from 'viem';
import type { CurveDto, QuoteDto } from '../../../apps/api/src/modules/market/curves/curves.dto.js';
import type { CallExplanationDto } from '../../../apps/api/src/extras/trading/dto/explain.dto.js';
import type { LaunchPayloadDto } from '../../../apps/api/src/extras/trading/dto/launch.dto.js';
import type { TradePayloadDto } from '../../../apps/api/src/extras/trading/dto/trade.dto.js';
import { platformTokenAbi } from '@slipway/chain';
import { launchpadAbi, uniswapV2PairAbi } from '@slipway/protocols/slipway';
import { awaitReceipt } from '../../support/await-receipt.js';
import { ServedMarket } from '../../support/served-market.js';

const TOKEN = 10n ** 18n;
const MINUTE = 60;

/** What others do to a trade between the look at it and the signature: what is told, and what the chain does then. */
describe('hostile markets', () => {
  let served: ServedMarket;
  let graduated: Address;
  let app: Address;
  let trader: Address;
  let attacker: Address;
  let launched = 0;

  beforeAll(async () => {
    served = await ServedMarket.start(37, async (market) => {
      await market.open(1);
      [graduated] = market.tokens as [Address];
      await market.graduate(graduated);
    });
    trader = served.fixture.trader(3);
    attacker = served.fixture.trader(5);
  });

  /** An app of its own, and a calm quarter of an hour behind the pool. */
  beforeEach(async () => {
    launched += 1;
    const symbol = `TIDE${launched}`;
    app = await served.fixture.launch(served.fixture.trader(4), { name: `Tide ${launched}`, symbol });
    await pass(15);
  });

  afterAll(() => served.stop());

  async function pass(minutes: number): Promise<void> {
    await served.fixture.client.increaseTime({ seconds: minutes * MINUTE });
    await served.fixture.client.mine({ blocks: 1 });
    await served.serveHead();
  }

  const codes = ({ warnings }: { warnings: { code: string }[] }): string[] =>
    warnings.map(({ code }) => code).filter((code) => code !== 'stale_price');

  async function quote(token: Address, amount: bigint, side = 'buy'): Promise<QuoteDto> {
    await served.serveHead();
    return (await served.get<QuoteDto>(`/curves/${token}/quote?side=${side}&amount=${amount}`)).body;
  }

  async function ask(token: Address, amount: bigint, bound: object, side = 'buy'): Promise<Response> {
    await served.serveHead();
    return served.ask('/trades/payload', {
      ...{ tokenAddress: token, trader, side, amount: String(amount), ...bound },
    });
  }

  async function payload(
    token: Address,
    amount: bigint,
    bound: object,
    side = 'buy',
  ): Promise<TradePayloadDto> {
    const response = await ask(token, amount, bound, side);
    const body = (await response.json()) as TradePayloadDto;
    expect([response.status, body]).toEqual([200, expect.anything()]);
    await expectTold(body, trader);
    return body;
  }

  /** Each call is told in the payload's words, and all of them together warn of what it warns of. */
  async function expectTold(
    payload: Pick<TradePayloadDto, 'calls' | 'warnings'>,
    from: Address,
  ): Promise<void> {
    const told = new Set<string>();
    for (const { description, ...call } of payload.calls) {
      const response = await served.ask('/payloads/explain', { ...call, from });
      const explained = (await response.json()) as CallExplanationDto;
      expect([explained.known, explained.summary]).toEqual([true, description]);
      for (const code of codes(explained)) told.add(code);
    }
    expect([...told].sort()).toEqual(codes(payload).sort());
  }

  async function send(calls: TradePayloadDto['calls'], from = trader): Promise<boolean> {
    for (const { to, data } of calls) {
      const { client } = served.fixture;
      const sent = { account: from, chain: null, to, data: data as Hex, gas: 8_000_000n };
      if ((await awaitReceipt(client, await client.sendTransaction(sent))).status !== 'success') return false;
    }
    return true;
  }

  const push = (amount: bigint): Promise<unknown> =>
    served.fixture.swap(attacker, graduated, served.fixture.addresses.platformToken, amount);

  const minOutOf = ({ amountOut }: QuoteDto): string => String((BigInt(amountOut) * 99n) / 100n);

  it('a pool pushed just before: told on the quote and the payload, and what was shown before is refused', async () => {
    const calm = await quote(graduated, 500n * TOKEN);
    expect(codes(calm)).toEqual([]);
    await push(20_000n * TOKEN);
    const pushed = await quote(graduated, 500n * TOKEN);
    expect(codes(pushed)).toEqual(['price_moved']);
    expect(pushed.priceImpact).toBeLessThan(0.05);
    const blind = await payload(graduated, 500n * TOKEN, { slippageBps: 100 });
    expect(codes(blind)).toEqual(['price_moved']);
    expect(blind.simulation.ok).toBe(true);
    const shown = await ask(graduated, 500n * TOKEN, { minOut: minOutOf(calm) });
    expect(shown.status).toBe(409);
    expect(await shown.json()).toMatchObject({
      error: { code: 'quote_moved', details: { amountOut: pushed.amountOut, minOut: minOutOf(calm) } },
    });
  });

  it('a pool pushed after the signature: the trade gives what was shown, or nothing', async () => {
    const calm = await quote(graduated, 500n * TOKEN);
    const { calls } = await payload(graduated, 500n * TOKEN, { minOut: minOutOf(calm) });
    const before = await served.fixture.balance(graduated, trader);
    await push(20_000n * TOKEN);
    expect(await send(calls)).toBe(false);
    expect(await served.fixture.balance(graduated, trader)).toBe(before);
  });

  it('a pool that a gift and sync() made dearer, without a trade', async () => {
    const calm = await quote(graduated, TOKEN);
    expect(codes(calm)).toEqual([]);
    const { pair } = await served.fixture.curve(graduated);
    await served.fixture.platform('transfer', attacker, [pair, 20_000n * TOKEN]);
    await served.fixture.write({
      address: pair,
      abi: uniswapV2PairAbi,
      functionName: 'sync',
      from: attacker,
    });
    const pushed = await quote(graduated, TOKEN);
    expect(codes(pushed)).toEqual(['price_moved']);
    const before = await served.fixture.balance(graduated, trader);
    const { calls, minOut } = await payload(graduated, TOKEN, { minOut: pushed.amountOut });
    expect(await send(calls)).toBe(true);
    expect((await served.fixture.balance(graduated, trader)) - before).toBe(BigInt(minOut));
  });

  it('a gift to a pool that nobody has taken in: no quote, and no trade, is better or worse for it', async () => {
    const { pair } = await served.fixture.curve(graduated);
    await served.fixture.platform('transfer', attacker, [pair, 1_000n * TOKEN]);
    const told = await quote(graduated, TOKEN);
    expect(codes(told)).toEqual([]);
    const before = await served.fixture.balance(graduated, trader);
    expect(await send((await payload(graduated, TOKEN, { minOut: told.amountOut })).calls)).toBe(true);
    expect((await served.fixture.balance(graduated, trader)) - before).toBe(BigInt(told.amountOut));
  });

  it('a price pushed a little in every block is told once it is much', async () => {
    const found: string[][] = [];
    for (let i = 0; i < 6; i += 1) {
      await push(1_500n * TOKEN);
      found.push(codes(await quote(graduated, TOKEN)));
    }
    expect(found[0]).toEqual([]);
    expect(found.at(-1)).toEqual(['price_moved']);
  });

  it('a pool pushed down before a sale is told likewise', async () => {
    await served.fixture.swap(trader, graduated, served.fixture.addresses.platformToken, 100n * TOKEN);
    await served.fixture.swap(attacker, graduated, served.fixture.addresses.platformToken, 30_000n * TOKEN);
    await pass(6);
    const held = await served.fixture.balance(graduated, attacker);
    expect(codes(await quote(graduated, TOKEN, 'sell'))).toEqual([]);
    await served.fixture.swap(attacker, graduated, graduated, held);
    expect(codes(await quote(graduated, TOKEN, 'sell'))).toEqual(['price_moved']);
  });

  it('a price that stays where it was moved is told for five minutes, no longer', async () => {
    await push(10_000n * TOKEN);
    expect(codes(await quote(graduated, TOKEN))).toEqual(['price_moved']);
    await pass(4);
    expect(codes(await quote(graduated, TOKEN))).toEqual(['price_moved']);
    await pass(2);
    expect(codes(await quote(graduated, TOKEN))).toEqual([]);
  });

  it('a curve is compared with its launch before its first trade', async () => {
    expect(codes(await quote(app, TOKEN))).toEqual([]);
    await served.fixture.buy(attacker, app, 2_000n * TOKEN);
    expect(codes(await quote(app, TOKEN))).toEqual(['price_moved']);
    await served.fixture.approve(attacker, app);
    await served.fixture.sell(attacker, app, await served.fixture.balance(app, attacker));
    expect(codes(await quote(app, TOKEN))).toEqual([]);
  });

  it('a curve pushed after the signature: the trade gives what was shown, or nothing', async () => {
    const calm = await quote(app, 100n * TOKEN);
    const { calls } = await payload(app, 100n * TOKEN, { minOut: minOutOf(calm) });
    await served.fixture.buy(attacker, app, 2_000n * TOKEN);
    expect(await send(calls)).toBe(false);
    expect(await served.fixture.balance(app, trader)).toBe(0n);
    const { body } = await served.get<CurveDto>(`/curves/${app}`);
    expect(body.stage).toBe('curve');
  });

  it('a trade that is too large for its market', async () => {
    expect(codes(await payload(app, 2_000n * TOKEN, { slippageBps: 0 }))).toEqual(['high_impact']);
    expect(codes(await payload(graduated, 20_000n * TOKEN, { slippageBps: 0 }))).toEqual(['high_impact']);
  });

  it('a trade whose least is next to nothing', async () => {
    for (const minOut of ['0', '1'])
      expect(codes(await payload(graduated, TOKEN, { minOut }))).toEqual(['no_minimum']);
    const { amountOut } = await quote(graduated, TOKEN);
    expect(codes(await payload(graduated, TOKEN, { minOut: String(BigInt(amountOut) / 9n) }))).toEqual([]);
  });

  it('a launch as dear as all there is: its approval is told as one of everything', async () => {
    const { launchpad } = served.fixture.addresses;
    const owner = { address: launchpad, abi: launchpadAbi, from: served.fixture.operator };
    const before = await served.fixture.client.readContract({ ...owner, functionName: 'launchCost' });
    await served.fixture.write({ ...owner, functionName: 'setLaunchCost', args: [10n ** 27n] });
    await served.serveHead();
    const candidate = { name: 'All of it', symbol: 'ALLOFIT', creator: trader };
    const launch = (await (await served.ask('/launches/payload', candidate)).json()) as LaunchPayloadDto;
    expect(codes(launch)).toEqual(['unlimited_approval']);
    await expectTold(launch, trader);
    await served.fixture.write({ ...owner, functionName: 'setLaunchCost', args: [before] });
  });

  it('a graduation in between: what was signed for the curve reverts, and nothing is paid', async () => {
    const calm = await quote(app, 100n * TOKEN);
    const { calls } = await payload(app, 100n * TOKEN, { minOut: minOutOf(calm) });
    const before = await served.fixture.platformBalance(trader);
    await served.fixture.buy(attacker, app, 70_000n * TOKEN);
    expect(await send(calls)).toBe(false);
    expect(await served.fixture.platformBalance(trader)).toBe(before);
  });

  it('an app that operators hide, and one that looks like an older one, in words and with its address', async () => {
    const twin = await served.fixture.launch(attacker, { name: 'Tidepool again', symbol: 'T1DE1' });
    const platform = await served.fixture.launch(attacker, { name: 'Slipway', symbol: 'SLIP' });
    await served.serveHead();
    for (const token of [twin, platform]) {
      const { calls, warnings } = await payload(token, TOKEN, { slippageBps: 100 });
      expect(codes({ warnings })).toEqual(['ambiguous_symbol']);
      const said = calls.at(-1)!.description;
      expect(said).toMatch(
        /^Pay 1 SLIP for at least [\d.]+ "(T1DE1|SLIP)" \(0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}\)\.$/,
      );
      expect(said).toContain(token.slice(0, 6));
    }
    await served.query("INSERT INTO public.hidden_apps (token, reason) VALUES ($1, 'a copy')", [twin]);
    expect(codes(await payload(twin, TOKEN, { slippageBps: 100 }))).toEqual([
      'hidden_app',
      'ambiguous_symbol',
    ]);
  });

  it.each([10n ** 30n, 50n * TOKEN, 0n])(
    'a launch whose cost is raised in between, with an allowance of %d before: nothing is taken',
    async (allowance) => {
      const { launchpad, platformToken } = served.fixture.addresses;
      const approval = {
        address: platformToken,
        abi: platformTokenAbi,
        functionName: 'approve',
        from: trader,
      };
      await served.fixture.write({ ...approval, args: [launchpad, allowance] });
      await served.serveHead();
      const response = await served.ask('/launches/payload', {
        ...{ name: `Raised bar ${String(allowance).length}`, symbol: 'RAISED', creator: trader },
      });
      const launch = (await response.json()) as LaunchPayloadDto;
      const { calls, cost, simulation } = launch;
      expect([simulation.ok, calls.length]).toEqual([true, 2]);
      await expectTold(launch, trader);
      const raise = { address: launchpad, abi: launchpadAbi, functionName: 'setLaunchCost' };
      await served.fixture.write({ ...raise, from: served.fixture.operator, args: [10_000n * TOKEN] });
      const before = await served.fixture.platformBalance(trader);
      expect(await send(calls)).toBe(false);
      expect(await served.fixture.platformBalance(trader)).toBe(before);
      await served.fixture.write({ ...raise, from: served.fixture.operator, args: [BigInt(cost!)] });
    },
  );
});
