import type { Hex } from 'viem';
import type { Address } from '@slipway/domain';
import type { StateOverrides } from './allowance-override.js';
import { JsonRpcEndpoint } from './json-rpc-endpoint.js';
import { ContractCallError, InconsistentNodeError, UnreachableError } from './node-error.js';
import type { RpcCall } from './classify-refusal.js';

/** Where Multicall3 is on every chain that has it (https://www.multicall3.com). */
export const MULTICALL3_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11' as Address;

/** Without `to` it runs `data` as the code of a deployment. */
export interface ContractCall {
  readonly to?: Address;
  readonly data: Hex;
  readonly from?: Address;
  readonly gas?: Hex;
  readonly gasPrice?: Hex;
}

/** Contract calls of a process whose clients wait for them: over several nodes, with failover and a limit of time. */
export class ChainClient {
  /** In the order in which they are asked: a node that failed goes to the end. */
  private nodes: readonly JsonRpcEndpoint[];

  constructor(rpcUrls: readonly string[]) {
    // Calls do not queue: waiting would count against the limit of a client that comes later.
    this.nodes = rpcUrls.map((url) => new JsonRpcEndpoint(url, { maxRequests: Infinity }));
  }

  /**
   * `eth_call` at a block. @param timeoutMs for all nodes together; each may take an equal share of the remaining time
   * @param overrides the state that differs from the block's; a node that knows of none refuses
   * @throws ContractCallError when the contract failed; other nodes would say the same
   * @throws NodeError when no node could say
   */
  async call(
    call: ContractCall,
    block: Hex | 'latest',
    timeoutMs: number,
    overrides?: StateOverrides,
  ): Promise<Hex> {
    const isHex = (result: unknown): result is Hex => typeof result === 'string';
    const params = overrides === undefined ? [call, block] : [call, block, overrides];
    return this.ask({ method: 'eth_call', params }, isHex, timeoutMs);
  }

  /**
   * Any read. A node whose result has not the form that was asked for is passed over, as one that failed.
   *
   * @throws ContractCallError, NodeError as {@link call}
   */
  async ask<T>(request: RpcCall, isResult: (result: unknown) => result is T, timeoutMs: number): Promise<T> {
    const endsAt = performance.now() + timeoutMs;
    const { nodes } = this;
    let failure: unknown;
    for (const [i, node] of nodes.entries()) {
      try {
        const share = Math.ceil((endsAt - performance.now()) / (nodes.length - i));
        const [result] = await node.callAll([request], share);
        if (isResult(result)) return result;
        throw new InconsistentNodeError(`${request.method} returned something of another form`);
      } catch (error) {
        if (error instanceof ContractCallError) throw error;
        this.nodes = [...this.nodes.filter((other) => other !== node), node];
        // What a node said tells more than that another is away.
        if (failure === undefined || !(error instanceof UnreachableError)) failure = error;
      }
    }
    throw failure;
  }
}
