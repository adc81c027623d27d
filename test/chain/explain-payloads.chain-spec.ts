import { encodeFunctionData, erc20Abi, maxUint256, type Address, type Hex } from 'viem';
import { MULTICALL3_ADDRESS, multicall3Abi } from '@slipway/chain';
import { toJsonNumber } from '@slipway/domain';
import type { AppDetailDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import type { CallExplanationDto } from '../../apps/api/src/extras/trading/dto/explain.dto.js';
import type { TradePayloadDto } from '../../apps/api/src/extras/trading/dto/trade.dto.js';
import { ServedMarket } from '../support/served-market.js';

const TOKEN = 10n ** 18n;
const STRANGER = '0x00000000000000000000000000000000000000AA';

describe('what a call does', () => {
  let served: ServedMarket;
  let token: Address;
  let graduated: Address;
  let trader: Address;

  beforeAll(async () => {
    served = await ServedMarket.start(29, async (market) => {
      await market.open(2);
      [graduated, token] = market.tokens as [Address, Address];
      await market.graduate(graduated);
    });
    trader = served.fixture.trader(3);
    // Graduation moved the price.
    await served.fixture.client.increaseTime({ seconds: 600 });
    await served.fixture.client.mine({ blocks: 1 });
    await served.serveHead();
  });

  afterAll(() => served.stop());

  const ask = (body: object): Promise<Response> => served.ask('/payloads/explain', body);

  async function explain(body: object): Promise<CallExplanationDto> {
    const response = await ask(body);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as CallExplanationDto;
  }

  async function tradeOf(app: Address): Promise<TradePayloadDto> {
    const body = { tokenAddress: app, trader, side: 'buy', amount: String(5n * TOKEN), slippageBps: 100 };
    return (await (await served.ask('/trades/payload', body)).json()) as TradePayloadDto;
  }

  const codesOf = ({ warnings }: Pick<CallExplanationDto, 'warnings'>): string[] =>
    warnings.map(({ code }) => code);

  const approve = (spender: Address, amount: bigint): Hex =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });

  it.each([
    ['on the curve', () => token, 'launchpad', 'buy'],
    ['in the pool', () => graduated, 'router', 'swapExactTokensForTokens'],
  ] as const)('tells a trade %s as the payload says', async (_, app, contract, functionName) => {
    const { platformToken } = served.fixture.addresses;
    const payload = await tradeOf(app());
    const { body: detail } = await served.get<AppDetailDto>(`/apps/${app()}`);
    const call = payload.calls.at(-1)!;
    const told = await explain({ to: call.to, data: call.data, from: trader });
    expect(told).toMatchObject({
      known: true,
      contract,
      functionName,
      summary: call.description,
      warnings: [],
    });
    expect(told.amounts).toEqual([
      expect.objectContaining({
        role: 'pays',
        tokenAddress: platformToken,
        symbol: 'SLIP',
        amount: payload.amountIn,
      }),
      expect.objectContaining({ role: 'receives_at_least', tokenAddress: app(), amount: payload.minOut }),
    ]);
    const worth = (Number(payload.minOut) / 1e18) * detail.priceUsd!;
    expect(told.amounts[1]!.valueUsd).toBeCloseTo(worth, 9);
    if (contract === 'router') {
      const other = await explain({ to: call.to, data: call.data, from: STRANGER });
      expect(codesOf(other)).toEqual(['other_recipient']);
      expect(other.summary).toBe(call.description.replace(/\.$/, `, to ${trader}.`));
    }
  });

  it('says what amounts are worth, rounded once, as a portfolio does', async () => {
    const { body: curve } = await served.get<Record<string, string>>(`/curves/${token}`);
    const [platform, held] = [curve['virtualPlatformReserve']!, curve['virtualTokenReserve']!].map(BigInt);
    const [feed] = await served.query<{ price: string }>('SELECT price::text FROM chain.latest_oracle_price');
    for (let i = 1n; i <= 20n; i += 1n) {
      const amount = 7n ** 30n * i + i;
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [STRANGER, amount],
      });
      const { amounts } = await explain({ to: token, data, from: trader });
      const worth = {
        numerator: amount * platform! * BigInt(feed!.price),
        denominator: held! * 10n ** 26n,
      };
      expect(amounts[0]!.valueUsd).toBe(toJsonNumber(worth));
    }
  });

  it('tells an approval, whose it is, and whether it ends', async () => {
    const { platformToken, launchpad } = served.fixture.addresses;
    const exact = await explain({ to: platformToken, data: approve(launchpad, 3n * TOKEN) });
    expect(exact).toMatchObject({
      contract: 'platform_token',
      summary: `Let ${launchpad} take 3 SLIP.`,
      approval: { spender: launchpad, isOurs: true, isUnlimited: false },
      arguments: [
        { type: 'address', value: launchpad },
        { type: 'uint256', value: String(3n * TOKEN) },
      ],
      warnings: [],
    });
    const all = await explain({ to: token.toLowerCase(), data: approve(STRANGER, maxUint256), value: '1' });
    expect(all).toMatchObject({
      contract: 'app_token',
      approval: { spender: STRANGER, isOurs: false, isUnlimited: true },
      amounts: [{ role: 'allows', valueUsd: null }],
      known: true,
    });
    expect(codesOf(all)).toEqual(['unlimited_approval', 'foreign_spender', 'sends_ether']);
    const none = await explain({ to: platformToken, data: approve(STRANGER, 0n) });
    expect(none).toMatchObject({ summary: `Take back what ${STRANGER} may take.`, warnings: [] });
  });

  it('tells each call of a multicall, and what it does not know of them', async () => {
    const { platformToken, launchpad } = served.fixture.addresses;
    const calls = [
      { target: platformToken, allowFailure: false, callData: approve(launchpad, TOKEN) },
      { target: STRANGER as Address, allowFailure: true, callData: '0xdeadbeef' as Hex },
    ];
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] });
    const told = await explain({ to: MULTICALL3_ADDRESS, data });
    expect(told).toMatchObject({ known: false, contract: 'multicall3', functionName: 'aggregate3' });
    expect(codesOf(told)).toEqual(['unknown_contract']);
    expect(told.calls).toMatchObject([
      { to: platformToken, functionName: 'approve' },
      {
        to: STRANGER,
        known: false,
        contract: null,
        selector: '0xdeadbeef',
        functionName: null,
        summary: null,
      },
    ]);
    const many = Array.from({ length: 101 }, () => ({ target: token, callData: '0x' as const }));
    const long = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate', args: [many] });
    const response = await ask({ to: MULTICALL3_ADDRESS, data: long });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('more than 100 calls'),
    ]);
  });

  it('tells calls of a standard whatever contract they go to, and warns of it', async () => {
    const foreign = await explain({
      to: STRANGER,
      data: approve(trader, maxUint256).toUpperCase().replace('0X', '0x'),
      from: trader,
    });
    expect(foreign).toMatchObject({
      known: false,
      contract: null,
      selector: '0x095ea7b3',
      functionName: 'approve',
    });
    expect(foreign.summary).toBe(
      `Let ${trader} take all ${STRANGER} without limit; of a collection, the item of that number.`,
    );
    expect(codesOf(foreign)).toEqual(['unlimited_approval', 'foreign_spender', 'unknown_contract']);
  });

  it('tells the selector and nothing else of functions that it does not know', async () => {
    const nothing = {
      known: false,
      functionName: null,
      summary: null,
      arguments: [],
      amounts: [],
      calls: [],
    };
    const empty = await explain({ to: token, data: '0x' });
    expect(empty).toMatchObject({ ...nothing, selector: null });
    expect(codesOf(empty)).toEqual(['unknown_function']);
    expect(await explain({ to: token, data: '0xdeadbeef' })).toMatchObject({
      ...nothing,
      contract: 'app_token',
    });
  });

  it('answers for its own chain, and refuses another', async () => {
    const { chainId } = await explain({ to: token, data: '0x' });
    expect(await explain({ to: token, data: '0x', chainId })).toMatchObject({ chainId });
    const response = await ask({ to: token, data: '0x', chainId: chainId + 1 });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('chainId')]);
  });

  it('refuses calldata that is too long', async () => {
    const response = await ask({ to: token, data: `0x${'00'.repeat(15_873)}` });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('at most 15872 bytes'),
    ]);
  });

  it.each([
    [{ to: undefined }, 'to'],
    [{ to: '0x12' }, 'to'],
    [{ data: undefined }, 'data'],
    [{ data: '095ea7b3' }, 'data'],
    [{ data: '0x095' }, 'data'],
    [{ data: '0xzz' }, 'data'],
    [{ value: 5 }, 'value'],
    [{ value: '1e18' }, 'value'],
    [{ from: 'me' }, 'from'],
    [{ gas: '1' }, 'gas'],
    [{ chainId: '1' }, 'chainId'],
  ])('refuses %j, naming %s', async (wrong, path) => {
    const response = await ask({ to: token, data: '0x', ...wrong });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { issues: { path: string }[] } } };
    expect(error.details.issues.map((issue) => issue.path)).toContain(path);
  });
});
