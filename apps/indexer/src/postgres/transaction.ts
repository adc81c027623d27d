import type { Session } from './session.js';

/** The right to write the index, for as long as its epoch is the newest. */
export interface Writer {
  readonly session: Session;
  readonly epoch: string;
}

/** Another process has become the writer: this one may write nothing any more. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/**
 * Runs work in one transaction of the writer. The next writer raises the epoch, for which it waits until the end of this one;
 * the heartbeat does not raise it. @throws FencedError when another process became the writer
 */
export async function inTransaction<T>({ session, epoch }: Writer, work: () => Promise<T>): Promise<T> {
  await session.query('BEGIN');
  try {
    const { rowCount } = await session.prepared(
      'SELECT FROM public.index_writer WHERE epoch = $1 FOR KEY SHARE',
      [epoch],
    );
    if (rowCount !== 1) throw new FencedError('another process writes the index now');
    const result = await work();
    await session.query('COMMIT');
    return result;
  } catch (error) {
    // A rollback on a lost connection fails too; the first error is the one that says why.
    await session.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A transaction that computes before its turn: its statements wait for {@link commit}. It may simply be forgotten. */
export class PipelinedTransaction {
  private begin: () => void = () => undefined;
  private readonly session: Session;
  private readonly done: Promise<void>;

  constructor(
    private readonly writer: Writer,
    work: (session: Session) => Promise<void>,
  ) {
    const begun = new Promise<void>((resolve) => {
      this.begin = resolve;
    });
    this.session = writer.session.after(begun);
    this.done = work(this.session);
    // `commit` tells its failure.
    this.done.catch(() => undefined);
  }

  /** Comes true when it has begun, and the statements that wait for it now have been sent. */
  get underWay(): Promise<unknown> {
    return this.session.allSent;
  }

  /** As {@link inTransaction} does. */
  async commit(): Promise<void> {
    return inTransaction(this.writer, () => {
      this.begin();
      return this.done;
    });
  }
}
