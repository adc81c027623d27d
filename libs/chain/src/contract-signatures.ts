import { createClient, encodeFunctionData, http, type EIP1193RequestFn, type Hex } from 'viem';
import type { Address } from '#values';
import { isContractFailure } from './contract-failure.js';

/** A sign-in waits no longer than this for a wallet contract's word. */
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
export class ContractSignatures {
  private readonly nodes: readonly EIP1193RequestFn[];

  /** @param rpcUrls nodes, asked one after the other until one can say, within {@link TIMEOUT_MS} in all */
  constructor(rpcUrls: readonly string[]) {
    const timeout = Math.floor(TIMEOUT_MS / rpcUrls.length);
    this.nodes = rpcUrls.map((url) => {
      const transport = http(url, {
        retryCount: 0,
        timeout,
        // The transport's own limit ends with the headers of the answer.
        onFetchRequest: (_request, init) => ({ ...init, signal: AbortSignal.timeout(timeout) }),
      });
      return createClient({ transport }).request;
    });
  }

  /**
   * False also for an address without code, and for a contract that fails.
   *
   * @throws Error when no node can say within 2 s
   */
  async isValid(wallet: Address, hash: Hex, signature: Hex): Promise<boolean> {
    const data = encodeFunctionData({ abi: ABI, args: [hash, signature] });
    let failure: unknown;
    for (const request of this.nodes) {
      try {
        const answer = await request<never>({
          method: 'eth_call',
          params: [{ to: wallet, data, gas: MAX_GAS }, 'latest'],
        } as never);
        return answer === MAGIC_VALUE;
      } catch (error) {
        if (isContractFailure(error)) return false;
        failure = error;
      }
    }
    throw failure;
  }
}
