import { Injectable } from '@nestjs/common';
import { encodeFunctionData, type Hex } from 'viem';
import type { Address } from '@slipway/domain';
import { ChainClient } from './chain-client.js';
import { ContractCallError } from './node-error.js';

/** A sign-in waits no longer than this for the call of a wallet contract. */
const TIMEOUT_MS = 2_000;

/** Checks of several passkeys stay far below; a contract made to burn our node's time does not. */
const MAX_GAS: Hex = '0x4c4b40';

const ABI = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
    outputs: [{ type: 'bytes4' }],
  },
] as const;

/** EIP-1271's one way to say yes, as the ABI pads it. Precompiles that echo their input say something longer. */
const MAGIC_VALUE = `0x1626ba7e${'0'.repeat(56)}`;

/** Asks contract wallets on chain whether a signature is theirs (EIP-1271). */
@Injectable()
export class ContractSignatures {
  constructor(private readonly chain: ChainClient) {}

  /** False also for an address without code, and for a contract that fails. @throws NodeError when no node can say within 2 s */
  async isValid(wallet: Address, hash: Hex, signature: Hex): Promise<boolean> {
    const data = encodeFunctionData({ abi: ABI, args: [hash, signature] });
    try {
      const result = await this.chain.call({ to: wallet, data, gas: MAX_GAS }, 'latest', TIMEOUT_MS);
      return result === MAGIC_VALUE;
    } catch (error) {
      if (error instanceof ContractCallError) return false;
      throw error;
    }
  }
}
