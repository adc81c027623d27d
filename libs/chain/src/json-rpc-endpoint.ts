import { tellsContractFailure } from './contract-failure.js';
import {
  ContractCallError,
  NodeError,
  NodeRefusedError,
  NodeUnavailableError,
  RangeTooLargeError,
} from './node-error.js';
import { TimeLimit } from './time-limit.js';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface EndpointOptions {
  /** Longest time from a request to the last byte of its answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends what is under way when the program stops. */
  readonly signal?: AbortSignal;
}

/** Calls that travel in one HTTP request; providers refuse much longer batches. */
const BATCH_SIZE = 100;

/** HTTP requests under way at once, of one endpoint. */
const MAX_REQUESTS = 8;

/** What nodes and providers say of a range with too many results or blocks. */
const RANGE_TOO_LARGE =
  /too many (results|logs|blocks)|more than \d+ (results|logs)|(block|log)s? range|range (is )?too (large|wide)|exceeds? (the )?(max|limit|range)|response size|limit exceeded|query returned more|limited to .*(range|blocks|logs|results)|blocks? distance/i;

const TOO_OFTEN = /rate|too many requests|per second|capacity|throttl/i;

/** Method not found, invalid parameters, invalid request, method not supported: the next try would be answered the same. */
const REFUSED_CODES: readonly unknown[] = [-32_601, -32_602, -32_600, -32_004];

/** What nodes say that keep no receipts, or none so old. */
const NO_RECEIPTS = /not supported|unsupported|not available|prun/i;

/** One JSON-RPC node behind one URL. Asks once: who tries again, and where, is the pool's to decide. */
export class JsonRpcEndpoint {
  private readonly turns = new Turns(MAX_REQUESTS);
  private nextId = 1;

  constructor(
    private readonly url: string,
    private readonly options: EndpointOptions,
  ) {}

  /**
   * Answers to several calls, in the order asked; they travel in as few requests as may be.
   *
   * @throws NodeError when any of them has no answer
   */
  async callAll(calls: readonly RpcCall[]): Promise<unknown[]> {
    const batches: RpcCall[][] = [];
    for (let i = 0; i < calls.length; i += BATCH_SIZE) batches.push(calls.slice(i, i + BATCH_SIZE));
    const answers = await Promise.all(batches.map((batch) => this.turns.take(() => this.callBatch(batch))));
    return answers.flat();
  }

  private async callBatch(calls: readonly RpcCall[]): Promise<unknown[]> {
    const first = this.nextId;
    this.nextId += calls.length;
    const requests = calls.map((call, i) => ({ jsonrpc: '2.0', id: first + i, ...call }));
    const isSingle = requests.length === 1;
    const answer = await this.post(JSON.stringify(isSingle ? requests[0] : requests));
    // A node that cannot serve a batch at all says so once for all of it.
    const answers = Array.isArray(answer) ? (answer as unknown[]) : [answer];
    const byId = new Map<unknown, RpcAnswer>();
    for (const one of answers) {
      if (!isAnswer(one)) throw new NodeUnavailableError('the node answered something that is no JSON-RPC');
      if (one.error !== undefined && one.error !== null)
        throw toNodeError(one.error, calls[typeof one.id === 'number' ? one.id - first : 0] ?? calls[0]);
      byId.set(one.id, one);
    }
    return requests.map(({ id, method }) => {
      const found = byId.get(id);
      if (found === undefined || !('result' in found)) {
        throw new NodeUnavailableError(`the node left ${method} without an answer`);
      }
      return found.result;
    });
  }

  private async post(body: string): Promise<unknown> {
    const { timeoutMs, signal } = this.options;
    const limit = new TimeLimit(timeoutMs, signal);
    let status = 0;
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
        signal: limit.signal,
      });
      ({ status } = response);
      const text = await response.text();
      // Some providers tell what is wrong in JSON-RPC, whatever the status; these two say enough by themselves.
      if (response.ok || (![413, 429].includes(status) && text.startsWith('{')))
        return JSON.parse(text) as unknown;
      throw toHttpError(response);
    } catch (error) {
      if (error instanceof NodeError) throw error;
      if (error instanceof SyntaxError)
        throw new NodeUnavailableError(`the answer was cut short (${status})`);
      const why = limit.isOver ? `no answer within ${timeoutMs} ms` : 'no connection';
      throw new NodeUnavailableError(why, null, { cause: error });
    } finally {
      limit.lift();
    }
  }
}

interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  /** Null beside a result, from nodes that speak JSON-RPC 1.0 still. */
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

function isAnswer(value: unknown): value is RpcAnswer {
  return typeof value === 'object' && value !== null && ('result' in value || 'error' in value);
}

function toNodeError({ code, message }: NonNullable<RpcAnswer['error']>, call?: RpcCall): NodeError {
  const text = typeof message === 'string' ? message.slice(0, 300) : 'no message';
  const said = `${call?.method ?? 'the node'}: ${text} (${JSON.stringify(code)})`;
  if (call?.method === 'eth_call' && tellsContractFailure(code, message)) return new ContractCallError(said);
  if (code === 429 || TOO_OFTEN.test(text)) return new NodeUnavailableError(said);
  if (call?.method === 'eth_getLogs' && RANGE_TOO_LARGE.test(text)) return new RangeTooLargeError(said);
  const hasNone = call?.method === 'eth_getBlockReceipts' && NO_RECEIPTS.test(text);
  return hasNone || REFUSED_CODES.includes(code)
    ? new NodeRefusedError(said)
    : new NodeUnavailableError(said);
}

function toHttpError({ status, headers }: Response): NodeError {
  if (status === 429 || status === 408 || status >= 500) {
    const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
    return new NodeUnavailableError(`HTTP ${status}`, Number.isFinite(seconds) ? seconds * 1_000 : null);
  }
  return status === 413 ? new RangeTooLargeError('HTTP 413') : new NodeRefusedError(`HTTP ${status}`);
}

/** Lets so many pieces of work run at once; the others wait in line. */
class Turns {
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(size: number) {
    this.free = size;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
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
