import {
  type PrismaService,
  toIndexedHead,
  type HeadRow,
  type IndexedHead,
  type Statement,
} from '@slipway/database';

/** A standby says that it runs every two seconds, a writer more often: after such a silence it does no more. */
const SILENT_AFTER_MS = 10_000;

const NOW: Statement<[], { now: Date }> = { text: 'SELECT clock_timestamp() AS now' };
/** Also of an index that is being built, which no other read sees. */
const HEAD: Statement<[], HeadRow> = {
  text: `SELECT block_number, block_time, level_at, revision AS index_revision, encode(block_hash, 'hex') AS block_hash, '' AS data_revision
    FROM head`,
};

/** The process that writes the index, or the last one that did. */
export interface WriterStatus {
  readonly name: string | null;
  readonly epoch: bigint;
  readonly isRunning: boolean;
  /** When it last said that it runs. */
  readonly beatAt: Date | null;
  readonly halted: Trouble | null;
  readonly failing: Trouble | null;
}

/** What the index stands still for, or what fails, and since when. */
export interface Trouble {
  readonly reason: string;
  readonly since: Date | null;
}

export interface OpenJob {
  readonly id: number;
  readonly kind: string;
  readonly block: bigint | null;
  readonly requestedAt: Date;
  readonly percent: number;
  readonly isCancelled: boolean;
  readonly failing: Trouble | null;
}

export interface IndexStatus {
  /** Null before the first block. */
  readonly head: IndexedHead | null;
  readonly writer: WriterStatus;
  readonly standbys: readonly string[];
  /** Indexes that are yet to be built, of the served index and of a rebuild. */
  readonly keysLeft: { readonly served: number; readonly rebuilt: number };
  /** Oldest first. */
  readonly jobs: readonly OpenJob[];
}

/** Where the index stands, who writes it, and its open jobs. */
export class IndexStatusRepository {
  constructor(private readonly prisma: PrismaService) {}

  async get(): Promise<IndexStatus> {
    const now = await this.now();
    const [heads, standbys, jobs, served, rebuilt] = await Promise.all([
      this.prisma.$run(HEAD),
      this.prisma.client.indexStandby.findMany({ orderBy: { name: 'asc' } }),
      this.prisma.client.maintenanceJob.findMany({ where: { finishedAt: null }, orderBy: { id: 'asc' } }),
      this.prisma.client.deferredKey.count({ where: { schemaName: 'chain' } }),
      this.prisma.client.deferredKey.count({ where: { schemaName: 'chain_next' } }),
    ]);
    return {
      head: heads[0] === undefined ? null : toIndexedHead(heads[0], now),
      writer: await this.writer(now),
      standbys: standbys.filter(({ seenAt }) => isRecent(seenAt, now)).map(({ name }) => name),
      keysLeft: { served, rebuilt },
      jobs: jobs.map(
        ({ id, kind, blockNumber, requestedAt, percent, cancelledAt, failure, failingSince }) => ({
          id,
          kind,
          block: blockNumber,
          requestedAt,
          percent,
          isCancelled: cancelledAt !== null,
          failing: toTrouble(failure, failingSince),
        }),
      ),
    };
  }

  /** Who writes the index. @param now by the database's clock */
  async writer(now?: Date): Promise<WriterStatus> {
    const row = await this.prisma.client.indexWriter.findFirstOrThrow();
    return {
      name: row.holder,
      epoch: row.epoch,
      isRunning: row.beatAt !== null && isRecent(row.beatAt, now ?? (await this.now())),
      beatAt: row.beatAt,
      halted: toTrouble(row.haltedReason, row.haltedAt),
      failing: toTrouble(row.failure, row.failingSince),
    };
  }

  /** The clock that the indexers' heartbeats are written by. */
  private async now(): Promise<Date> {
    const [row] = await this.prisma.$run(NOW);
    return row?.now ?? new Date();
  }
}

function isRecent(time: Date, now: Date): boolean {
  return now.getTime() - time.getTime() <= SILENT_AFTER_MS;
}

function toTrouble(reason: string | null, since: Date | null): Trouble | null {
  return reason === null ? null : { reason, since };
}
