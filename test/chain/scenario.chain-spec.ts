import { parseEventLogs, type Abi } from 'viem';
import { launchpadAbi, platformTokenAbi } from '@slipway/chain';
import { ACCOUNT, localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { LAUNCH_COST } from '../../apps/devnet/src/chain/deploy.js';
import { LOCAL_ADDRESSES } from '../../apps/devnet/src/chain/local-addresses.js';
import type { PlannedBlock } from '../../apps/devnet/src/scenario/action.js';
import { planScenario } from '../../apps/devnet/src/scenario/plan-scenario.js';
import { playBlocks } from '../../apps/devnet/src/scenario/run-scenario.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { startAnvil, type RunningAnvil } from '../support/anvil.js';

/** The beginning of the scenario, up to some trades in a pool; with this test's seed that comes early. */
function beginning(plan: readonly PlannedBlock[]): PlannedBlock[] {
  const inPool = (block: PlannedBlock) =>
    block.actions.some((action) => 'place' in action && action.place === 'pool');
  const swaps = plan.flatMap((block, i) => (inPool(block) ? [i] : []));
  return plan.slice(0, swaps[10]);
}

describe('the scenario on a chain', () => {
  const plan = beginning(planScenario({ seed: 17, endTime: Math.floor(Date.now() / 1000) }));
  const progress: string[] = [];
  let anvil: RunningAnvil;
  beforeAll(async () => {
    anvil = await startAnvil();
    await playBlocks(anvil.rpcUrl, plan, (done, total, what) => progress.push(`${done}/${total} ${what}`));
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
    const logs = parseEventLogs({ abi: launchpadAbi, logs: await anvil.client.getLogs({ fromBlock: 0n }) });
    const actions = plan.flatMap((block) => block.actions);
    const count = (name: string) => logs.filter((log) => log.eventName === name).length;
    expect(count('Launched')).toBe(actions.filter((action) => action.kind === 'launch').length);
    expect(count('Graduated')).toBeGreaterThanOrEqual(1);
    const bought = logs.flatMap((log) => (log.eventName === 'Bought' ? [log.args.tokenAmount] : []));
    const planned = actions.flatMap((action) =>
      action.kind === 'buy' && action.place === 'curve' ? [action.minOut] : [],
    );
    expect(bought).toEqual(planned);
  });

  it('leaves account #2 ready for a launch and #9 untouched', async () => {
    const { platformToken, launchpad } = LOCAL_ADDRESSES;
    const creator = localAccount(ACCOUNT.creator).address;
    const abi: Abi = platformTokenAbi;
    const read = (functionName: string, args: readonly `0x${string}`[]) =>
      anvil.client.readContract({ address: platformToken, abi, functionName, args });
    expect(await read('balanceOf', [creator])).toBeGreaterThan(LAUNCH_COST);
    expect(await read('allowance', [creator, launchpad])).toBeGreaterThan(LAUNCH_COST);
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
    await expect(playBlocks(anvil.rpcUrl, plan)).rejects.toThrow('the chain has apps already');
  });
});
