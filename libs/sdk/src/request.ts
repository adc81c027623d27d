import type { Client } from './client.js';
import { encodeRequest } from './encode-request.js';
import { fail, isSlipwayError } from './errors.js';
import type { OperationSpec } from './operation-spec.js';
import { readBody, toError } from './read-response.js';
import { backoff, wait } from './wait.js';

export interface CallOptions {
  /** Aborts the request and every wait between attempts; the call rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  readonly retries?: number | undefined;
  /** Instead of the client's. */
  readonly timeoutMs?: number | undefined;
}

/** A response's data, and what its headers say of it. */
export interface SlipwayResponse<T> {
  readonly data: T;
  readonly status: number;
  /** The block that the data is true at; null where it is not of the chain. */
  readonly asOfBlock: number | null;
  readonly asOfTime: string | null;
  readonly requestId: string | null;
  readonly headers: Headers;
}

/** A server that asks for more is not waited for. */
const MAX_WAIT_MS = 30_000;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 5_000;
const TEMPORARY = [408, 429, 502, 503, 504];

/** Sends a request, again when that may help. */
export async function request(
  client: Client,
  spec: OperationSpec,
  params: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<SlipwayResponse<unknown>> {
  let encoded = encodeRequest(client, spec, params);
  const retries =
    (spec.method ?? 'GET') === 'GET' || spec.isRepeatable === true ? (options.retries ?? client.retries) : 0;
  for (let attempt = 0; ; attempt += 1) {
    options.signal?.throwIfAborted();
    try {
      return await send(client, spec, encoded, options);
    } catch (error) {
      if (isTooFarAhead(error) && client.minBlock !== null) {
        // The index is behind by more than it waits for: what it has is better than nothing.
        client.minBlock = null;
        encoded = encodeRequest(client, spec, params);
        continue;
      }
      const delayMs = attempt < retries ? delayBefore(error, attempt) : null;
      if (delayMs === null) throw error;
      await wait(delayMs, options.signal);
    }
  }
}

const isTooFarAhead = (error: unknown): boolean =>
  isSlipwayError(error) && 'reason' in error.details && error.details.reason === 'block_not_known';

/** How long to wait before another attempt; null when none can help. */
function delayBefore(error: unknown, attempt: number): number | null {
  if (!isSlipwayError(error)) return null;
  const { code, status, retryAfterMs } = error;
  // A feature that operators have switched off stays off.
  const isOff = code === 'service_unavailable' && error.details.feature !== undefined;
  if (isOff || !(code === 'network_error' || code === 'timeout' || TEMPORARY.includes(status))) return null;
  const ownMs = backoff(attempt, FIRST_BACKOFF_MS, MAX_BACKOFF_MS);
  if (retryAfterMs === null) return ownMs;
  return retryAfterMs > MAX_WAIT_MS ? null : retryAfterMs + ownMs / 4;
}

type EncodedRequest = ReturnType<typeof encodeRequest>;

async function send(
  client: Client,
  spec: OperationSpec,
  { url, init, name }: EncodedRequest,
  { signal, timeoutMs = client.timeoutMs }: CallOptions,
): Promise<SlipwayResponse<unknown>> {
  const cache = init.method === 'GET' && spec.accept === undefined ? client.cache : null;
  const kept = await cache?.get(url);
  signal?.throwIfAborted();
  const headers = kept === undefined ? init.headers : { ...init.headers, 'If-None-Match': kept.etag };
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
  };
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, timeoutMs);
  try {
    const response = await client.fetch(url, { ...init, headers, signal: controller.signal });
    if (spec.accept !== undefined && response.ok) return toResult(response, response);
    if (response.status === 304 && kept !== undefined) return toResult(response, JSON.parse(kept.body));
    const body = await readBody(response, client.maxResponseBytes, name);
    if (!response.ok) throw toError(response, body, name);
    const etag = response.headers.get('etag');
    const data = body.parse();
    if (etag !== null && isPublic(response)) await cache?.set(url, { etag, body: body.text });
    return toResult(response, data);
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (isSlipwayError(error)) throw error;
    if (controller.signal.aborted) throw fail('timeout', `${name}: no response within ${timeoutMs} ms`);
    throw fail('network_error', `${name}: ${messageOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    // A response that is still being read is aborted by its reader's signal.
    if (spec.accept === undefined) signal?.removeEventListener('abort', stop);
  }
}

/** Whether a response may be given to any client. */
function isPublic(response: Response): boolean {
  return !/private|no-store/.test(response.headers.get('cache-control') ?? '');
}

function messageOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return [message ?? String(error), cause?.message].filter(Boolean).join(': ');
}

function toResult(response: Response, data: unknown): SlipwayResponse<unknown> {
  const { status, headers } = response;
  const block = headers.get('x-as-of-block');
  return {
    data,
    status,
    asOfBlock: block === null ? null : Number(block),
    asOfTime: headers.get('x-as-of-time'),
    requestId: headers.get('x-request-id'),
    headers,
  };
}
