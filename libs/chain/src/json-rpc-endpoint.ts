import { BatchLimit } from './batch-limit.js';
import {
  BatchTooLargeError,
  NodeError,
  NodeUnavailableError,
  RangeTooLargeError,
  RequestTooLargeError,
  ThrottledError,
  UnexplainedError,
  UnreachableError,
} from './node-error.js';
import { RefusedRequests } from './refusal-memory.js';
import { readResponse } from './read-response.js';
import { meansLater, toNodeError, type Failure, type RpcCall } from './classify-refusal.js';
import { TimeLimit } from './time-limit.js';

export interface EndpointOptions {
  /** Ends the requests under way when the program stops. */
  readonly signal?: AbortSignal;
  /** HTTP requests under way at once; 8 when not given. */
  readonly maxRequests?: number;
}

/** What came of one call. */
export type Outcome = { readonly result: unknown } | { readonly error: NodeError };

/** Longer responses are not read to their end: strangers can log as much as a block holds, and it would all be in memory. */
const MAX_RESPONSE_BYTES = 32 * 2 ** 20;

/** So much of a response has to come within the time that a request has. */
const BYTES_IN_TIME = 4 * 2 ** 20;

/** One JSON-RPC node behind one URL. Asks once: who tries again, and where, is the pool's to decide. */
export class JsonRpcEndpoint {
  private readonly concurrency: ConcurrencyLimit;
  private readonly limit = new BatchLimit();
  private readonly refused = new RefusedRequests();
  private nextId = 1;
  /** HTTP requests that were sent. */
  requests = 0;

  constructor(
    private readonly url: string,
    private readonly options: EndpointOptions = {},
  ) {
    this.concurrency = new ConcurrencyLimit(options.maxRequests ?? 8);
  }

  /** Results of several calls, in the order asked. @throws NodeError when any of them has no result; see {@link outcomes} */
  async callAll(calls: readonly RpcCall[], timeoutMs: number): Promise<unknown[]> {
    return (await this.outcomes(calls, timeoutMs)).map((outcome) => {
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    });
  }

  /**
   * What comes of several calls, in the order asked, in few requests. A batch that the node refuses as a whole is asked for in
   * halves, and later ones are smaller. What it surely refuses is not sent again as it was.
   * @param timeoutMs longest time from a request to its response, and for each {@link BYTES_IN_TIME} of it
   */
  async outcomes(calls: readonly RpcCall[], timeoutMs: number): Promise<Outcome[]> {
    const texts = calls.map((call) => JSON.stringify(call));
    const batches = this.limit.split(texts.map(({ length }) => length));
    const send = ([from, to]: readonly [number, number]): Promise<Outcome[]> =>
      this.concurrency.run(() => this.send(slice({ calls, texts, timeoutMs }, from, to)));
    return (await Promise.all(batches.map(send))).flat();
  }

  private async send(batch: Batch): Promise<Outcome[]> {
    const { calls, texts } = batch;
    const text = texts.join();
    const known = this.refused.find(calls, text);
    if (known instanceof BatchTooLargeError) return this.sendHalves(batch);
    if (known !== null) return calls.map(() => ({ error: known }));
    const response = await this.post(batch).catch((error: unknown) => {
      if (error instanceof NodeError) return error;
      throw error;
    });
    const outcomes = response instanceof NodeError ? response : this.toOutcomes(response, batch);
    if (!(outcomes instanceof NodeError)) {
      for (const [i, outcome] of outcomes.entries())
        if ('error' in outcome) this.refused.add(calls.slice(i, i + 1), texts[i] ?? '', outcome.error);
      this.limit.accept(outcomes.filter((outcome) => 'result' in outcome).length, calls.length);
      return outcomes;
    }
    if (calls.length > 1 && isTooLarge(outcomes)) {
      this.refused.add(calls, text, new BatchTooLargeError(outcomes.message, { cause: outcomes }));
      this.limit.shrink(calls.length, text.length);
      return this.sendHalves(batch);
    }
    if (calls.length === 1) this.refused.add(calls, text, outcomes);
    const isUnexplained = outcomes instanceof UnexplainedError;
    const isLasting =
      !(outcomes instanceof ThrottledError) && this.limit.noteFailure(calls.length, isUnexplained);
    if (isUnexplained && isLasting && calls.length > 1) return this.sendHalves(batch);
    return calls.map(() => ({ error: outcomes }));
  }

  private async sendHalves(batch: Batch): Promise<Outcome[]> {
    const { length } = batch.calls;
    const half = Math.ceil(length / 2);
    const outcomes = await this.send(slice(batch, 0, half));
    const [first] = outcomes;
    // The same refusal of one call by itself: it is not for the number of calls, and the others would be asked in vain.
    const isInVain =
      half === 1 && first !== undefined && 'error' in first && first.error instanceof UnexplainedError;
    const isAsBefore = half > 1 && outcomes.every((outcome) => outcome === first);
    if (first !== undefined && (isInVain || isAsBefore)) return batch.calls.map(() => first);
    return [...outcomes, ...(await this.send(slice(batch, half, length)))];
  }

  /** @returns the error when it is of the request as a whole */
  private toOutcomes({ body, ...http }: Response, { calls, first }: Batch): Outcome[] | NodeError {
    const isSingle = calls.length === 1;
    const asWhole = { call: isSingle ? (calls[0] ?? null) : null, calls: calls.length };
    const parts = Array.isArray(body) ? (body as unknown[]) : [body];
    if (meansLater(http.status)) return toNodeError({ ...http, ...errorOf(parts[0]) }, asWhole);
    const byId = new Map<number, RpcResponse>();
    for (const part of parts) {
      const isWhole = !Array.isArray(body) && !isSingle;
      if (isWhole || !isRpcResponse(part)) return toNodeError({ ...http, ...errorOf(part) }, asWhole);
      // Some send ids back as text.
      byId.set(isSingle && part.id === null ? first : Number(textOf(part.id)), part);
    }
    const outcomes = calls.map((call, i): Outcome => {
      const part = byId.get(first + i);
      if (part === undefined)
        return { error: new NodeUnavailableError(`the node left ${call.method} without a response`) };
      if (part.error !== undefined && part.error !== null)
        return { error: toNodeError({ ...http, ...errorOf(part) }, { call, calls: calls.length }) };
      const { result } = part;
      const isConverted = call.toItem === undefined || isSingle || !Array.isArray(result);
      return { result: isConverted ? result : (result as unknown[]).map(call.toItem) };
    });
    return wholeFailure(outcomes) ?? outcomes;
  }

  /** @throws NodeError when nothing came that can be read */
  private async post(batch: Batch): Promise<Response> {
    const { calls, texts, timeoutMs } = batch;
    batch.first = this.nextId;
    this.requests += 1;
    this.nextId += calls.length;
    const requests = texts.map((text, i) => `{"jsonrpc":"2.0","id":${batch.first + i},${text.slice(1)}`);
    const limit = new TimeLimit(timeoutMs, this.options.signal);
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        body: requests.length === 1 ? (requests[0] ?? '') : `[${requests.join()}]`,
        headers: { 'Content-Type': 'application/json' },
        signal: limit.signal,
      });
      const { status } = response;
      const toItem = calls.length === 1 ? calls[0]?.toItem : undefined;
      const body = renewing(response.body ?? [], limit);
      const read = await readResponse(body, MAX_RESPONSE_BYTES, toItem);
      if (read === null) throw new RangeTooLargeError(`a response of more than ${MAX_RESPONSE_BYTES} bytes`);
      if (!read.isJson && response.ok)
        throw new NodeUnavailableError(`the response is no JSON, or was cut short (${status})`);
      return { status, retryAfter: response.headers.get('Retry-After'), body: read.body };
    } catch (error) {
      if (error instanceof NodeError) throw error;
      const why = limit.isOver ? `no response within ${timeoutMs} ms` : 'no connection';
      throw new UnreachableError(why, null, { cause: error });
    } finally {
      limit.lift();
    }
  }
}

/** A long response is read slowly where several are, and the machine has other work: it has time again for each part of it. */
async function* renewing(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: TimeLimit,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes >= BYTES_IN_TIME) {
      bytes = 0;
      limit.renew();
    }
    yield chunk;
  }
}

interface Response extends Pick<Failure, 'status' | 'retryAfter'> {
  /** JSON, or the text of a response that is none. */
  readonly body: unknown;
}

interface Batch {
  readonly calls: readonly RpcCall[];
  readonly texts: readonly string[];
  readonly timeoutMs: number;
  /** The id of the first call, as it was sent. */
  first: number;
}

function slice({ calls, texts, timeoutMs }: Omit<Batch, 'first'>, from: number, to: number): Batch {
  return { calls: calls.slice(from, to), texts: texts.slice(from, to), timeoutMs, first: 0 };
}

interface RpcResponse {
  readonly id?: unknown;
  readonly result?: unknown;
  /** Null with a result, from nodes that speak JSON-RPC 1.0 still. */
  readonly error?: object | null;
}

/** Whatever begins with a brace need not be JSON-RPC. */
function isRpcResponse(value: unknown): value is RpcResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { error } = value as { readonly error?: unknown };
  return typeof error === 'object' && error !== null ? true : 'result' in value;
}

function textOf(id: unknown): string {
  return typeof id === 'number' || typeof id === 'string' ? String(id).slice(0, 20) : 'none';
}

/** Code and words of an error, which gateways put elsewhere than JSON-RPC does. */
function errorOf(part: unknown): Pick<Failure, 'code' | 'message' | 'data'> {
  if (typeof part === 'string') return part.trimStart().startsWith('<') ? {} : { message: part };
  if (typeof part !== 'object' || part === null) return {};
  const { error, code, message } = part as { error?: unknown; code?: unknown; message?: unknown };
  if (typeof error === 'object' && error !== null) return error;
  return { code, message: typeof error === 'string' ? error : message };
}

function isTooLarge(error: NodeError): boolean {
  return error instanceof RequestTooLargeError || error instanceof RangeTooLargeError;
}

/** What is said of each call in the same words, or of one while the others have no response, is said of all of them. */
function wholeFailure(outcomes: readonly Outcome[]): NodeError | null {
  const [first] = outcomes;
  if (first === undefined || outcomes.length === 1 || outcomes.some((outcome) => 'result' in outcome))
    return null;
  const errors = outcomes.map((outcome) => ('error' in outcome ? outcome.error : null));
  const tooLarge = errors.find((error) => error instanceof BatchTooLargeError);
  if (tooLarge !== undefined) return tooLarge;
  const isSame = errors.every((error) => error?.constructor === errors[0]?.constructor);
  const [error] = errors;
  if (!isSame || error === null || error === undefined) return null;
  return error instanceof UnexplainedError || isTooLarge(error) ? error : null;
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
