import { numberToHex, type Hex } from 'viem';
import { ContractCallError } from '@slipway/chain';
import type { JsonRpc } from '../chain/json-rpc.js';
import { DeployError } from './deploy-error.js';

/** Opcodes that the contracts' code has, and a deployment that returns the word 1 by each: nothing is sent. */
const NEEDED: readonly (readonly [opcode: string, since: string, initcode: Hex])[] = [
  // PUSH1 1, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN
  ['PUSH0', 'Shanghai', '0x60015f5260205ff3'],
  // PUSH1 1, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, PUSH1 32, MCOPY, PUSH1 32, PUSH1 32, RETURN
  ['MCOPY', 'Cancun', ('0x6001600052602060006020' + '5e' + '60206020f3') as Hex],
];

/** The EVM version that the contracts are compiled for. */
export const EVM_VERSION = 'Cancun';

/** @throws DeployError when the chain does not know an opcode of the contracts */
export async function checkEvm(rpc: JsonRpc): Promise<void> {
  for (const [opcode, since, data] of NEEDED) {
    if (await returnsOne(rpc, data)) continue;
    throw new DeployError(
      `this chain does not know ${opcode}, which came with ${since}: the contracts need ${EVM_VERSION}, and nothing was sent`,
    );
  }
}

async function returnsOne(rpc: JsonRpc, data: Hex): Promise<boolean> {
  try {
    return (await rpc.call<unknown>('eth_call', { data }, 'latest')) === numberToHex(1, { size: 32 });
  } catch (error) {
    if (error instanceof ContractCallError) return false;
    throw error;
  }
}
