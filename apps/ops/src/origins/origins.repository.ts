import { type PrismaService } from '@slipway/database';

export interface RegisteredOrigin {
  readonly origin: string;
  readonly addedAt: Date;
}

/** The sites whose users may sign in. The API reads them with every sign-in, so that a change holds at once. */
export class OriginsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns false when it was registered already */
  async add(origin: string): Promise<boolean> {
    const { count } = await this.prisma.client.origin.createMany({
      data: [{ origin }],
      skipDuplicates: true,
    });
    return count > 0;
  }

  /** @returns false when it was not registered */
  async remove(origin: string): Promise<boolean> {
    const { count } = await this.prisma.client.origin.deleteMany({ where: { origin } });
    return count > 0;
  }

  list(): Promise<RegisteredOrigin[]> {
    return this.prisma.client.origin.findMany({ orderBy: { origin: 'asc' } });
  }
}
