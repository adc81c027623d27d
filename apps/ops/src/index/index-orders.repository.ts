import { Injectable } from '@nestjs/common';
import { PrismaClient } from '#database';

export interface NewIndexOrder {
  readonly kind: 'rewind' | 'rebuild';
  readonly blockNumber: bigint | null;
}

/** What operators order of the indexer, and what came of it. */
@Injectable()
export class IndexOrdersRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async add(order: NewIndexOrder): Promise<number> {
    return (await this.prisma.indexOrder.create({ data: order })).id;
  }

  /** @returns null while the order is open */
  async find(id: number): Promise<{ readonly succeeded: boolean; readonly outcome: string } | null> {
    const order = await this.prisma.indexOrder.findUniqueOrThrow({ where: { id } });
    if (order.finishedAt === null) return null;
    return { succeeded: order.succeeded === true, outcome: order.outcome ?? '' };
  }

  /** When the indexer that writes last showed a sign of life. */
  async lastBeat(): Promise<Date | null> {
    return (await this.prisma.indexWriter.findFirst())?.beatAt ?? null;
  }
}
