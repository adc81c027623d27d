import { Injectable } from '@nestjs/common';
import { PrismaClient } from '#database';

export interface NewIndexOrder {
  readonly kind: 'rewind' | 'rebuild';
  readonly blockNumber: bigint | null;
}

/** How far an order is. */
export interface IndexOrderState {
  /** How much of the chain a rebuild has read. */
  readonly percent: number;
  /** Null while the order is open. */
  readonly result: { readonly succeeded: boolean; readonly outcome: string } | null;
}

/** What operators order of the indexer, and what came of it. */
@Injectable()
export class IndexOrdersRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async add(order: NewIndexOrder): Promise<number> {
    return (await this.prisma.indexOrder.create({ data: order })).id;
  }

  async find(id: number): Promise<IndexOrderState> {
    const { percent, finishedAt, succeeded, outcome } = await this.prisma.indexOrder.findUniqueOrThrow({
      where: { id },
    });
    const result = finishedAt === null ? null : { succeeded: succeeded === true, outcome: outcome ?? '' };
    return { percent, result };
  }

  /** When the indexer that writes last showed a sign of life. */
  async lastBeat(): Promise<Date | null> {
    return (await this.prisma.indexWriter.findFirst())?.beatAt ?? null;
  }
}
