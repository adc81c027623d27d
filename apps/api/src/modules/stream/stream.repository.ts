import { Injectable } from '@nestjs/common';
import { PrismaService, readAtPrimary } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { LISTED, TAIL } from './outbox.sql.js';
import type { OutboxTail } from './types/stream.types.js';

@Injectable()
export class StreamRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Has all that is read in here be read at the primary. */
  atPrimary<T>(work: () => Promise<T>): Promise<T> {
    return readAtPrimary(work);
  }

  /** Rows of the outbox after an entry: some of them, where there are many. */
  async readTail(after: number): Promise<OutboxTail> {
    const rows = await this.prisma.$run(TAIL, after);
    return {
      epoch: rows[0]?.epoch ?? null,
      lastSeq: rows[0]?.lastSeq ?? null,
      revision: rows[0]?.revision ?? 0,
      rows: rows.flatMap((row) => (row.seq === null ? [] : [row])),
    };
  }

  /**
   * Those of some tokens that are apps which operators do not hide.
   *
   * @param state the index revision in which they are, at least
   */
  async findListed(tokens: readonly Address[], state: number): Promise<ReadonlySet<Address>> {
    if (tokens.length === 0) return new Set();
    const read = (): Promise<{ token: Address | null; revision: number }[]> =>
      this.prisma.$run(LISTED, tokens);
    const found = await read();
    // A standby that is behind may not know of an app yet.
    const rows = (found[0]?.revision ?? 0) < state ? await readAtPrimary(read) : found;
    return new Set(rows.flatMap(({ token }) => (token === null ? [] : [token])));
  }
}
