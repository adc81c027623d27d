import type { ServerResponse } from 'node:http';

/**
 * CORS of docs/http-contract.md section 1: any origin, no cookies. A constant, so that caches need no `Vary: Origin`, and on
 * every response, so that a page can read errors too.
 */
const CORS_HEADERS: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, X-As-Of-Block, X-As-Of-Time, WWW-Authenticate',
];

/** The response to a CORS preflight, beside the default headers. Browsers keep it for two hours at most. */
export const PREFLIGHT_HEADERS: readonly string[] = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, If-None-Match, X-Api-Key, X-Min-Block, Last-Event-ID, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
  'Access-Control-Max-Age',
  '7200',
];

const FRAMES = 'X-Frame-Options';

/**
 * What every response tells a browser. Responses are data, which needs no rights at all; a page of ours, such as Swagger
 * UI, says itself what it needs instead. Any site may use the data, so that it can be embedded from anywhere.
 */
const SECURITY_HEADERS: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'Referrer-Policy',
  'no-referrer',
  'Strict-Transport-Security',
  'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options',
  'nosniff',
  FRAMES,
  'DENY',
];

/** Headers of every response, as the flat list of names and values that node:http writes fastest. */
export const DEFAULT_HEADERS: readonly string[] = [...CORS_HEADERS, ...SECURITY_HEADERS];

/**
 * The same for a page, which says itself what it needs (a Content-Security-Policy). A page that other sites may frame has no
 * X-Frame-Options, which knows no such thing.
 */
export function defaultHeadersOfPage(policy: string): readonly string[] {
  const headers = DEFAULT_HEADERS.with(DEFAULT_HEADERS.indexOf('Content-Security-Policy') + 1, policy);
  return policy.includes('frame-ancestors *') ? headers.toSpliced(headers.indexOf(FRAMES), 2) : headers;
}

/** Sets headers that are kept as a flat list of names and values. */
export function setHeaders(response: ServerResponse, flat: readonly string[]): void {
  for (let index = 0; index < flat.length; index += 2) {
    response.setHeader(flat[index] ?? '', flat[index + 1] ?? '');
  }
}
