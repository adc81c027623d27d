import { DatabaseError } from 'pg';
import { NodeError, type BlockHeader } from '#chain';
import type { IndexRebuild } from './index-rebuild.js';
import type { Indexer } from './indexer.js';
import { RewindRefusedError } from './rewind-index.js';
import { FencedError } from './store/transaction.js';
import type { Writer } from './store/writer-connection.js';
import { findOrder, finishOrder, noteProgress, type IndexOrder } from './store/writer-status.js';

/** How often operators' orders are looked for. */
const LOOK_MS = 1_000;

/** SQLSTATE of what a function of ours raises. */
const RAISED = 'P0001';

/** Carries out what operators order of the index, one order after the other, between two steps of the indexer. */
export class OrderDesk {
  private lookedAt = 0;
  private rebuild: { readonly order: IndexOrder; readonly work: IndexRebuild; noted: number } | null = null;

  constructor(
    private readonly writer: Writer,
    readonly indexer: Indexer,
    private readonly rewindTo: (block: number) => Promise<BlockHeader>,
    private readonly beginRebuild: () => Promise<IndexRebuild>,
    private readonly report: (message: string, order: IndexOrder) => void,
  ) {}

  /** Does what is due now. */
  async attend(): Promise<void> {
    if (this.rebuild !== null) await this.noteProgress(this.rebuild);
    if (this.rebuild?.work.isDone === true) await this.finishRebuild(this.rebuild);
    if (this.rebuild !== null || Date.now() - this.lookedAt < LOOK_MS) return;
    this.lookedAt = Date.now();
    const order = await findOrder(this.writer.session);
    if (order === null) return;
    this.report('order taken', order);
    if (order.kind === 'rebuild') await this.beginToRebuild(order);
    else await this.rewind(order);
  }

  async close(): Promise<void> {
    await this.rebuild?.work.stop();
  }

  /** What the database finds wrong with a rebuild, it would find wrong each time. */
  private async beginToRebuild(order: IndexOrder): Promise<void> {
    try {
      this.rebuild = { order, work: await this.beginRebuild(), noted: 0 };
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== RAISED) throw error;
      await this.finish(order, false, error.message);
    }
  }

  /** What the database finds wrong ends the order, but for a lost connection: on that the order cannot be ended either. */
  private async rewind(order: IndexOrder): Promise<void> {
    let head: BlockHeader;
    try {
      head = await this.rewindTo(Number(order.block));
    } catch (error) {
      if (!(error instanceof RewindRefusedError || error instanceof DatabaseError)) throw error;
      await this.finish(order, false, error.message);
      return;
    }
    this.indexer.forget();
    await this.finish(order, true, `the index stands at block ${head.number} (${head.hash})`);
  }

  private async noteProgress(rebuild: NonNullable<OrderDesk['rebuild']>): Promise<void> {
    const { order, work, noted } = rebuild;
    if (work.percent === noted) return;
    await noteProgress(this.writer.session, order, work.percent);
    rebuild.noted = work.percent;
  }

  private async finishRebuild({ order, work }: NonNullable<OrderDesk['rebuild']>): Promise<void> {
    try {
      await work.finish();
      this.indexer.forget();
      await this.finish(order, true, 'the index is new');
    } catch (error) {
      // What a node failed at is tried again: nothing of the rebuild is lost.
      if (error instanceof NodeError || error instanceof FencedError) throw error;
      await this.finish(order, false, error instanceof Error ? error.message : String(error));
    }
    this.rebuild = null;
    await work.stop();
  }

  private async finish(order: IndexOrder, succeeded: boolean, outcome: string): Promise<void> {
    await finishOrder(this.writer.session, order, succeeded, outcome);
    this.report(outcome, order);
  }
}
