import { Injectable } from '@nestjs/common';
import { PrismaService } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { LISTED, TAIL } from './outbox.sql.js';
import type { OutboxTail } from './stream.types.js';

@Injectable()
export class StreamRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Entries of the outbox after one, at most {@link MOST_READ}. */
  async readTail(after: number): Promise<OutboxTail> {
    const rows = await this.prisma.$run(TAIL, after);
    return {
      epoch: rows[0]?.epoch ?? null,
      lastSeq: rows[0]?.lastSeq ?? null,
      rows: rows.flatMap((row) => (row.seq === null ? [] : [row])),
    };
  }

  /** Those of some tokens that are apps which operators do not hide. */
  async findListed(tokens: readonly Address[]): Promise<ReadonlySet<Address>> {
    if (tokens.length === 0) return new Set();
    return new Set((await this.prisma.$run(LISTED, tokens)).map(({ token }) => token));
  }
}
