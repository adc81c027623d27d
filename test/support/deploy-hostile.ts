import type { Address } from 'viem';
import { toAddress, type Address as Eip55 } from '@slipway/domain';
import { awaitReceipt } from './await-receipt.js';
import type { LaunchpadFixture } from './launchpad-fixture.js';
import { testContract } from './test-contract.js';

/** As in HostileToken.sol. */
export const TOKEN_MANNERS = [
  'Honest',
  'PaysNothing',
  'PaysAnother',
  'OnlyEmits',
  'TakesAFee',
  'Reverts',
  'RevertsAtAGasPrice',
  'PaysNothingAtAGasPrice',
  'BurnsAllGas',
  'BurnsGasAtAGasPrice',
  'BurnsGasWhenRead',
  'NeedsMuchGas',
  'Reenters',
  'ReturnsTooMuch',
  'PaysNothingAfterBlocks',
] as const;

/** As in HostileDistributor.sol. */
export const DISTRIBUTOR_MANNERS = [
  'Honest',
  'OnlyEmits',
  'PaysHalf',
  'PaysItsCallerOnly',
  'BurnsAllGas',
  'BurnsGasWhenRead',
] as const;

/** A contract of `test/support/contracts`. */
export interface HostileContract {
  readonly address: Eip55;
  write(functionName: string, ...args: readonly unknown[]): Promise<void>;
}

export async function deployHostile(
  fixture: LaunchpadFixture,
  name: 'HostileToken' | 'HostileDistributor' | 'TestCollection',
  ...args: readonly Address[]
): Promise<HostileContract> {
  const { abi, bytecode } = testContract(name);
  const { client, operator } = fixture;
  const hash = await client.deployContract({
    ...{ abi, bytecode, args, account: operator, chain: null },
  });
  const address = toAddress((await awaitReceipt(client, hash)).contractAddress ?? '');
  return {
    address,
    write: async (functionName, ...given) => {
      await fixture.write({ address, abi, functionName, args: given, from: operator });
    },
  };
}
