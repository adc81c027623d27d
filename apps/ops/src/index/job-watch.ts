import { databaseFailure } from '../command-line/database-failure.js';
import type { Print } from '../command-line/output.js';
import type { MaintenanceJobState } from './maintenance-jobs.repository.js';
import type { WriterStatus } from './index-status.repository.js';

/** What a job is seen to be stuck on. */
type Writer = Pick<WriterStatus, 'isRunning' | 'failing'>;

/** Prints what changes of a job: how far it is, and what it is stuck on, once for each cause. */
export class JobWatch {
  private percent = 0;
  private trouble: string | null = null;

  constructor(private readonly print: Print) {}

  see({ percent, failure, result }: MaintenanceJobState, { isRunning, failing }: Writer): void {
    if (percent > this.percent) this.print(`${percent} % of the chain is read`);
    this.percent = percent;
    if (result !== null) return;
    const cause = failure ?? failing?.reason ?? null;
    if (!isRunning) this.tell('no indexer is running: the next one that starts will carry it out');
    else if (cause !== null) this.tell(`stuck, and tried again: ${cause}`);
    else if (this.trouble !== null) this.tell(null);
  }

  /** The database did not respond: a job is not lost by that. */
  missDatabase(error: unknown): void {
    this.tell(`${databaseFailure(error) ?? String(error)}; waiting for it`);
  }

  private tell(trouble: string | null): void {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.print(trouble ?? 'the indexer goes on');
  }
}
