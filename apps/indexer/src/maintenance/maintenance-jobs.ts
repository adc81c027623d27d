import { DatabaseError } from 'pg';
import type { ConsoleLogger } from '@nestjs/common';
import { NodeError, type BlockHeader } from '@slipway/chain';
import type { Indexer } from '../ingest/indexer.js';
import { describeError } from '../leadership/describe-error.js';
import { FencedError, type Writer } from '../postgres/transaction.js';
import { IndexRebuild } from './index-rebuild.js';
import { JobProgress, MAX_CONSECUTIVE_FAILURES, listOpenJobs, type MaintenanceJob } from './job.js';
import { RewindRefusedError } from '../rollback/rewind-index.js';

/** How often open jobs are looked for. */
const LOOK_MS = 1_000;

/** SQLSTATE of what a function of ours raises. */
const RAISED = 'P0001';

const CANCELLED = 'cancelled by an operator';

interface RunningRebuild {
  readonly progress: JobProgress;
  readonly work: IndexRebuild;
}

/** Carries out operators' maintenance jobs, one after the other, between two steps of the indexer. */
export class MaintenanceJobs {
  private lookedAt = 0;
  private rebuild: RunningRebuild | null = null;
  /** A rewind that a node has failed at is tried again. */
  private rewind: { readonly progress: JobProgress; failures: number } | null = null;

  constructor(
    private readonly writer: Writer,
    readonly indexer: Indexer,
    private readonly rewindTo: (block: number) => Promise<BlockHeader>,
    private readonly beginRebuild: (job: number) => Promise<IndexRebuild>,
    private readonly logger: ConsoleLogger,
  ) {}

  async run(): Promise<void> {
    const { rebuild } = this;
    if (rebuild !== null) {
      const { percent, failure, keysLeft } = rebuild.work;
      rebuild.progress.noteKeys(keysLeft);
      await rebuild.progress.note(percent, failure);
    }
    const isDue = rebuild?.work.isDone === true;
    if (!isDue && Date.now() - this.lookedAt < LOOK_MS) return;
    this.lookedAt = Date.now();
    const jobs = await listOpenJobs(this.writer.session);
    const isCancelled = jobs.some((job) => job.isCancelled && job.id === rebuild?.progress.job.id);
    if (isCancelled) rebuild?.work.cancel();
    if (rebuild !== null && isDue) await this.endRebuild(rebuild, isCancelled);
    const others = jobs.filter(({ id }) => id !== rebuild?.progress.job.id);
    for (const job of others.filter((one) => one.isCancelled)) await this.endCancelled(job);
    const next = others.find((job) => !job.isCancelled);
    if (this.rebuild === null && next !== undefined) await this.take(next);
  }

  async close(): Promise<void> {
    await this.rebuild?.work.stop();
  }

  /** Ends jobs that were cancelled before their turn. */
  private async endCancelled(job: MaintenanceJob): Promise<void> {
    // A process that has died may have left it half done; the work under way now is another's.
    if (job.kind === 'rebuild' && this.rebuild === null) await IndexRebuild.discard(this.writer);
    await this.progressOf(job).finish(false, CANCELLED);
  }

  private progressOf(job: MaintenanceJob): JobProgress {
    return new JobProgress(this.writer.session, job, this.logger);
  }

  private async take(next: MaintenanceJob): Promise<void> {
    const isNew = this.rewind?.progress.job.id !== next.id;
    if (isNew) this.logger.log({ message: 'job taken', ...next });
    const progress = this.progressOf(next);
    if (next.kind === 'rebuild') return this.startRebuild(progress);
    if (isNew || this.rewind === null) this.rewind = { progress, failures: 0 };
    await this.doRewind(this.rewind);
  }

  /** What the database finds wrong with a rebuild, it would find wrong each time. */
  private async startRebuild(progress: JobProgress): Promise<void> {
    try {
      this.rebuild = { progress, work: await this.beginRebuild(progress.job.id) };
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== RAISED) throw error;
      await progress.finish(false, error.message);
    }
  }

  /** What the database finds wrong ends the job, but for a lost connection: on that the job cannot be ended either. */
  private async doRewind(rewind: NonNullable<MaintenanceJobs['rewind']>): Promise<void> {
    const { progress } = rewind;
    let head: BlockHeader;
    try {
      head = await this.rewindTo(Number(progress.job.block));
    } catch (error) {
      if (error instanceof NodeError) {
        rewind.failures += 1;
        if (rewind.failures >= MAX_CONSECUTIVE_FAILURES) await progress.note(0, describeError(error));
      }
      if (!(error instanceof RewindRefusedError || error instanceof DatabaseError)) throw error;
      return progress.finish(false, error.message);
    }
    this.indexer.forget();
    await progress.finish(true, `the index stands at block ${head.number} (${head.hash})`);
  }

  private async endRebuild(rebuild: RunningRebuild, isCancelled: boolean): Promise<void> {
    if (isCancelled) return this.giveUp(rebuild, CANCELLED);
    try {
      await rebuild.work.finish();
    } catch (error) {
      // What a node failed at is tried again: nothing of the rebuild is lost.
      if (error instanceof NodeError || error instanceof FencedError) throw error;
      return this.giveUp(rebuild, error instanceof Error ? error.message : String(error));
    }
    this.indexer.forget();
    await rebuild.progress.finish(true, 'the index is new');
    this.rebuild = null;
    await rebuild.work.stop();
  }

  /** The job is finished when nothing is left of the rebuild: its connection is closed before its tables are dropped. */
  private async giveUp({ progress, work }: RunningRebuild, outcome: string): Promise<void> {
    this.rebuild = null;
    await work.stop();
    await IndexRebuild.discard(this.writer);
    await progress.finish(false, outcome);
  }
}
