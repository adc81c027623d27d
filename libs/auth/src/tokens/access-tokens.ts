import { randomUUID } from 'node:crypto';
import type { JwtService } from '@nestjs/jwt';
import { parseAddress, type Address, type Clock } from '@slipway/domain';
import type { SigningKeySet } from '../keys/signing-key-set.js';
import type { TokenIdentity } from './token-identity.js';
import { TOKEN_LIFETIME_SECONDS } from '../keys/token-lifetime.js';

/** Who issues tokens, and for what: both follow from the API's public base URL, the same on every instance. */
export interface TokenAuthority {
  readonly issuer: string;
  readonly audience: string;
}

/** A fresh token and what it says. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly identity: TokenIdentity;
}

/** Tokens seen lately, with what they say: a signature is checked once, not with every request. */
const MAX_REMEMBERED = 5_000;

/** Signs and checks access tokens: ES256, `typ: at+jwt`, 60 minutes (docs/http-contract.md section 5, Auth). */
export class AccessTokens {
  private readonly remembered = new Map<string, { readonly kid: string; readonly identity: TokenIdentity }>();

  constructor(
    private readonly jwt: JwtService,
    private readonly keys: SigningKeySet,
    readonly authority: TokenAuthority,
    private readonly clock: Clock,
  ) {}

  issue(wallet: Address): IssuedToken {
    const now = this.clock.now();
    const { privatePem, kid } = this.keys.signer(now);
    const iat = Math.floor(now.getTime() / 1_000);
    const identity = {
      wallet,
      jti: randomUUID(),
      issuedAt: new Date(iat * 1_000),
      expiresAt: new Date((iat + TOKEN_LIFETIME_SECONDS) * 1_000),
    };
    const { issuer, audience } = this.authority;
    const claims = { iss: issuer, aud: audience, sub: wallet, iat, exp: iat + TOKEN_LIFETIME_SECONDS };
    const accessToken = this.jwt.sign(
      { ...claims, jti: identity.jti },
      { privateKey: privatePem, algorithm: 'ES256', header: { alg: 'ES256', typ: 'at+jwt', kid } },
    );
    return { accessToken, identity };
  }

  /** Whom a token speaks for; null when it is not one of ours and of now. Says nothing about revocation. */
  verify(token: string): TokenIdentity | null {
    const now = this.clock.now();
    const known = this.remembered.get(token);
    if (known !== undefined && known.identity.expiresAt > now && this.keys.find(known.kid, now) !== null) {
      return known.identity;
    }
    this.remembered.delete(token);
    const kid = readTokenHeader(token);
    const key = kid === null ? null : this.keys.find(kid, now);
    if (key === null) return null;
    const identity = this.check(token, key.publicPem, now);
    if (identity !== null) this.remember(token, key.kid, identity);
    return identity;
  }

  private check(token: string, publicKey: string, now: Date): TokenIdentity | null {
    try {
      const claims = this.jwt.verify<Record<string, unknown>>(token, {
        publicKey,
        algorithms: ['ES256'],
        issuer: this.authority.issuer,
        audience: this.authority.audience,
        clockTimestamp: Math.floor(now.getTime() / 1_000),
      });
      return readTokenClaims(claims, now);
    } catch {
      // Whatever it was, the caller is told the same.
      return null;
    }
  }

  private remember(token: string, kid: string, identity: TokenIdentity): void {
    this.remembered.set(token, { kid, identity });
    for (const oldest of this.remembered.keys()) {
      if (this.remembered.size <= MAX_REMEMBERED) break;
      this.remembered.delete(oldest);
    }
  }
}

/** No token of ours is longer than some 600 characters. */
const MAX_TOKEN_LENGTH = 2_048;

const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * The `kid` of a token whose header is exactly what this service writes: `alg` ES256, `typ` at+jwt (RFC 9068) and `kid`. Every
 * other member (`crit`, `jku`, `x5u`, `jwk`, ..) is refused. So nothing in a header can ask for another key or another reading.
 */
function readTokenHeader(token: string): string | null {
  if (token.length > MAX_TOKEN_LENGTH || !COMPACT_JWS.test(token)) return null;
  const header = parseHeader(token.slice(0, token.indexOf('.')));
  if (header === null || Object.keys(header).length !== 3) return null;
  const { alg, typ, kid } = header;
  return alg === 'ES256' && typ === 'at+jwt' && typeof kid === 'string' ? kid : null;
}

function parseHeader(segment: string): Readonly<Record<string, unknown>> | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString());
    return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Clocks of our instances may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 5;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The identity in a token's claims, whose signature, issuer and audience were checked before. Takes only what this
 * service writes: `sub` as EIP-55, `jti` a UUID, and `exp` no later than a lifetime after `iat`.
 *
 * @returns null when a claim is missing, has another form, or the token is not of now
 */
function readTokenClaims(claims: unknown, now: Date): TokenIdentity | null {
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
