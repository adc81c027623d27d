import { JsonRpcEndpoint } from '@slipway/chain';

/** One call of a JSON-RPC node. */
export interface RpcCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A node may take long over a batch of blocks while it writes its state. */
const TIMEOUT_MS = 60_000;

/** JSON-RPC in batches: many calls, few round trips. A node may carry them out in any order. */
export class JsonRpc {
  private readonly endpoint: JsonRpcEndpoint;

  constructor(url: string) {
    this.endpoint = new JsonRpcEndpoint(url);
  }

  /** @throws NodeError when the node refuses the call */
  async call<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const [result] = await this.batch([{ method, params }]);
    return result as T;
  }

  /**
   * @returns the results in the order of the calls
   * @throws NodeError of the first call that the node refuses
   */
  batch(calls: readonly RpcCall[]): Promise<unknown[]> {
    return this.endpoint.callAll(
      calls.map(({ method, params = [] }) => ({ method, params })),
      TIMEOUT_MS,
    );
  }
}
