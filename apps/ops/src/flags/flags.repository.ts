import { type PrismaService } from '@slipway/database';

export interface SetFlag {
  readonly name: string;
  readonly enabled: boolean;
  readonly changedAt: Date;
}

/** What operators switched on or off. The database itself announces every change to all API instances. */
export class FlagsRepository {
  constructor(private readonly prisma: PrismaService) {}

  async set(name: string, enabled: boolean): Promise<void> {
    await this.prisma.client.flag.upsert({ where: { name }, create: { name, enabled }, update: { enabled } });
  }

  /** @returns false when it was not set */
  async unset(name: string): Promise<boolean> {
    const { count } = await this.prisma.client.flag.deleteMany({ where: { name } });
    return count > 0;
  }

  list(): Promise<SetFlag[]> {
    return this.prisma.client.flag.findMany({ orderBy: { name: 'asc' } });
  }
}
