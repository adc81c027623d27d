import { type PrismaService } from '@slipway/database';
import type { Address } from '@slipway/domain';

export interface BlockedCreator {
  readonly creator: string;
  readonly reason: string;
  readonly blockedAt: Date;
}

/** Wallets whose launches preflight refuses. Read with every preflight. */
export class BlockedCreatorsRepository {
  constructor(private readonly prisma: PrismaService) {}

  async block(creator: Address, reason: string): Promise<void> {
    await this.prisma.client.blockedCreator.upsert({
      where: { creator },
      create: { creator, reason },
      update: { reason },
    });
  }

  /** @returns false when the wallet was not blocked */
  async unblock(creator: Address): Promise<boolean> {
    const { count } = await this.prisma.client.blockedCreator.deleteMany({ where: { creator } });
    return count > 0;
  }

  list(): Promise<BlockedCreator[]> {
    return this.prisma.client.blockedCreator.findMany({
      orderBy: [{ blockedAt: 'asc' }, { creator: 'asc' }],
    });
  }
}
