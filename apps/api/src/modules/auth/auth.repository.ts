import { Injectable } from '@nestjs/common';
import { PrismaService } from '@slipway/database';

/** A contract's word costs our node 5,000,000 gas. */
const MAX_CONTRACT_CHECKS = 3;

/** How often, and how long after their end: clocks of other instances may be a little behind. */
const FORGET_INTERVAL_MS = 60_000;

/** A nonce that was handed out, not used, and has not expired. */
const isOpen = (nonce: string): { nonce: string; expiresAt: { gt: Date } } => ({
  nonce,
  expiresAt: { gt: new Date() },
});

/** Nonces, and the sites that operators registered, by themselves or with a builder's key. Both are read anew each time: a change holds at once everywhere. */
@Injectable()
export class AuthRepository {
  private forgotAt = 0;

  constructor(private readonly prisma: PrismaService) {}

  async findOrigins(origins: readonly string[]): Promise<string[]> {
    const [registered, builders] = await Promise.all([
      this.prisma.client.origin.findMany({ where: { origin: { in: [...origins] } } }),
      this.prisma.client.builder.findMany({
        where: { origins: { hasSome: [...origins] } },
        select: { origins: true },
      }),
    ]);
    const found = new Set([
      ...registered.map(({ origin }) => origin),
      ...builders.flatMap((builder) => builder.origins),
    ]);
    return origins.filter((origin) => found.has(origin));
  }

  /** @returns when it expires */
  async addNonce(nonce: string, lifetimeSeconds: number): Promise<Date> {
    await this.forgetNonces();
    const expiresAt = new Date(Date.now() + lifetimeSeconds * 1_000);
    await this.prisma.client.signInNonce.createMany({ data: { nonce, expiresAt } });
    return expiresAt;
  }

  async isNonceOpen(nonce: string): Promise<boolean> {
    return (await this.prisma.client.signInNonce.count({ where: isOpen(nonce) })) === 1;
  }

  /**
   * One statement: instances that ask at once count one after the other.
   *
   * @returns false when the nonce is not open, or a contract was asked about it three times
   */
  async spendContractCheck(nonce: string): Promise<boolean> {
    const { count } = await this.prisma.client.signInNonce.updateMany({
      where: { ...isOpen(nonce), contractChecks: { lt: MAX_CONTRACT_CHECKS } },
      data: { contractChecks: { increment: 1 } },
    });
    return count === 1;
  }

  /** One statement: of any number of simultaneous sign-ins with a nonce, one finds the row. */
  async consumeNonce(nonce: string): Promise<boolean> {
    const { count } = await this.prisma.client.signInNonce.deleteMany({ where: isOpen(nonce) });
    return count === 1;
  }

  private async forgetNonces(): Promise<void> {
    const now = Date.now();
    if (now - this.forgotAt < FORGET_INTERVAL_MS) return;
    this.forgotAt = now;
    await this.prisma.client.signInNonce.deleteMany({
      where: { expiresAt: { lt: new Date(now - FORGET_INTERVAL_MS) } },
    });
  }
}
