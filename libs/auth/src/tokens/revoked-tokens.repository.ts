import { Injectable } from '@nestjs/common';
import { PrismaService, type Statement } from '@slipway/database';
import type { TokenIdentity } from './token-identity.js';

/** Asked with every request that needs a token. */
const FIND: Statement<[jti: string], object> = {
  name: 'find-revoked-token',
  text: 'SELECT FROM revoked_tokens WHERE jti = $1',
};

/** How often, and how long after their end: clocks of other instances may be a little behind. */
const FORGET_INTERVAL_MS = 60_000;

/**
 * Tokens that were signed out: one lookup by primary key. So a revocation holds on every instance with the very next request.
 * Without a database no token is accepted. A standby's are not asked: it may not know of one yet.
 */
@Injectable()
export class RevokedTokensRepository {
  private forgotAt = 0;

  constructor(private readonly prisma: PrismaService) {}

  async has({ jti }: TokenIdentity): Promise<boolean> {
    return (await this.prisma.$runAtPrimary(FIND, jti)).length > 0;
  }

  async add({ jti, expiresAt }: TokenIdentity): Promise<void> {
    await this.prisma.client.revokedToken.createMany({ data: { jti, expiresAt }, skipDuplicates: true });
    await this.forgetExpired();
  }

  /** Expired tokens are refused anyway. */
  private async forgetExpired(): Promise<void> {
    const now = Date.now();
    if (now - this.forgotAt < FORGET_INTERVAL_MS) return;
    this.forgotAt = now;
    await this.prisma.client.revokedToken.deleteMany({
      where: { expiresAt: { lt: new Date(now - FORGET_INTERVAL_MS) } },
    });
  }
}
