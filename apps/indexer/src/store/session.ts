import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';

/**
 * A connection on which statements are made one at a time, in the order in which they were asked for. Steps of a batch
 * that need nothing of each other may so run side by side: what one computes does not keep the server waiting, which
 * works for another meanwhile.
 */
export class Session {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: pg.Client) {}

  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    return this.inTurn(() => this.client.query<Row>(statement, values));
  }

  /** Runs something that node-postgres runs as a query, such as a COPY. @param start how it says that it has ended */
  submit(start: (resolve: () => void, reject: (error: unknown) => void) => pg.Submittable): Promise<void> {
    return this.inTurn(
      () =>
        new Promise((resolve, reject) => {
          this.client.query(start(resolve, reject));
        }),
    );
  }

  async end(): Promise<void> {
    await this.client.end();
  }

  private inTurn<T>(make: () => Promise<T>): Promise<T> {
    const made = this.last.then(make);
    // Whoever asked hears of a failure; the next statement is another matter.
    this.last = made.catch(() => undefined);
    return made;
  }
}

/**
 * Waits for steps that share a transaction. All of them have ended when this does: none goes on after the transaction.
 *
 * @throws the first error, which is the one that says why; those after it come of the transaction having failed
 */
export async function sideBySide(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  const running: Promise<unknown>[] = [];
  for (const step of steps) {
    running.push(step().catch((error: unknown) => errors.push(error)));
    // The server gets what there is for it before the next step computes.
    await nextTurn();
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
}
