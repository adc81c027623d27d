import type { Address } from 'viem';
import { toAddress, type Address as Eip55 } from '@slipway/domain';
import type { AnvilClient } from './anvil.js';
import { awaitReceipt } from './await-receipt.js';
import { testContract } from './test-contract.js';

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
  const [account = null] = await client.getAddresses();
  const { abi, bytecode } = testContract('TestWallet');
  const args = [owner, MANNERS.indexOf(manner)];
  const hash = await client.deployContract({ abi, bytecode, args, account, chain: null });
  const { contractAddress } = await awaitReceipt(client, hash);
  return toAddress(contractAddress ?? '');
}
