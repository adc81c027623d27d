import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { setHeaders } from '../message/headers.js';
import { FeatureSwitches } from '../operation/feature-switches.js';
import { RateLimiter, type RateLimitVerdict } from '../limits/rate-limiter.js';
import type { RenderedResponse } from './rendered-response.js';
import { csvKeyOf, prefersCsv } from './accept-csv.js';
import { ResponseCache, type CachedResponse } from './response-cache.js';
import { sendResponse } from './send-response.js';

const SHORT = /^\d{1,16}$/;

/** A request that the cache took. */
export interface ServedFromCache {
  /** The route's template. */
  readonly route: string;
  /** A promise only when something had to wait; it rejects when the client has used up its budget. */
  readonly sent: void | Promise<void>;
}

type Found = CachedResponse<RenderedResponse | Promise<RenderedResponse>>;

/**
 * What a CDN would be, in the process: repeated public reads of one version of the data, as bytes, with 304 and HEAD.
 * It stands before Express, which costs several times what such a response does. Only responses that
 * `ResponseInterceptor` remembered are served, and each asks the rate limiter that the guard asks.
 */
@Injectable()
export class ResponseCacheMiddleware {
  constructor(
    private readonly cache: ResponseCache,
    private readonly limiter: RateLimiter,
    private readonly features: FeatureSwitches,
  ) {}

  /** @returns null when the request must take the pipeline, which also has the words for a switched-off feature */
  serve(request: IncomingMessage, response: ServerResponse, requestId: string): ServedFromCache | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const found = this.find(request);
    if (found === undefined) return null;
    const { route, rendered, operation } = found;
    if (!isFreshEnough(request, rendered)) return null;
    if (operation.flag !== null && !this.features.isOn(operation.flag)) return null;
    const send = ({ headers, refusal }: RateLimitVerdict): void | Promise<void> => {
      if (refusal === null && !(rendered instanceof Promise))
        return sendResponse(request, response, requestId, rendered, headers);
      const loaded = refusal === null ? rendered : Promise.reject<RenderedResponse>(refusal);
      return Promise.resolve(loaded).then(
        (known) => sendResponse(request, response, requestId, known, headers),
        (error: unknown) => {
          setHeaders(response, headers);
          throw error;
        },
      );
    };
    const verdict = this.limiter.count(request, this.limiter.limitOf(operation.limit));
    return { route, sent: verdict instanceof Promise ? verdict.then(send) : send(verdict) };
  }

  private find({ url = '', headers }: IncomingMessage): Found | undefined {
    // All that ask for a page at a new block would else take the pipeline, to wait there for the first of them.
    const find = (key: string): Found | undefined => this.cache.find(key) ?? this.cache.loading(key);
    if (!prefersCsv(headers.accept)) return find(url);
    const json = find(url);
    return json?.operation.csv === null ? json : find(csvKeyOf(url));
  }
}

/** A block that is later, or none, or not known yet, is for the pipeline to see. */
function isFreshEnough(
  { headers }: IncomingMessage,
  rendered: RenderedResponse | Promise<RenderedResponse>,
): boolean {
  const minBlock = headers['x-min-block'];
  if (minBlock === undefined) return true;
  if (rendered instanceof Promise) return false;
  const { asOf } = rendered;
  return typeof minBlock === 'string' && SHORT.test(minBlock) && (asOf?.block ?? -1n) >= BigInt(minBlock);
}
