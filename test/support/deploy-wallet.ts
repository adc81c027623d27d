import path from 'node:path';
import type { Address } from 'viem';
import { compileContracts } from '../../apps/devnet/src/contracts/compile-contracts.js';
import { toAddress, type Address as Eip55 } from '@slipway/domain';
import type { AnvilClient } from './anvil.js';
import { awaitReceipt } from './await-receipt.js';

/** As in TestWallet.sol. */
export const MANNERS = [
  'Honest',
  'Reverts',
  'BurnsAllGas',
  'ReturnsTrue',
  'ReturnsTooMuch',
  'ReturnsNothing',
] as const;

/** A contract wallet (EIP-1271) on a chain, whose owner's signatures it accepts when it is honest. */
export async function deployWallet(
  client: AnvilClient,
  owner: Address,
  manner: (typeof MANNERS)[number] = 'Honest',
): Promise<Eip55> {
  const contract = compileContracts(path.resolve(import.meta.dirname, 'contracts')).get('TestWallet');
  if (contract === undefined) throw new Error('TestWallet was not compiled');
  const [account = null] = await client.getAddresses();
  const { abi, bytecode } = contract;
  const args = [owner, MANNERS.indexOf(manner)];
  const hash = await client.deployContract({ abi, bytecode, args, account, chain: null });
  const { contractAddress } = await awaitReceipt(client, hash);
  return toAddress(contractAddress ?? '');
}
