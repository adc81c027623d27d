import { BatchLimit } from './batch-limit.js';
import {
  AccessRefusedError,
  NodeError,
  NodeRefusedError,
  NodeUnavailableError,
  RangeTooLargeError,
  RequestTooLargeError,
} from './node-error.js';
import { RefusedRequests } from './refused-requests.js';
import { parseResponse } from './parse-response.js';
import { readText } from './read-text.js';
import { toHttpError, toNodeError, type RpcCall } from './rpc-failure.js';
import { TimeLimit } from './time-limit.js';

export interface EndpointOptions {
  /** Ends the requests under way when the program stops. */
  readonly signal?: AbortSignal;
  /** HTTP requests under way at once; 8 when not given. */
  readonly maxRequests?: number;
}

/** Longer responses are not read to their end: strangers can log as much as a block holds, and it would all be in memory. */
const MAX_RESPONSE_BYTES = 32 * 2 ** 20;

/** One JSON-RPC node behind one URL. Asks once: who tries again, and where, is the pool's to decide. */
export class JsonRpcEndpoint {
  private readonly concurrency: ConcurrencyLimit;
  private readonly limit = new BatchLimit();
  private readonly refused = new RefusedRequests();
  private nextId = 1;

  constructor(
    private readonly url: string,
    private readonly options: EndpointOptions = {},
  ) {
    this.concurrency = new ConcurrencyLimit(options.maxRequests ?? 8);
  }

  /**
   * Results of several calls, in the order asked, in few requests. A batch that the node refuses as a whole is asked for in
   * halves, and later ones are smaller. What it refused is not sent again as it was.
   * @param timeoutMs longest time from a request to the last byte of its response
   * @throws NodeError when any of them has no result
   */
  async callAll(calls: readonly RpcCall[], timeoutMs: number): Promise<unknown[]> {
    const texts = calls.map((call) => JSON.stringify(call));
    const batches = this.limit.split(texts.map(({ length }) => length));
    const send = ([from, to]: readonly [number, number]): Promise<unknown[]> =>
      this.concurrency.run(() => this.send(slice({ calls, texts, timeoutMs }, from, to)));
    return (await Promise.all(batches.map(send))).flat();
  }

  private async send(batch: Batch): Promise<unknown[]> {
    const { calls, texts } = batch;
    const key = texts.join();
    try {
      this.refused.check(key);
      const results = await this.callBatch(batch);
      this.limit.accept();
      return results;
    } catch (error) {
      if (isRefusal(error)) this.refused.add(key, error);
      if (calls.length > 1 && error instanceof NodeUnavailableError) this.limit.noteFailure();
      if (!(error instanceof BatchRefusedError)) throw error;
      this.limit.shrink();
      const half = Math.ceil(calls.length / 2);
      const results = await this.send(slice(batch, 0, half));
      return [...results, ...(await this.send(slice(batch, half, calls.length)))];
    }
  }

  private async callBatch({ calls, texts, timeoutMs }: Batch): Promise<unknown[]> {
    const first = this.nextId;
    this.nextId += calls.length;
    const requests = texts.map((text, i) => `{"jsonrpc":"2.0","id":${first + i},${text.slice(1)}`);
    const isSingle = requests.length === 1;
    const body = isSingle ? (requests[0] ?? '') : `[${requests.join()}]`;
    const response = await this.post(body, timeoutMs, isSingle ? calls[0] : undefined);
    // A node that cannot serve a batch at all says so once for all of it.
    const responses = Array.isArray(response) ? (response as unknown[]) : [response];
    const byId = new Map<unknown, RpcResponse>();
    const failures: NodeError[] = [];
    for (const one of responses) {
      if (!isRpcResponse(one)) throw new NodeUnavailableError('the node sent something that is no JSON-RPC');
      if (one.error !== undefined && one.error !== null)
        failures.push(
          toNodeError(one.error, calls[typeof one.id === 'number' ? one.id - first : 0] ?? calls[0]),
        );
      byId.set(one.id, one);
    }
    const [failure] = failures;
    if (failure !== undefined) {
      const isWhole = failures.length === responses.length && !isSingle;
      throw isWhole && isRefusal(failure)
        ? new BatchRefusedError(failure.message, { cause: failure })
        : failure;
    }
    return calls.map(({ method, toItem }, i) => {
      const found = byId.get(first + i);
      if (found !== undefined && 'result' in found) {
        const { result } = found;
        return toItem === undefined || isSingle || !Array.isArray(result) ? result : result.map(toItem);
      }
      throw new NodeUnavailableError(`the node left ${method} without a response`);
    });
  }

  /** @param single the call, when it is one by itself */
  private async post(body: string, timeoutMs: number, single: RpcCall | undefined): Promise<unknown> {
    const limit = new TimeLimit(timeoutMs, this.options.signal);
    let status = 0;
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
        signal: limit.signal,
      });
      ({ status } = response);
      const text = await readText(response, MAX_RESPONSE_BYTES);
      // Some providers tell the mistake in JSON-RPC, whatever the status; these two say enough by themselves.
      if (response.ok || (![413, 429].includes(status) && text?.startsWith('{') === true)) {
        if (text === null)
          throw new RangeTooLargeError(`a response of more than ${MAX_RESPONSE_BYTES} bytes`);
        const toItem = single?.toItem;
        return toItem === undefined ? (JSON.parse(text) as unknown) : await parseResponse(text, toItem);
      }
      throw toHttpError(response);
    } catch (error) {
      // One call's response may be too long, or one body: halves may not.
      if (single === undefined && isTooLarge(error))
        throw new BatchRefusedError(error.message, { cause: error });
      if (error instanceof NodeError) throw error;
      if (error instanceof SyntaxError)
        throw new NodeUnavailableError(`the response was cut short (${status})`);
      const why = limit.isOver ? `no response within ${timeoutMs} ms` : 'no connection';
      throw new NodeUnavailableError(why, null, { cause: error });
    } finally {
      limit.lift();
    }
  }
}

interface Batch {
  readonly calls: readonly RpcCall[];
  readonly texts: readonly string[];
  readonly timeoutMs: number;
}

function slice({ calls, texts, timeoutMs }: Batch, from: number, to: number): Batch {
  return { calls: calls.slice(from, to), texts: texts.slice(from, to), timeoutMs };
}

/** The node refuses several calls in one request; it may serve each by itself. */
class BatchRefusedError extends RequestTooLargeError {}

/** Whether the node would say the same to the same request. */
function isRefusal(error: unknown): error is NodeError {
  return isTooLarge(error) || (error instanceof NodeRefusedError && !(error instanceof AccessRefusedError));
}

function isTooLarge(error: unknown): error is RangeTooLargeError | RequestTooLargeError {
  return error instanceof RangeTooLargeError || error instanceof RequestTooLargeError;
}

interface RpcResponse {
  readonly id?: unknown;
  readonly result?: unknown;
  /** Null with a result, from nodes that speak JSON-RPC 1.0 still. */
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

function isRpcResponse(value: unknown): value is RpcResponse {
  return typeof value === 'object' && value !== null && ('result' in value || 'error' in value);
}

/** Lets so many pieces of work run at once; the others wait in line. */
class ConcurrencyLimit {
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(size: number) {
    this.free = size;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}
