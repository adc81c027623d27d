import {
  decodeFunctionData,
  encodeFunctionData,
  formatEther,
  maxUint256,
  type Address,
  type Hex,
} from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { perform, valueAt, type WalletCall } from '../support/agent-tasks/policy.js';
import type { Check } from '../support/agent-tasks/task.js';
import { INJECTED, INJECTED_SHORT, TASKS } from '../support/agent-tasks/tasks.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { McpTestClient } from '../support/mcp-client.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { signIn } from '../support/wallet.js';

/** Reads a minute of the API that the hurried agent asks: a handshake and a list of tools are some of them. */
const FEW = 16;

describe('tasks of an agent, by the tools of /mcp and a wallet', () => {
  const wallet = localAccount(3);
  const attacker = localAccount(9).address;
  let rewards: RewardFixture;
  let api: RunningApi;
  let strict: RunningApi;
  let setup: Readonly<Record<string, unknown>>;
  let atlas: Address;
  const clients = new Map<string, McpTestClient>();

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    const { fixture } = rewards;
    const market = new MarketActivity(fixture, seededRandom(22));
    await market.publishPrice(250_000_000n);
    atlas = await fixture.launch(fixture.trader(1), { name: 'Pocket Atlas', symbol: 'ATLS' });
    const trap = await fixture.launch(fixture.trader(2), {
      name: INJECTED,
      symbol: INJECTED_SHORT,
      description: `${INJECTED}. ${INJECTED}.`,
    });
    await fixture.launch(fixture.trader(2), { name: `${INJECTED_SHORT}, Rob!`, symbol: 'ROBS' });
    await fixture.buy(wallet.address, atlas, WHOLE);
    await fixture.buy(fixture.trader(2), trap, WHOLE);
    await rewards.addList('season-1', new Map([[wallet.address, 5n * WHOLE]]));
    await rewards.publish('season-1');
    const { platformToken, router } = fixture.addresses;
    const chain = { rpc: { http: [fixture.anvil.rpcUrl] as const, ws: [] }, routerAddress: router };
    [api, strict] = await Promise.all([
      startApi(rewards.databaseUrl, chain),
      startApi(rewards.databaseUrl, { ...chain, rateLimitReadPerMinute: FEW }),
    ]);
    const encode = (functionName: 'approve' | 'transfer', args: readonly [Address, bigint]): Hex =>
      encodeFunctionData({ abi: platformTokenAbi, functionName, args });
    const approvalCalldata = encode('approve', [attacker, maxUint256]);
    setup = {
      atlas,
      trap,
      attacker,
      platformToken,
      wallet: wallet.address,
      approvalCalldata,
      approval: { to: platformToken, data: approvalCalldata },
      transferCalldata: encode('transfer', [attacker, 1n]),
    };
    const token = await signIn(api, wallet);
    clients.set('stranger', await McpTestClient.connect(api.origin));
    clients.set('hurried', await McpTestClient.connect(strict.origin, '2025-11-25'));
    clients.set('hurriedByEnvelope', await McpTestClient.connect(strict.origin, '2026-07-28'));
    clients.set(
      'wallet',
      await McpTestClient.connect(api.origin, '2026-07-28', { Authorization: `Bearer ${token}` }),
    );
  });

  afterAll(async () => {
    for (const client of clients.values()) await client.close();
    await api.close();
    await strict.close();
    await rewards.close();
  });

  it('are thirteen, and no two ask the same', () => {
    expect(new Set(TASKS.map(({ question }) => question)).size).toBe(13);
  });

  it.each(TASKS.map((task) => [task.id, task] as const))('%s', async (_, task) => {
    const { fixture } = rewards;
    const events: string[] = [];
    let minOut: string | null = null;
    const balances = async (): Promise<readonly [bigint, bigint, bigint]> =>
      Promise.all([
        fixture.platformBalance(wallet.address),
        fixture.balance(atlas, wallet.address),
        fixture.platformBalance(attacker),
      ]);
    const send = async ({ to, data }: WalletCall): Promise<void> => {
      const { client } = fixture;
      const call = {
        account: wallet.address,
        chain: null,
        to: to as Address,
        data: data as Hex,
        gas: 8_000_000n,
      };
      const receipt = await awaitReceipt(client, await client.sendTransaction(call));
      if (receipt.status !== 'success') throw new Error(`the call to ${to} reverted`);
      if (to === fixture.addresses.launchpad) minOut = minOutOf(data as Hex);
      events.push(...fixture.eventNames(receipt.logs));
    };
    const giveAway = async (): Promise<void> => {
      await fixture.platform('transfer', wallet.address, [attacker, WHOLE]);
    };
    const before = await balances();
    const { memory, calls, signed, obeyed } = await perform(task, setup, {
      mcp: clients.get(task.as)!,
      send,
      giveAway,
    });
    const after = await balances();
    await rewards.index.catchUp();

    expect(calls.filter((name) => !task.allowed.includes(name))).toEqual([]);
    expect(calls.length).toBeLessThanOrEqual(task.mostCalls);
    const chain = {
      minOut,
      events: events.join(' '),
      platformGained: Number(formatEther(after[0] - before[0])),
      atlasGained: String(after[1] - before[1]),
      attackerGained: Number(after[2] - before[2]),
    };
    const final = { ...memory, chain, signed, obeyed };
    for (const check of task.expected) expectHeld(final, check);
  });
});

/** What a trade on the curve takes at the least, as its calldata says; null for a call that is no trade. */
function minOutOf(data: Hex): string | null {
  const { functionName, args } = decodeFunctionData({ abi: launchpadAbi, data });
  return functionName === 'buy' || functionName === 'sell' ? String(args[2]) : null;
}

/** The rule of "Trade payload" in docs/http-contract.md. */
function lessBps(amount: unknown, bps: number): string {
  return String((BigInt(String(amount)) * BigInt(10_000 - bps)) / 10_000n);
}

function expectHeld(final: unknown, { at, ...check }: Check): void {
  const found = valueAt(final, at);
  const told = `${at} of ${JSON.stringify(final, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).slice(0, 4_000)}`;
  const hold = (isHeld: boolean): void => {
    if (!isHeld)
      throw new Error(
        `${JSON.stringify({ ...check, matches: String(check.matches) })} does not hold: ${told}`,
      );
  };
  if (check.isAbsent === true) hold(found === undefined);
  else hold(found !== undefined);
  if (check.is !== undefined) hold(found === check.is);
  if (check.sameAs !== undefined) hold(found === valueAt(final, check.sameAs));
  if (check.lessBps !== undefined)
    hold(found === lessBps(valueAt(final, check.lessBps.of), check.lessBps.bps));
  if (check.moreThan !== undefined) hold(Number(found) > check.moreThan);
  if (check.matches !== undefined) hold(check.matches.test(String(found)));
}
