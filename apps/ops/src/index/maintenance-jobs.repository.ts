import { type PrismaService } from '@slipway/database';

export interface NewMaintenanceJob {
  readonly kind: 'rewind' | 'rebuild';
  readonly blockNumber: bigint | null;
}

/** How far a job is. */
export interface MaintenanceJobState {
  /** How much of the chain a rebuild has read. */
  readonly percent: number;
  /** What the indexer fails at again and again; null while it goes on. */
  readonly failure: string | null;
  /** Null while the job is open. */
  readonly result: { readonly succeeded: boolean; readonly outcome: string } | null;
}

/** Jobs that operators gave the indexer, and their outcomes. */
export class MaintenanceJobsRepository {
  constructor(private readonly prisma: PrismaService) {}

  async add(job: NewMaintenanceJob): Promise<number> {
    return (await this.prisma.client.maintenanceJob.create({ data: job })).id;
  }

  async find(id: number): Promise<MaintenanceJobState> {
    const row = await this.prisma.client.maintenanceJob.findUniqueOrThrow({ where: { id } });
    const { percent, failure, finishedAt, succeeded, outcome } = row;
    const result = finishedAt === null ? null : { succeeded: succeeded === true, outcome: outcome ?? '' };
    return { percent, failure, result };
  }

  /** The jobs that are not finished, oldest first. */
  async listOpen(): Promise<number[]> {
    const jobs = await this.prisma.client.maintenanceJob.findMany({
      where: { finishedAt: null },
      orderBy: { id: 'asc' },
    });
    return jobs.map(({ id }) => id);
  }

  /** Asks the indexer to end a job. @returns false when the job is not open */
  async cancel(id: number): Promise<boolean> {
    const { count } = await this.prisma.client.maintenanceJob.updateMany({
      where: { id, finishedAt: null },
      data: { cancelledAt: new Date() },
    });
    return count > 0;
  }
}
