import { numberToHex, type Hex } from 'viem';
import { ACCOUNT, ACCOUNT_COUNT, localAccount } from '../chain/accounts.js';
import { JsonRpc } from '../chain/json-rpc.js';
import { LocalChain } from '../chain/local-chain.js';
import { deployContracts } from '../chain/deploy.js';
import type { LocalLaunchpad } from '../launchpads/local-launchpad.js';
import type { PlannedBlock } from './action.js';
import { planScenario, type ScenarioOptions } from './plan-scenario.js';
import { TransactionEncoder } from './transaction-encoder.js';

/** Told after every block. */
export type ScenarioProgress = (done: number, total: number, what: string) => void;

export interface PlayedScenario {
  readonly blocks: number;
  readonly transactions: number;
}

/** Accounts beyond anvil's ten begin without ether: ten thousand each, as the others have. */
const ETHER = numberToHex(10_000n * 10n ** 18n);
const ANVILS_OWN_ACCOUNTS = 10;

/** Before the first block of the scenario. */
const DEPLOYED_BEFORE_SECONDS = 600;

/**
 * Deploys the contracts on a fresh anvil chain, and plays thirty days of trading up to `endTime`.
 *
 * @throws Error when the chain has apps already, or a transaction failed
 */
export function runScenario(
  rpcUrl: string,
  launchpad: LocalLaunchpad,
  options: ScenarioOptions,
  progress?: ScenarioProgress,
): Promise<PlayedScenario> {
  return playBlocks(rpcUrl, launchpad, planScenario(launchpad, options), progress);
}

/** Plays a plan, or the beginning of one. */
export async function playBlocks(
  rpcUrl: string,
  launchpad: LocalLaunchpad,
  plan: readonly PlannedBlock[],
  progress: ScenarioProgress = () => undefined,
): Promise<PlayedScenario> {
  const rpc = new JsonRpc(rpcUrl);
  const start = plan[0]?.timestamp ?? Math.floor(Date.now() / 1000);
  await deployContracts(rpcUrl, launchpad.contracts, start - DEPLOYED_BEFORE_SECONDS);
  const { launchpad: address } = launchpad.contracts.addresses;
  const nonce = await rpc.call<Hex>('eth_getTransactionCount', address, 'latest');
  if (BigInt(nonce) !== launchpad.firstTokenNonce) throw new Error('the chain has apps already');
  await fundWithEther(rpc);

  const chain = await LocalChain.open(rpc);
  await chain.readNonces([localAccount(ACCOUNT.operator).address]);
  const encoder = new TransactionEncoder(launchpad);
  let transactions = 0;
  for (const [i, block] of plan.entries()) {
    for (const action of block.actions) chain.add(encoder.transaction(action));
    transactions += block.actions.length;
    await chain.mine(block.timestamp);
    progress(i + 1, plan.length, 'blocks');
  }
  await chain.close();
  return { blocks: plan.length, transactions };
}

async function fundWithEther(rpc: JsonRpc): Promise<void> {
  const accounts = Array.from({ length: ACCOUNT_COUNT }, (_, i) => localAccount(i).address);
  await rpc.batch(
    accounts
      .slice(ANVILS_OWN_ACCOUNTS)
      .map((account) => ({ method: 'anvil_setBalance', params: [account, ETHER] })),
  );
}
