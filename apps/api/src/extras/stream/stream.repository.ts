import { Injectable } from '@nestjs/common';
import { isLagging, PrismaService, readAtPrimary } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { Settings } from '@slipway/settings';
import { isStale } from '../../modules/market/prices/prices.service.js';
import { AGED, LISTED, TAIL, type AgedPrices } from './outbox.sql.js';
import type { OutboxTail } from './types/stream.types.js';

/** What is known before anything is written. */
const NO_OUTBOX = {
  epoch: null,
  lastSeq: null,
  revision: 0,
  levelAt: null,
  headAt: null,
  oraclePriceAt: null,
};

@Injectable()
export class StreamRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly settings: Settings,
  ) {}

  /** Has all that is read in here be read at the primary. */
  atPrimary<T>(work: () => Promise<T>): Promise<T> {
    return readAtPrimary(work);
  }

  /** Rows of the outbox after an entry: some of them, where there are many. */
  async readTail(after: number): Promise<OutboxTail> {
    const rows = await this.prisma.$run(TAIL, after);
    const { epoch, lastSeq, revision, levelAt, headAt, oraclePriceAt } = rows[0] ?? NO_OUTBOX;
    const heartbeat = this.settings.priceFeedHeartbeatSeconds;
    return {
      ...{ epoch, lastSeq, revision },
      isStale: isStale({ oraclePriceAt }, headAt ?? new Date(0), heartbeat, isLagging(levelAt)),
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

  /**
   * Prices of 24 hours ago that are others when the head goes from one time to another.
   *
   * @param state the index revision in which it does, at least
   */
  async findAged(from: number, to: number, state: number): Promise<AgedPrices> {
    const read = async (): Promise<AgedPrices> => {
      const [found] = await this.prisma.$run(AGED, new Date(from), new Date(to));
      if (found === undefined) throw new Error('a statement without a row');
      return found;
    };
    const found = await read();
    return found.revision < state ? readAtPrimary(read) : found;
  }
}
