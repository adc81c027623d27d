import { type PrismaService } from '@slipway/database';

export interface LaunchPolicy {
  /** Launches that preflight allows a wallet in 24 hours. */
  readonly maxPerCreatorPer24h: number;
}

/** What operators allow of launches. Read with every preflight. */
export class LaunchPolicyRepository {
  constructor(private readonly prisma: PrismaService) {}

  async set(policy: LaunchPolicy): Promise<void> {
    await this.prisma.client.launchPolicy.updateMany({ data: policy });
  }

  async get(): Promise<LaunchPolicy> {
    return this.prisma.client.launchPolicy.findFirstOrThrow({ select: { maxPerCreatorPer24h: true } });
  }
}
