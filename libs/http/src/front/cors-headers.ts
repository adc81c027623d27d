/**
 * CORS of contract section 1: any origin, no cookies. A constant, so that caches need no `Vary: Origin`, and on
 * every answer, so that a page can read errors too.
 */
const EXPOSED_HEADERS =
  'ETag, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, X-As-Of-Block, X-As-Of-Time';

/** On every answer. */
export const CORS_HEADERS: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED_HEADERS,
];

/** What answers a CORS preflight, beside the common headers. Browsers keep it for two hours at most. */
export const PREFLIGHT_HEADERS: readonly string[] = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, If-None-Match, X-Api-Key, X-Min-Block, Last-Event-ID, Mcp-Protocol-Version',
  'Access-Control-Max-Age',
  '7200',
];
