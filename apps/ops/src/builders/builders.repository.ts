import { type PrismaService } from '@slipway/database';

export interface NewBuilder {
  readonly name: string;
  /** SHA-256 of the key. */
  readonly keyHash: Uint8Array<ArrayBuffer>;
  readonly readPerMinute: number;
  readonly heavyPerMinute: number;
  readonly origins: readonly string[];
  readonly isServer: boolean;
  readonly hasWebhooks: boolean;
}

/** What may be changed of a builder that is there; its webhooks stay. */
export type BuilderChange = Partial<Omit<NewBuilder, 'name' | 'origins' | 'isServer'>>;

export interface RegisteredBuilder extends Omit<NewBuilder, 'keyHash'> {
  readonly addedAt: Date;
}

/** Builders with keys of their own. A change is announced to every instance of the API. */
export class BuildersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns false when the name is taken */
  async add({ origins, ...builder }: NewBuilder): Promise<boolean> {
    const { count } = await this.prisma.client.builder.createMany({
      data: { ...builder, origins: [...origins] },
      skipDuplicates: true,
    });
    return count > 0;
  }

  /** @returns false when there is no such builder */
  async change(name: string, changed: BuilderChange): Promise<boolean> {
    const { count } = await this.prisma.client.builder.updateMany({ where: { name }, data: changed });
    return count > 0;
  }

  /** @returns false when there is no such builder */
  async remove(name: string): Promise<boolean> {
    const { count } = await this.prisma.client.builder.deleteMany({ where: { name } });
    return count > 0;
  }

  list(): Promise<RegisteredBuilder[]> {
    return this.prisma.client.builder.findMany({ omit: { keyHash: true }, orderBy: { name: 'asc' } });
  }
}
