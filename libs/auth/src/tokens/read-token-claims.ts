import { parseAddress } from '@slipway/domain';
import type { TokenIdentity } from './token-identity.js';
import { TOKEN_LIFETIME_SECONDS } from '../keys/token-lifetime.js';

/** Clocks of our instances may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 5;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The identity in a token's claims, whose signature, issuer and audience were checked before. Takes only what this
 * service writes: `sub` as EIP-55, `jti` a UUID, and `exp` no later than a lifetime after `iat`.
 *
 * @returns null when a claim is missing, has another form, or the token is not of now
 */
export function readTokenClaims(claims: unknown, now: Date): TokenIdentity | null {
  if (typeof claims !== 'object' || claims === null) return null;
  const { sub, jti, iat, exp } = claims as Readonly<Record<string, unknown>>;
  const wallet = typeof sub === 'string' ? parseAddress(sub) : null;
  if (wallet === null || wallet !== sub || typeof jti !== 'string' || !UUID.test(jti)) return null;
  if (!isSeconds(iat) || !isSeconds(exp) || exp > iat + TOKEN_LIFETIME_SECONDS) return null;
  const seconds = now.getTime() / 1_000;
  if (exp <= seconds || iat > seconds + CLOCK_TOLERANCE_SECONDS) return null;
  return { wallet, jti, issuedAt: new Date(iat * 1_000), expiresAt: new Date(exp * 1_000) };
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
