import { parseEventLogs, type Abi } from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import { rampLaunchpadAbi } from '@slipway/protocols/ramp';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { ACCOUNT, localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { LAUNCH_COST } from '../../apps/devnet/src/chain/creations.js';
import { rampLaunchpad } from '../../apps/devnet/src/launchpads/ramp-launchpad.js';
import { slipwayLaunchpad } from '../../apps/devnet/src/launchpads/slipway-launchpad.js';
import { planScenario } from '../../apps/devnet/src/scenario/plan-scenario.js';
import { playBlocks } from '../../apps/devnet/src/scenario/run-scenario.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { startAnvil, type RunningAnvil } from '../support/anvil.js';
import { beginning } from '../support/protocol-chain.js';

const [slipwayEvents, rampEvents]: [Abi, Abi] = [launchpadAbi, rampLaunchpadAbi];

describe.each([
  ['slipway', slipwayLaunchpad, slipwayEvents, ['Launched', 'Graduated', 'Bought']],
  ['ramp', rampLaunchpad, rampEvents, ['TokenCreated', 'Migrated', 'Trade']],
] as const)('the scenario of %s on a chain', (_, launchpad, abi, [launched, graduated, bought]) => {
  const plan = beginning(planScenario(launchpad, { seed: 17, endTime: Math.floor(Date.now() / 1000) }));
  const progress: string[] = [];
  let anvil: RunningAnvil;
  beforeAll(async () => {
    anvil = await startAnvil();
    await playBlocks(anvil.rpcUrl, launchpad, plan, (done, total, what) =>
      progress.push(`${done}/${total} ${what}`),
    );
  });
  afterAll(() => anvil.stop());

  it('is played block for block, and says how far it is', async () => {
    expect(await anvil.client.getBlockNumber()).toBe(BigInt(plan.length + 1));
    expect(progress).toHaveLength(plan.length);
    expect(progress.at(-1)).toBe(`${plan.length}/${plan.length} blocks`);
    const { timestamp } = await anvil.client.getBlock();
    expect(Number(timestamp)).toBe(plan.at(-1)?.timestamp);
  });

  it('is what was planned, to the wei, with a graduation', async () => {
    const logs = parseEventLogs({ abi, logs: await anvil.client.getLogs({ fromBlock: 0n }) });
    const actions = plan.flatMap((block) => block.actions);
    const argumentsOf = (name: string) =>
      logs.flatMap(({ eventName, args }) => (eventName === name ? [args as Record<string, unknown>] : []));
    const launches = actions.filter((action) => action.kind === 'launch');
    expect(argumentsOf(launched)).toMatchObject(
      launches.map(({ texts: { name, symbol } }) => ({ name, symbol })),
    );
    expect(argumentsOf(graduated).length).toBeGreaterThanOrEqual(1);
    const purchases = argumentsOf(bought).filter(({ isPurchase }) => isPurchase !== false);
    const planned = actions.flatMap((action) =>
      action.kind === 'buy' && action.place === 'curve' ? [action.minOut] : [],
    );
    expect(purchases.map(({ tokenAmount }) => tokenAmount)).toEqual(planned);
  });

  it('describes apps in URIs of both kinds where its contracts have them', async () => {
    if (launchpad === slipwayLaunchpad) return;
    const logs = parseEventLogs({
      abi: rampLaunchpadAbi,
      logs: await anvil.client.getLogs({ fromBlock: 0n }),
    });
    const uris = logs.flatMap(({ eventName, args }) =>
      eventName === 'TokenCreated' ? [args.contractURI] : [],
    );
    const described = uris.filter((uri) => uri.startsWith('data:application/json,'));
    expect(JSON.parse(decodeURIComponent(described[0]!.split(',')[1]!))).toHaveProperty('external_link');
    expect(uris.filter((uri) => /^ipfs:\/\/f01551220[0-9a-f]{64}$/.test(uri)).length).toBeGreaterThan(1);
    expect(uris.filter((uri) => uri.startsWith('ipfs:')).length + described.length).toBe(uris.length);
  });

  it('leaves account #2 ready for a launch and #9 untouched', async () => {
    const { platformToken, launchpad: spender } = launchpad.contracts.addresses;
    const creator = localAccount(ACCOUNT.creator).address;
    const tokenAbi: Abi = platformTokenAbi;
    const read = (functionName: string, args: readonly `0x${string}`[]) =>
      anvil.client.readContract({ address: platformToken, abi: tokenAbi, functionName, args });
    expect(await read('balanceOf', [creator])).toBeGreaterThan(LAUNCH_COST);
    expect(await read('allowance', [creator, spender])).toBeGreaterThan(LAUNCH_COST);
    const idle = localAccount(ACCOUNT.idle).address;
    expect(await anvil.client.getTransactionCount({ address: idle })).toBe(0);
    expect(await read('balanceOf', [idle])).toBe(0n);
  });

  it('gives the chain back: it mines by itself, now', async () => {
    const { client } = anvil;
    const account = localAccount(ACCOUNT.operator);
    const hash = await client.sendTransaction({
      account,
      chain: client.chain,
      to: account.address,
      value: 1n,
    });
    const receipt = await awaitReceipt(client, hash);
    const { timestamp } = await client.getBlock({ blockNumber: receipt.blockNumber });
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    const stranger = localAccount(20).address;
    const unsigned = client.sendTransaction({ account: stranger, chain: null, to: stranger, value: 1n });
    await expect(unsigned).rejects.toThrow();
  });

  it('is played once', async () => {
    await expect(playBlocks(anvil.rpcUrl, launchpad, plan)).rejects.toThrow('the chain has apps already');
  });
});
