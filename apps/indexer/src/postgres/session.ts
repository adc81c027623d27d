import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';

/** A batch of a backfill may take longer than any statement of the API. */
export const STATEMENT_TIMEOUT_MS = 120_000;

/** What a server may take, beyond that, to say that it was reached. */
const SILENCE_MS = 5_000;

/** Names of prepared statements, by their text. */
const names = new Map<string, string>();

/**
 * A connection on which statements are made one at a time, in the order in which they were asked for. Steps that need
 * nothing of each other may so run concurrently: what one computes does not keep the server waiting. A connection that is
 * silent for longer than a statement may take is ended: the heartbeat comes from another, and would keep the writer alive.
 */
export class Session {
  private last: Promise<unknown> = Promise.resolve();
  private computing: Promise<unknown> = Promise.resolve();
  private isWithoutTimeouts = false;

  /** @param begun what the first statement waits for; if it fails, none is made */
  constructor(
    private readonly client: pg.Client,
    private readonly timeoutMs = STATEMENT_TIMEOUT_MS + SILENCE_MS,
    private readonly begun: Promise<unknown> = Promise.resolve(),
  ) {}

  /** The same connection for steps that may compute before their first statement may be made. */
  after(begun: Promise<unknown>): Session {
    return new Session(this.client, this.timeoutMs, begun);
  }

  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    return this.inTurn(() => this.client.query<Row>(statement, values));
  }

  /** A statement that the server keeps prepared, by its text. */
  prepared<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return this.query({ name, text, values });
  }

  /** Runs something that node-postgres runs as a query, such as a COPY. @param start how it says that it has ended */
  submit(start: (resolve: () => void, reject: (error: unknown) => void) => pg.Submittable): Promise<void> {
    const run = (resolve: () => void, reject: (error: unknown) => void): void => {
      this.client.query(start(resolve, reject));
    };
    return this.inTurn(() => new Promise(run));
  }

  /** Work of the transaction that is open, whose statements, and what is computed between them, may take their time. */
  async withoutTimeouts<T>(work: () => Promise<T>): Promise<T> {
    await this.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    this.isWithoutTimeouts = true;
    try {
      return await work();
    } finally {
      this.isWithoutTimeouts = false;
    }
  }

  /** Comes true when the statements that were asked for so far have been made. */
  get made(): Promise<unknown> {
    return this.last;
  }

  /** Computes for statements that are asked for already, in their order. */
  async encodeAhead(compute: () => Promise<void>): Promise<void> {
    this.computing = this.computing.then(compute);
    await this.computing;
  }

  async end(): Promise<void> {
    await this.withTimeout(() => this.client.end());
  }

  private async inTurn<T>(make: () => Promise<T>): Promise<T> {
    const made = Promise.all([this.last, this.begun]).then(() =>
      this.isWithoutTimeouts ? make() : this.withTimeout(make),
    );
    // The caller hears of a failure; the next statement is another matter.
    this.last = made.catch(() => undefined);
    const result = await made;
    // The server gets its next statement before the caller computes with this result.
    await nextTurn();
    return result;
  }

  private async withTimeout<T>(make: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.client.connection.stream.destroy(new Error(`no response within ${this.timeoutMs} ms`));
    }, this.timeoutMs);
    try {
      return await make();
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Waits for steps that share a transaction: none goes on after this ends.
 * @throws the first error, which is the one that says why; those after it come of the transaction having failed
 */
export async function runConcurrently(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
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
