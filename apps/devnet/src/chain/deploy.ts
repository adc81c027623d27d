import type { Address, Hex } from 'viem';
import { ACCOUNT, localAccount } from './accounts.js';
import { CONTRACTS, creationOf } from './creations.js';
import { JsonRpc } from './json-rpc.js';
import { LocalChain } from './local-chain.js';
import { loadArtifact } from '../contracts/artifact.js';
import { LOCAL_ADDRESSES, type LocalAddresses } from './local-addresses.js';

/** Where the contracts are, and the block that they came with: nothing of ours happened before it. */
export type Deployed<Addresses = typeof LOCAL_ADDRESSES> = Addresses & { readonly deployBlock: number };

/** A protocol's contracts for a fresh chain. */
export interface LocalContracts<Addresses extends LocalAddresses> {
  readonly addresses: Addresses;
  /** In the order of account #0's nonces, which the addresses follow from. */
  readonly creations: () => readonly Hex[];
}

/** Topic of the event that an owned contract's constructor logs. */
const OWNERSHIP_TRANSFERRED = '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0';

/**
 * Puts the contracts on a fresh anvil chain, in one block, as account #0; on a chain that has them it changes nothing.
 *
 * @param timestamp that block's time in Unix seconds; may be before the chain's first block when that is the only one
 * @throws Error when account #0 has been used for something else
 */
export async function deploy(rpcUrl: string, timestamp?: number): Promise<Deployed> {
  return deployContracts(rpcUrl, SLIPWAY_CONTRACTS, timestamp);
}

/** The same for any protocol's contracts. */
export async function deployContracts<Addresses extends LocalAddresses>(
  rpcUrl: string,
  { addresses, creations }: LocalContracts<Addresses>,
  timestamp?: number,
): Promise<Deployed<Addresses>> {
  const rpc = new JsonRpc(rpcUrl);
  const code = await rpc.call<Hex>('eth_getCode', addresses.router, 'latest');
  if (code !== '0x') return { ...addresses, deployBlock: await findDeployBlock(rpc, addresses.launchpad) };

  const from = localAccount(ACCOUNT.operator).address;
  const used = Number(await rpc.call<Hex>('eth_getTransactionCount', from, 'latest'));
  if (used > 0) throw new Error(`account #0 has sent ${used} transactions: the addresses would be others`);
  await placeMulticall3(rpc, addresses.multicall3);
  const time = await setClock(rpc, timestamp);
  const chain = await LocalChain.open(rpc);
  for (const data of creations()) chain.add({ from, data });
  const deployBlock = await chain.mine(time);
  await chain.close(time);
  return { ...addresses, deployBlock };
}

export const SLIPWAY_CONTRACTS: LocalContracts<typeof LOCAL_ADDRESSES> = {
  addresses: LOCAL_ADDRESSES,
  creations: () => {
    const operator = localAccount(ACCOUNT.operator).address;
    const accounts = { operator, transmitter: localAccount(ACCOUNT.transmitter).address };
    return CONTRACTS.map((name) => creationOf(name, accounts, (other) => LOCAL_ADDRESSES[other]).data);
  },
};

/** No transaction deploys to a chosen address; only the node can place code there. */
async function placeMulticall3(rpc: JsonRpc, address: Address): Promise<void> {
  if ((await rpc.call<Hex>('eth_getCode', address, 'latest')) !== '0x') return;
  await rpc.call('anvil_setCode', address, loadArtifact('Multicall3').deployedBytecode);
}

/** Sets the chain's clock to just before a time, and returns that time; now, when none is asked for. */
async function setClock(rpc: JsonRpc, timestamp: number | undefined): Promise<number> {
  const latest = await rpc.call<{ number: Hex; timestamp: Hex }>('eth_getBlockByNumber', 'latest', false);
  const soonest = Number(latest.timestamp) + 1;
  if (timestamp === undefined) return Math.max(soonest, Math.floor(Date.now() / 1000));
  if (timestamp < soonest && latest.number !== '0x0') {
    throw new Error(`the chain's last block is of ${soonest - 1}, after ${timestamp}`);
  }
  await rpc.call('anvil_setTime', timestamp - 1);
  return timestamp;
}

async function findDeployBlock(rpc: JsonRpc, launchpad: Address): Promise<number> {
  const filter = {
    address: launchpad,
    topics: [OWNERSHIP_TRANSFERRED],
    fromBlock: '0x0',
    toBlock: 'latest',
  };
  const [first] = await rpc.call<{ blockNumber: Hex }[]>('eth_getLogs', filter);
  if (!first) throw new Error('the chain has the launchpad, and no trace of its deployment');
  return Number(first.blockNumber);
}
