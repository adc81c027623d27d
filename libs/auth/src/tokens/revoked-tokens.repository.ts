import { Injectable } from '@nestjs/common';
import { Pool } from '#database';
import type { TokenIdentity } from './token-identity.js';

const FIND = { name: 'find-revoked-token', text: 'SELECT 1 FROM revoked_tokens WHERE jti = $1' };
const REVOKE = `INSERT INTO revoked_tokens (jti, expires_at) VALUES ($1, $2) ON CONFLICT (jti) DO NOTHING`;
const FORGET_EXPIRED = 'DELETE FROM revoked_tokens WHERE expires_at < now()';

const FORGET_INTERVAL_MS = 60_000;

/**
 * Tokens that were signed out. Asked with every request that needs a token: one lookup by primary key, so that a
 * revocation holds on every instance with the very next request, and that without a database nobody is let in.
 */
@Injectable()
export class RevokedTokensRepository {
  private forgotAt = 0;

  constructor(private readonly pool: Pool) {}

  async has({ jti }: TokenIdentity): Promise<boolean> {
    const { rowCount } = await this.pool.query({ ...FIND, values: [jti] });
    return rowCount !== 0;
  }

  async add({ jti, expiresAt }: TokenIdentity): Promise<void> {
    await this.pool.query(REVOKE, [jti, expiresAt]);
    await this.forgetExpired();
  }

  /** Expired tokens are refused anyway. */
  private async forgetExpired(): Promise<void> {
    const now = Date.now();
    if (now - this.forgotAt < FORGET_INTERVAL_MS) return;
    this.forgotAt = now;
    await this.pool.query(FORGET_EXPIRED);
  }
}
