import type { ConsoleLogger } from '@nestjs/common';
import { HEAD_CHANNEL } from '@slipway/database';
import type { Session } from '../postgres/session.js';

/** Failures in a row from which on they are no passing ones. */
export const MAX_CONSECUTIVE_FAILURES = 3;

/** What an operator asked of the index. */
export interface MaintenanceJob {
  readonly id: number;
  readonly kind: 'rewind' | 'rebuild';
  readonly block: number | null;
  /** An operator has asked for its end. */
  readonly isCancelled: boolean;
}

export async function listOpenJobs(session: Session): Promise<MaintenanceJob[]> {
  const { rows } = await session.query<MaintenanceJob>(
    `SELECT id, kind, block_number::float8 AS block, cancelled_at IS NOT NULL AS "isCancelled"
    FROM maintenance_jobs WHERE finished_at IS NULL ORDER BY id`,
  );
  return rows;
}

/** Asks for a rebuild, unless one is open. */
export async function orderRebuild(session: Session): Promise<void> {
  await session.query(
    `INSERT INTO maintenance_jobs (kind) SELECT 'rebuild'
    WHERE NOT EXISTS (SELECT FROM maintenance_jobs WHERE finished_at IS NULL AND kind = 'rebuild')`,
  );
}

/** How far the rebuild that is open is; null when there is none. */
export async function readRebuilt(session: Session): Promise<number | null> {
  const { rows } = await session.query<{ percent: number }>(
    `SELECT percent FROM maintenance_jobs WHERE finished_at IS NULL AND kind = 'rebuild'`,
  );
  return rows[0]?.percent ?? null;
}

/** How far a job is and what it fails at, as the database and the log have it: each is told when it changes. */
export class JobProgress {
  private percent = 0;
  /** Undefined before the database was told: it may hold what an earlier process failed at. */
  private failure: string | null | undefined;
  private keysLeft: number | null = null;

  constructor(
    private readonly session: Session,
    readonly job: MaintenanceJob,
    private readonly logger: Pick<ConsoleLogger, 'log' | 'warn'>,
  ) {}

  /** @param failure null while it goes on */
  async note(percent: number, failure: string | null): Promise<void> {
    const { job, logger } = this;
    if (percent === this.percent && failure === this.failure) return;
    if (failure !== null && failure !== this.failure)
      logger.warn({ message: 'job fails', ...job, error: failure });
    else if (failure === null && typeof this.failure === 'string')
      logger.log({ message: 'job goes on', ...job });
    await this.session.query(
      `UPDATE maintenance_jobs SET percent = $2, failure = $3,
        failing_since = CASE WHEN $3::text IS NOT NULL THEN coalesce(failing_since, clock_timestamp()) END
      WHERE id = $1`,
      [job.id, percent, failure],
    );
    await this.session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, 'status']);
    this.percent = percent;
    this.failure = failure;
  }

  /** @param left indexes that a rebuild is yet to build; null before it has built one */
  noteKeys(left: number | null): void {
    if (left !== null && left !== this.keysLeft)
      this.logger.log({ message: 'keys built', ...this.job, left });
    this.keysLeft = left;
  }

  async finish(succeeded: boolean, outcome: string): Promise<void> {
    await this.session.query(
      `UPDATE maintenance_jobs SET finished_at = clock_timestamp(), succeeded = $2, outcome = $3,
        failure = NULL, failing_since = NULL WHERE id = $1`,
      [this.job.id, succeeded, outcome],
    );
    this.logger.log({ message: outcome, ...this.job });
  }
}
