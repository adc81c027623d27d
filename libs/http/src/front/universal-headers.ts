import { CORS_HEADERS } from './cors-headers.js';

/**
 * What every answer tells a browser. Answers are data, which needs no rights at all; a page of ours, such as Swagger
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
  'X-Frame-Options',
  'DENY',
];

/** Headers of every answer, as the flat list of names and values that node:http writes fastest. */
export const UNIVERSAL_HEADERS: readonly string[] = [...CORS_HEADERS, ...SECURITY_HEADERS];

/** The same for a page, which says itself what it needs (a Content-Security-Policy). */
export function universalHeadersOfPage(policy: string): readonly string[] {
  const at = UNIVERSAL_HEADERS.indexOf('Content-Security-Policy') + 1;
  return UNIVERSAL_HEADERS.with(at, policy);
}
