import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AccessTokens } from '../tokens/access-tokens.js';
import { RevokedTokensRepository } from '../tokens/revoked-tokens.repository.js';
import type { TokenIdentity } from '../tokens/token-identity.js';
import { readBearerToken } from './bearer-token.js';

/** Tokens revoked through this instance, or found revoked by it, which public operations need not ask for. */
const MAX_KNOWN_REVOKED = 10_000;

/**
 * Who sends a request: verified once, however many guards and handlers ask for it.
 *
 * `verifySignature` never waits and never fails, for what only chooses a budget. `verifyNotRevoked` also asks whether the
 * token was revoked, for what decides about access.
 */
@Injectable()
export class TokenAuthenticator {
  private readonly signed = new WeakMap<IncomingMessage, TokenIdentity | null>();
  private readonly verified = new WeakMap<IncomingMessage, Promise<TokenIdentity | null>>();
  private readonly knownRevoked = new Set<string>();

  constructor(
    private readonly tokens: AccessTokens,
    private readonly revoked: RevokedTokensRepository,
  ) {}

  /**
   * The wallet of a token that is signed, of now, and not revoked as far as this instance knows; null without one.
   * Costs nothing without a token, and a look into memory for one that was seen before.
   */
  verifySignature(request: IncomingMessage): TokenIdentity | null {
    const known = this.signed.get(request);
    if (known !== undefined) return known;
    const token = readBearerToken(request);
    if (token === null) return null;
    const identity = token === '' ? null : this.tokens.verify(token);
    const valid = identity === null || this.knownRevoked.has(identity.jti) ? null : identity;
    this.signed.set(request, valid);
    return valid;
  }

  /**
   * The same, refused as well when any instance has revoked the token.
   *
   * @throws the database's error when it cannot be asked: no token is accepted on a guess
   */
  verifyNotRevoked(request: IncomingMessage): Promise<TokenIdentity | null> {
    const known = this.verified.get(request);
    if (known !== undefined) return known;
    const verified = this.verify(this.verifySignature(request));
    this.verified.set(request, verified);
    return verified;
  }

  /** Refuses a token from now on, on every instance. */
  async revoke(identity: TokenIdentity): Promise<void> {
    await this.revoked.add(identity);
    this.rememberRevoked(identity);
  }

  private async verify(identity: TokenIdentity | null): Promise<TokenIdentity | null> {
    if (identity === null || !(await this.revoked.has(identity))) return identity;
    this.rememberRevoked(identity);
    return null;
  }

  private rememberRevoked({ jti }: TokenIdentity): void {
    this.knownRevoked.add(jti);
    for (const oldest of this.knownRevoked) {
      if (this.knownRevoked.size <= MAX_KNOWN_REVOKED) break;
      this.knownRevoked.delete(oldest);
    }
  }
}
