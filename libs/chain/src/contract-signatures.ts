import { Injectable } from '@nestjs/common';
import {
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  parseErc6492Signature,
  type Hex,
} from 'viem';
import type { Address } from '@slipway/domain';
import { ChainClient, type ContractCall } from './chain-client.js';
import { ContractCallError } from './node-error.js';

/** A sign-in waits no longer than this for the calls of a wallet contract. */
const TIMEOUT_MS = 2_000;

/** A deployment and checks of several passkeys stay far below; a contract made to burn our node's time does not. */
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

/** How the universal validator says yes. */
const VALID = '0x01';

/** The signature inside an EIP-6492 wrapping; without a wrapping, or with one that cannot be read, the signature itself. */
export function unwrapSignature(signature: Hex): Hex {
  try {
    return parseErc6492Signature(signature).signature;
  } catch {
    return signature;
  }
}

/** Asks contract wallets whether a signature is theirs: deployed ones by EIP-1271, others as they would be deployed (EIP-6492). */
@Injectable()
export class ContractSignatures {
  constructor(private readonly chain: ChainClient) {}

  /**
   * A wrapped signature is unwrapped for a wallet that is deployed. Where there is no code, one `eth_call` of the universal
   * validator deploys the wallet by the factory that the wrapping names, and asks it about the inner signature.
   *
   * @returns false also for an address without code, and for a contract that fails
   * @throws NodeError when no node can say within 2 s
   */
  async isValid(wallet: Address, hash: Hex, signature: Hex): Promise<boolean> {
    const endsAt = performance.now() + TIMEOUT_MS;
    const inner = unwrapSignature(signature);
    const data = encodeFunctionData({ abi: ABI, args: [hash, inner] });
    const result = await this.call({ to: wallet, data }, endsAt);
    // A wallet with code returns something.
    if (result !== '0x' || inner === signature) return result === MAGIC_VALUE;
    const validation = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [wallet, hash, signature],
    });
    return (await this.call({ data: validation }, endsAt)) === VALID;
  }

  /** @returns null when the contract fails */
  private async call(call: ContractCall, endsAt: number): Promise<Hex | null> {
    try {
      const timeoutMs = Math.max(1, endsAt - performance.now());
      return await this.chain.call({ ...call, gas: MAX_GAS }, 'latest', timeoutMs);
    } catch (error) {
      if (error instanceof ContractCallError) return null;
      throw error;
    }
  }
}
