import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@slipway/database';
import { OperatorError } from '../command-line/command-line.js';
import type { Print } from '../command-line/output.js';
import type {
  MaintenanceJobsRepository,
  MaintenanceJobState,
  NewMaintenanceJob,
} from './maintenance-jobs.repository.js';
import type { IndexStatusRepository, WriterStatus } from './index-status.repository.js';
import { databaseFailure } from '../command-line/database-failure.js';

const POLL_MS = 500;

/** A database that is away for longer than a restart takes ends the waiting. */
const MOST_AWAY_MS = 60_000;

/** Gives jobs to the indexer, and waits for their outcome. */
export class MaintenanceJobs {
  constructor(
    private readonly repository: MaintenanceJobsRepository,
    private readonly status: IndexStatusRepository,
    private readonly print: Print,
  ) {}

  /** @throws OperatorError when the indexer could not do it */
  async carryOut(job: NewMaintenanceJob): Promise<void> {
    const id = await this.repository.add(job);
    this.print(`job ${id} is recorded; waiting for the indexer (Ctrl-C stops the waiting, not the job)`);
    const { succeeded, outcome } = await this.outcomeOf(id);
    if (!succeeded) throw new OperatorError(outcome);
    this.print(outcome);
  }

  /**
   * Has the indexer end an open job, and waits until nothing is left of it.
   *
   * @param chosen null for the only one that is open
   * @throws OperatorError when there is none, or it was done already
   */
  async cancel(chosen: number | null): Promise<void> {
    const open = await this.repository.listOpen();
    if (chosen === null && open.length > 1)
      throw new OperatorError(`jobs ${open.join(', ')} are open: say which`);
    const id = chosen ?? open[0];
    if (id === undefined) throw new OperatorError('no job is open');
    if (!(await this.repository.cancel(id))) throw new OperatorError(`job ${id} is not open`);
    if (!(await this.status.writer()).isRunning) {
      this.print(
        `job ${id} is cancelled; no indexer is running, the next one that starts cleans up after it`,
      );
      return;
    }
    const { succeeded, outcome } = await this.outcomeOf(id);
    if (succeeded) throw new OperatorError(`job ${id} was done before it could be cancelled: ${outcome}`);
    this.print(`job ${id}: ${outcome}`);
  }

  /** Waits until a job is finished, and says meanwhile how far it is and what it is stuck on. */
  private async outcomeOf(id: number): Promise<NonNullable<MaintenanceJobState['result']>> {
    const watch = new JobWatch(this.print);
    let lastReadAt = Date.now();
    for (;;) {
      try {
        const state = await this.repository.find(id);
        const writer = await this.status.writer();
        lastReadAt = Date.now();
        watch.see(state, writer);
        if (state.result !== null) return state.result;
      } catch (error) {
        if (!isDatabaseUnavailable(error) || Date.now() - lastReadAt > MOST_AWAY_MS) throw error;
        watch.missDatabase(error);
      }
      await delay(POLL_MS);
    }
  }
}

/** What a job is seen to be stuck on. */
type Writer = Pick<WriterStatus, 'isRunning' | 'failing'>;

/** Prints what changes of a job: how far it is, and what it is stuck on, once for each cause. */
class JobWatch {
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
