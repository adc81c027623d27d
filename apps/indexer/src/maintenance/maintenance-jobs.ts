import { DatabaseError } from 'pg';
import { NodeError, type BlockHeader } from '#chain';
import { describeError } from '../leadership/describe-error.js';
import { IndexRebuild } from './index-rebuild.js';
import type { Indexer } from '../ingest/indexer.js';
import { OrderProgress, REPEATED_FAILURES, type OrderReport } from './job-progress.js';
import { RewindRefusedError } from './rewind-index.js';
import { FencedError, type Writer } from '../postgres/transaction.js';
import { finishOrder, listOpenOrders, type IndexOrder } from '../leadership/writer-status.js';

/** How often operators' orders are looked for. */
const LOOK_MS = 1_000;

/** SQLSTATE of what a function of ours raises. */
const RAISED = 'P0001';

const CANCELLED = 'cancelled by an operator';

interface RunningRebuild {
  readonly progress: OrderProgress;
  readonly work: IndexRebuild;
}

/** Carries out what operators order of the index, one order after the other, between two steps of the indexer. */
export class OrderDesk {
  private lookedAt = 0;
  private rebuild: RunningRebuild | null = null;
  /** A rewind that a node has failed at is tried again. */
  private rewind: { readonly progress: OrderProgress; failures: number } | null = null;

  constructor(
    private readonly writer: Writer,
    readonly indexer: Indexer,
    private readonly rewindTo: (block: number) => Promise<BlockHeader>,
    private readonly beginRebuild: () => Promise<IndexRebuild>,
    private readonly report: OrderReport,
  ) {}

  /** Does what is due now. */
  async attend(): Promise<void> {
    const { rebuild } = this;
    if (rebuild !== null) await rebuild.progress.note(rebuild.work.percent, rebuild.work.failure);
    const isDue = rebuild?.work.isDone === true;
    if (!isDue && Date.now() - this.lookedAt < LOOK_MS) return;
    this.lookedAt = Date.now();
    const orders = await listOpenOrders(this.writer.session);
    const isCancelled = orders.some(({ id, isCancelled: is }) => is && id === rebuild?.progress.order.id);
    if (isCancelled) rebuild?.work.cancel();
    if (rebuild !== null && isDue) await this.endRebuild(rebuild, isCancelled);
    const others = orders.filter(({ id }) => id !== rebuild?.progress.order.id);
    await this.endCancelled(others.filter((order) => order.isCancelled));
    const next = others.find((order) => !order.isCancelled);
    if (this.rebuild === null && next !== undefined) await this.take(next);
  }

  async close(): Promise<void> {
    await this.rebuild?.work.stop();
  }

  /** Ends what was cancelled before its turn. */
  private async endCancelled(orders: readonly IndexOrder[]): Promise<void> {
    for (const order of orders) {
      // A process that has died may have left it half done; what is under way now is another's.
      if (order.kind === 'rebuild' && this.rebuild === null) await IndexRebuild.discard(this.writer);
      await this.finish(order, false, CANCELLED);
    }
  }

  private async take(next: IndexOrder): Promise<void> {
    const isNew = this.rewind?.progress.order.id !== next.id;
    if (isNew) this.report('order taken', next);
    const progress = new OrderProgress(this.writer.session, next, this.report);
    if (next.kind === 'rebuild') return this.beginToRebuild(progress);
    if (isNew || this.rewind === null) this.rewind = { progress, failures: 0 };
    await this.doRewind(this.rewind);
  }

  /** What the database finds wrong with a rebuild, it would find wrong each time. */
  private async beginToRebuild(progress: OrderProgress): Promise<void> {
    try {
      this.rebuild = { progress, work: await this.beginRebuild() };
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== RAISED) throw error;
      await this.finish(progress.order, false, error.message);
    }
  }

  /** What the database finds wrong ends the order, but for a lost connection: on that the order cannot be ended either. */
  private async doRewind(rewind: NonNullable<OrderDesk['rewind']>): Promise<void> {
    const { order } = rewind.progress;
    let head: BlockHeader;
    try {
      head = await this.rewindTo(Number(order.block));
    } catch (error) {
      if (error instanceof NodeError) {
        rewind.failures += 1;
        if (rewind.failures >= REPEATED_FAILURES) await rewind.progress.note(0, describeError(error));
      }
      if (!(error instanceof RewindRefusedError || error instanceof DatabaseError)) throw error;
      await this.finish(order, false, error.message);
      return;
    }
    this.indexer.forget();
    await this.finish(order, true, `the index stands at block ${head.number} (${head.hash})`);
  }

  private async endRebuild(rebuild: RunningRebuild, isCancelled: boolean): Promise<void> {
    const { order } = rebuild.progress;
    if (isCancelled) return this.giveUp(rebuild, CANCELLED);
    try {
      await rebuild.work.finish();
    } catch (error) {
      // What a node failed at is tried again: nothing of the rebuild is lost.
      if (error instanceof NodeError || error instanceof FencedError) throw error;
      return this.giveUp(rebuild, error instanceof Error ? error.message : String(error));
    }
    this.indexer.forget();
    await this.finish(order, true, 'the index is new');
    this.rebuild = null;
    await rebuild.work.stop();
  }

  /** The order is finished when nothing is left of the rebuild: its connection is closed before its tables are dropped. */
  private async giveUp({ progress, work }: RunningRebuild, outcome: string): Promise<void> {
    this.rebuild = null;
    await work.stop();
    await IndexRebuild.discard(this.writer);
    await this.finish(progress.order, false, outcome);
  }

  private async finish(order: IndexOrder, succeeded: boolean, outcome: string): Promise<void> {
    await finishOrder(this.writer.session, order, succeeded, outcome);
    this.report(outcome, order);
  }
}
