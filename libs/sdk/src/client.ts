import { fail } from './errors.js';
import type { ResponseCache } from './response-cache.js';

/** `fetch`, as much of it as the SDK needs. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** The API with its prefix, such as `https://api.example.org/v1`. In a page, `/v1` is of the page's own origin. */
  readonly baseUrl: string;
  /** An access token; `signIn` sets it too. */
  readonly token?: string | null | undefined;
  /** A builder's key, sent as `X-Api-Key`. */
  readonly key?: string | null | undefined;
  /** Instead of the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Keeps public responses by their ETag. None by default: a browser has its own. */
  readonly cache?: ResponseCache | null | undefined;
  /** How often a request that may be repeated is sent again. 2 by default. */
  readonly retries?: number | undefined;
  /** How long one attempt may take. 30 seconds by default. */
  readonly timeoutMs?: number | undefined;
  /** The largest response that is read. 64 MB by default. */
  readonly maxResponseBytes?: number | undefined;
}

/** A plain object; nothing of it is shared with other clients. */
export interface Client {
  readonly baseUrl: string;
  /** The access token that requests carry. Set and cleared by `signIn` and `signOut`, or by you. */
  token: string | null;
  readonly key: string | null;
  /**
   * A block that your page knows of, such as that of its transaction: requests are served at it or later. `send` sets it for a minute
   * where it is given the client; null asks for nothing.
   */
  minBlock: number | null;
  readonly fetch: Fetch;
  readonly cache: ResponseCache | null;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * A client of one API.
 *
 * @throws SlipwayError `invalid_argument` when `baseUrl` is no URL of http or https
 */
export function createClient(options: ClientOptions): Client {
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    token: options.token ?? null,
    key: options.key ?? null,
    minBlock: null,
    // Looked up at each call, so that a page may replace it; called without a receiver, as browsers demand.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    cache: options.cache ?? null,
    retries: options.retries ?? 2,
    timeoutMs: options.timeoutMs ?? 30_000,
    maxResponseBytes: options.maxResponseBytes ?? MAX_RESPONSE_BYTES,
  };
}

function readBaseUrl(text: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  let url: URL;
  try {
    url = new URL(text, page);
  } catch (cause) {
    throw fail('invalid_argument', 'baseUrl must be a URL, such as https://api.example.org/v1', { cause });
  }
  if (!/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw fail(
      'invalid_argument',
      'baseUrl must be of http or https, without credentials, query and fragment',
    );
  return url.href.replace(/\/+$/, '');
}
