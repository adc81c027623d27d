import type { Session } from '../postgres/session.js';
import { noteProgress, type IndexOrder } from '../leadership/writer-status.js';

/** Failures in a row from which on they are no passing ones. */
export const REPEATED_FAILURES = 3;

/** Hears of an order: what became of it, or what it fails at. */
export type OrderReport = (message: string, order: IndexOrder, failure?: string) => void;

/** How far an order is and what it fails at, as the database and the log have it: each is told when it changes. */
export class OrderProgress {
  private percent = 0;
  /** Undefined before the database was told: it may hold what an earlier process failed at. */
  private failure: string | null | undefined;

  constructor(
    private readonly session: Session,
    readonly order: IndexOrder,
    private readonly report: OrderReport,
  ) {}

  /** @param failure null while it goes on */
  async note(percent: number, failure: string | null): Promise<void> {
    if (percent === this.percent && failure === this.failure) return;
    const { order } = this;
    if (failure !== null && failure !== this.failure) this.report('order fails', order, failure);
    else if (failure === null && typeof this.failure === 'string') this.report('order goes on', order);
    await noteProgress(this.session, order, percent, failure);
    this.percent = percent;
    this.failure = failure;
  }
}
