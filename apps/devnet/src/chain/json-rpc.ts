/** One call of a JSON-RPC node. */
export interface RpcCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** The node answered, and the answer is an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly method: string,
    readonly code: number,
    message: string,
  ) {
    super(`${method}: ${message}`);
  }
}

interface RpcAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A node may take long over a batch of blocks while it writes its state. */
const TIMEOUT_MS = 60_000;

/** JSON-RPC in batches: many calls, one round trip. A node may carry them out in any order. */
export class JsonRpc {
  private lastId = 0;

  constructor(readonly url: string) {}

  /** @throws RpcError when the node refuses the call */
  async call<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const [result] = await this.batch([{ method, params }]);
    return result as T;
  }

  /**
   * Sends calls as one batch.
   *
   * @returns the results in the order of the calls
   * @throws RpcError of the first call that the node refuses
   */
  async batch(calls: readonly RpcCall[]): Promise<unknown[]> {
    if (calls.length === 0) return [];
    const firstId = this.lastId + 1;
    this.lastId += calls.length;
    const body = calls.map(({ method, params }, i) => ({
      jsonrpc: '2.0',
      id: firstId + i,
      method,
      params: params ?? [],
    }));
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the node answered with status ${response.status}`);
    const answers = new Map(((await response.json()) as RpcAnswer[]).map((answer) => [answer.id, answer]));
    return calls.map(({ method }, i) => {
      const answer = answers.get(firstId + i);
      if (answer === undefined) throw new Error(`${method}: the node left the call unanswered`);
      if (answer.error) throw new RpcError(method, answer.error.code, answer.error.message);
      return answer.result;
    });
  }
}
