import { encodeFunctionData, getContractAddress, numberToHex, type Hex } from 'viem';
import { universalRewardsDistributorAbi } from '@slipway/chain';
import type { AccountClaim } from '@slipway/reward-programs';
import { toAddress, type Address } from '@slipway/domain';
import { ACCOUNT, ACCOUNT_COUNT, localAccount } from '../chain/accounts.js';
import { distributorCreation } from '../chain/creations.js';
import { encodeTransfer, type Call } from '../chain/encode-calls.js';
import { JsonRpc } from '../chain/json-rpc.js';
import { LocalChain } from '../chain/local-chain.js';
import { LOCAL_ADDRESSES } from '../chain/local-addresses.js';

/** Does nothing else, so that its nonces, and the distributors' addresses, are the same at every start. */
const DEPLOYER = localAccount(ACCOUNT_COUNT).address;
const ETHER = numberToHex(10n ** 18n);

/** Where the distributors are, deployed or not. */
export function distributorAddresses(count: number): Address[] {
  return Array.from({ length: count }, (_, nonce) =>
    toAddress(getContractAddress({ from: DEPLOYER, nonce: BigInt(nonce) })),
  );
}

/** Deploys the distributors that are not there yet, and fills each of them; all are the operator's. */
export async function deployDistributors(rpcUrl: string, budgets: readonly bigint[]): Promise<void> {
  const rpc = new JsonRpc(rpcUrl);
  const used = Number(await rpc.call<Hex>('eth_getTransactionCount', DEPLOYER, 'latest'));
  const missing = budgets.slice(used);
  if (missing.length === 0) return;
  await rpc.call('anvil_setBalance', DEPLOYER, ETHER);
  const addresses = distributorAddresses(budgets.length).slice(used);
  const operator = localAccount(ACCOUNT.operator).address;
  const { data } = distributorCreation(operator);
  await mine(rpc, (chain) => {
    for (const [i, budget] of missing.entries()) {
      chain.add({ from: DEPLOYER, data });
      const { platformToken } = LOCAL_ADDRESSES;
      chain.add({ from: operator, ...encodeTransfer(platformToken, addresses[i] ?? DEPLOYER, budget) });
    }
  });
}

/** Sends calls as the operator, in one block. */
export async function sendAsOperator(rpcUrl: string, calls: readonly Call[]): Promise<void> {
  if (calls.length === 0) return;
  await mine(new JsonRpc(rpcUrl), (chain) => {
    for (const call of calls) chain.add({ from: localAccount(ACCOUNT.operator).address, ...call });
  });
}

export function encodeClaim({ distributor, account, rewardToken, cumulative, proof }: AccountClaim): Call {
  const args = [account, rewardToken, cumulative, proof] as const;
  const abi = universalRewardsDistributorAbi;
  return { to: distributor, data: encodeFunctionData({ abi, functionName: 'claim', args }) };
}

export async function blockNumber(rpcUrl: string): Promise<number> {
  return Number(await new JsonRpc(rpcUrl).call<Hex>('eth_blockNumber'));
}

async function mine(rpc: JsonRpc, fill: (chain: LocalChain) => void): Promise<void> {
  const latest = await rpc.call<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false);
  const time = Math.max(Number(latest.timestamp) + 1, Math.floor(Date.now() / 1_000));
  const chain = await LocalChain.open(rpc);
  await chain.readNonces([DEPLOYER, localAccount(ACCOUNT.operator).address]);
  fill(chain);
  await chain.mine(time);
  await chain.close(time);
}
