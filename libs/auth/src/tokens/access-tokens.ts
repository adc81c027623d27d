import { randomUUID } from 'node:crypto';
import type { JwtService } from '@nestjs/jwt';
import type { Address, Clock } from '@slipway/domain';
import { type SigningKeySet } from '../keys/signing-key-set.js';
import { readTokenClaims } from './read-token-claims.js';
import { readTokenHeader } from './read-token-header.js';
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
