import type { Caching } from '../operation/operation-metadata.js';

/**
 * How a response may be kept: as its operation says; for a day once no later block can change it; for good under a name of its
 * content.
 */
export type CachePolicy = Caching | 'final' | 'hashed';

/**
 * Headers of each policy, as flat names and values (docs/http-contract.md section 1, Caching). Browsers revalidate each time: with
 * `stale-while-revalidate` in `Cache-Control` a page that polls shows the response of the poll before. Shared caches read
 * `CDN-Cache-Control` (RFC 9213) and may be two seconds old.
 */
export const CACHE_HEADERS: Readonly<Record<CachePolicy, readonly string[]>> = {
  block: [
    'Cache-Control',
    'public, max-age=0, s-maxage=2, stale-if-error=300',
    'CDN-Cache-Control',
    'public, max-age=2, stale-while-revalidate=2, stale-if-error=300',
  ],
  minute: ['Cache-Control', 'public, max-age=60, stale-if-error=300'],
  final: ['Cache-Control', 'public, max-age=86400, immutable'],
  hashed: ['Cache-Control', 'public, max-age=31536000, immutable'],
  revalidate: ['Cache-Control', 'no-cache'],
  private: ['Cache-Control', 'private, no-store'],
};

/** Of a public read that found nothing. */
export const NOT_FOUND_CACHE_CONTROL = 'public, max-age=0, s-maxage=2';
