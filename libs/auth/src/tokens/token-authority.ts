import type { TokenAuthority } from './access-tokens.js';

/** Tokens are issued by the origin that publishes the keys, for the interface below it. */
export function authorityOf(publicBaseUrl: string): TokenAuthority {
  return { issuer: new URL(publicBaseUrl).origin, audience: publicBaseUrl };
}
