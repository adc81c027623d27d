import { decodeFunctionData, parseEventLogs, type Address, type Hex, type Log } from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import { launchpadAbi } from '@slipway/protocols/slipway';
import type { LaunchPayloadDto } from '../../apps/api/src/extras/trading/dto/launch.dto.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { ServedMarket } from '../support/served-market.js';

const CANDIDATE = {
  name: 'Harbor Lights',
  symbol: 'HRBR',
  description: 'Tide tables and harbor webcams.',
  imageUrl: 'https://harborlights.app/icon.png',
};

describe('launches to sign', () => {
  let served: ServedMarket;
  let creator: Address;

  beforeAll(async () => {
    served = await ServedMarket.start(23, (market) => market.open(1));
    creator = served.fixture.trader(2);
    const { platformToken, launchpad } = served.fixture.addresses;
    const approval = {
      address: platformToken,
      abi: platformTokenAbi,
      functionName: 'approve',
      from: creator,
    };
    await served.fixture.write({ ...approval, args: [launchpad, 0n] });
    await served.serveHead();
  });

  afterAll(() => served.stop());

  async function payload(candidate: object): Promise<LaunchPayloadDto> {
    const response = await served.ask('/launches/payload', candidate);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as LaunchPayloadDto;
  }

  async function send(calls: LaunchPayloadDto['calls']): Promise<Log[]> {
    const { client } = served.fixture;
    let logs: Log[] = [];
    for (const { to, data, value } of calls) {
      const call = {
        account: creator,
        chain: null,
        to,
        data: data as Hex,
        value: BigInt(value),
        gas: 8_000_000n,
      };
      const receipt = await awaitReceipt(client, await client.sendTransaction(call));
      expect(receipt.status).toBe('success');
      ({ logs } = receipt);
    }
    return logs;
  }

  it('launches what was checked, for exactly its cost; the receipt has the token, and the index the app', async () => {
    const body = await payload({ ...CANDIDATE, creator });
    expect(body).toMatchObject({
      chainId: 31_337,
      preflight: { ok: true },
      simulation: { ok: true, reason: null },
    });
    expect(body.calls.map(({ to }) => to)).toEqual([
      served.fixture.addresses.platformToken,
      served.fixture.addresses.launchpad,
    ]);
    const before = await served.fixture.platformBalance(creator);
    const logs = await send(body.calls);
    expect(String(before - (await served.fixture.platformBalance(creator)))).toBe(body.cost);
    const [launched] = parseEventLogs({ abi: launchpadAbi, logs, eventName: 'Launched' });
    expect(launched!.args).toMatchObject({ ...CANDIDATE, website: '', creator });
    await served.serveHead();
    const app = await served.get<object>(`/apps/${launched!.args.token}`);
    expect(app.body).toMatchObject({ name: 'Harbor Lights', symbol: 'HRBR', website: null, creator });
  });

  it.each([
    ['larger', 5n, 2],
    ['smaller', -5n, 2],
    ['exactly that', 0n, 1],
  ])('approves exactly its cost where the allowance is %s', async (_, more, count) => {
    const { cost } = await payload({ ...CANDIDATE, name: 'Quay Side', symbol: 'QUAY', creator });
    const { platformToken, launchpad } = served.fixture.addresses;
    const approval = {
      address: platformToken,
      abi: platformTokenAbi,
      functionName: 'approve',
      from: creator,
    };
    await served.fixture.write({ ...approval, args: [launchpad, BigInt(cost!) + more] });
    await served.serveHead();
    const body = await payload({ ...CANDIDATE, name: 'Quay Side', symbol: 'QUAY', creator });
    expect(body.calls).toHaveLength(count);
    expect(body).toMatchObject({
      simulation: { ok: true },
      sendCalls: { from: creator, atomicRequired: count > 1 },
    });
    const [first] = body.calls;
    if (count > 1)
      expect(decodeFunctionData({ abi: platformTokenAbi, data: first!.data as Hex })).toMatchObject({
        ...{ functionName: 'approve', args: [launchpad, BigInt(cost!)] },
      });
  });

  it('takes nothing when its cost is raised before it is mined, however large the allowance was', async () => {
    const { platformToken, launchpad } = served.fixture.addresses;
    const approval = {
      address: platformToken,
      abi: platformTokenAbi,
      functionName: 'approve',
      from: creator,
    };
    await served.fixture.write({ ...approval, args: [launchpad, 10n ** 30n] });
    await served.serveHead();
    const body = await payload({ ...CANDIDATE, name: 'Raised Bar', symbol: 'BAR', creator });
    const raise = { address: launchpad, abi: launchpadAbi, functionName: 'setLaunchCost' };
    await served.fixture.write({
      ...{ ...raise, from: served.fixture.operator, args: [10_000n * 10n ** 18n] },
    });
    const before = await served.fixture.platformBalance(creator);
    await expect(send(body.calls)).rejects.toThrow('success');
    expect(await served.fixture.platformBalance(creator)).toBe(before);
    await served.fixture.write({ ...raise, from: served.fixture.operator, args: [BigInt(body.cost!)] });
  });

  it('has no calls while preflight finds errors, and says them', async () => {
    const body = await payload({
      ...CANDIDATE,
      name: 'x'.repeat(200),
      symbol: 'not a symbol',
      creator: 'me',
    });
    expect(body).toMatchObject({
      calls: [],
      sendCalls: null,
      warnings: [],
      simulation: { ok: null },
      preflight: { ok: false },
    });
    expect(new Set(body.preflight.errors.map(({ field }) => field))).toEqual(
      new Set(['name', 'symbol', 'creator']),
    );
  });

  it('says what the contract says of a wallet that cannot pay', async () => {
    const poor = '0x00000000000000000000000000000000000000AA';
    const body = await payload({ name: 'Lantern Row', symbol: 'LROW', creator: poor });
    expect(body.preflight.warnings.map(({ code }) => code)).toContain('insufficient_balance');
    expect(body.calls).toHaveLength(2);
    expect(body.simulation).toEqual({ ok: false, reason: 'ERC20InsufficientBalance' });
  });

  it.each([['[]'], ['null'], ['"launch"'], ['{']])('refuses the body %s', async (text) => {
    const response = await served.ask('/launches/payload', text);
    expect(response.status).toBe(400);
  });
});
