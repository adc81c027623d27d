import type { PrismaService, Statement } from '@slipway/database';
import { LOCK_SUBSCRIPTIONS } from '@slipway/webhooks';

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

const REFUSE_WEBHOOKS: Statement<[builder: string], { readonly name: string }> = {
  text: 'UPDATE builders SET has_webhooks = false WHERE name = $1 RETURNING name',
};

const DELETE_WEBHOOKS: Statement<[builder: string], { readonly id: string }> = {
  text: 'DELETE FROM webhook_subscriptions WHERE builder = $1 RETURNING id',
};

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

  /** Lets a builder have no webhooks any more. @returns how many were deleted; null when there is no such builder */
  refuseWebhooks(name: string): Promise<number | null> {
    return this.prisma.$inTransaction(async (run) => {
      await run(LOCK_SUBSCRIPTIONS);
      if ((await run(REFUSE_WEBHOOKS, name)).length === 0) return null;
      return (await run(DELETE_WEBHOOKS, name)).length;
    });
  }

  /** @returns how many webhooks went with it; null when there is no such builder */
  async remove(name: string): Promise<number | null> {
    const webhooks = await this.refuseWebhooks(name);
    const { count } = await this.prisma.client.builder.deleteMany({ where: { name } });
    return count > 0 ? webhooks : null;
  }

  list(): Promise<RegisteredBuilder[]> {
    return this.prisma.client.builder.findMany({ omit: { keyHash: true }, orderBy: { name: 'asc' } });
  }
}
