import { setImmediate as nextTurn } from 'node:timers/promises';
import pg, {
  DatabaseError,
  type Client,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
  type Connection,
} from 'pg';

/** What of node-postgres' connection a COPY needs; its types leave these out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/**
 * A COPY .. FROM STDIN as node-postgres runs queries (PostgreSQL's protocol, section COPY Operations). Its rows follow it at
 * once: a server that refuses the statement passes over them.
 */
class CopyIn extends pg.Query {
  constructor(
    private readonly statement: string,
    // Not `rows`, which means something else to a query.
    private readonly copyData: readonly Buffer[],
    done: (error: Error | null | undefined) => void,
  ) {
    super(statement, done);
  }

  override readonly submit = (connection: Connection): void => {
    const copying = connection as CopyConnection;
    copying.query(this.statement);
    for (const chunk of this.copyData) copying.sendCopyFromChunk(chunk);
    copying.endCopyFrom();
  };

  handleCopyInResponse(): void {
    // The server is ready for what it has been sent.
  }
}

/** A batch of a backfill may take longer than any statement of the API. */
export const STATEMENT_TIMEOUT_MS = 120_000;

/** What a server may take, beyond that, to say that it was reached. */
const SILENCE_MS = 5_000;

/** SQLSTATE of statements after one that failed. */
const FAILED_TRANSACTION = '25P02';

/** Names of prepared statements, by their text. */
const names = new Map<string, string>();

/**
 * A connection on which statements are made in the order in which they were asked for. Each is sent without waiting for the
 * results of those before: the client is one in pipeline mode. So the server goes on while this process computes. A connection
 * that is silent for longer than a statement may take is ended: the heartbeat comes from another, and would keep the writer
 * alive.
 */
export class Session {
  private sent: Promise<unknown> = Promise.resolve();
  private made: Promise<unknown> = Promise.resolve();
  private encoded: Promise<unknown> = Promise.resolve();
  private isWithoutTimeouts = false;

  /** @param begun what the first statement waits for; if it fails, none is made */
  constructor(
    private readonly client: Client,
    private readonly timeoutMs = STATEMENT_TIMEOUT_MS + SILENCE_MS,
    private readonly begun: Promise<unknown> = Promise.resolve(),
  ) {}

  /** The same connection for steps that may compute before their first statement may be made. */
  after(begun: Promise<unknown>): Session {
    return new Session(this.client, this.timeoutMs, begun);
  }

  query<Row extends QueryResultRow>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    return this.inTurn(this.begun, () => this.client.query<Row>(statement, values));
  }

  /** A statement that the server keeps prepared, by its text. */
  prepared<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<QueryResult<Row>> {
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return this.query({ name, text, values });
  }

  /** A COPY .. FROM STDIN. @param encode gives its rows; those of several are encoded in their order, while others run */
  copy(statement: string, encode: () => Promise<readonly Buffer[]>): Promise<void> {
    const rows = this.encoded.then(encode);
    this.encoded = rows.catch(() => undefined);
    const send = (chunks: readonly Buffer[]): Promise<void> =>
      new Promise((resolve, reject) => {
        const copy = new CopyIn(statement, chunks, (error) => {
          if (error === undefined || error === null) resolve();
          else reject(error);
        });
        this.client.query(copy);
      });
    return this.inTurn(
      this.begun.then(() => rows),
      send,
    );
  }

  /** Work of the transaction that is open, whose statements, and the computing between them, may take their time. */
  async withoutTimeouts<T>(work: () => Promise<T>): Promise<T> {
    await this.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    const wasWithout = this.isWithoutTimeouts;
    this.isWithoutTimeouts = true;
    try {
      return await work();
    } finally {
      this.isWithoutTimeouts = wasWithout;
    }
  }

  /** Comes true when the statements that were asked for so far have been sent. */
  get allSent(): Promise<unknown> {
    return this.sent;
  }

  async end(): Promise<void> {
    await this.withTimeout(this.made, this.client.end());
  }

  /** @param ready what sending waits for, besides the statements before it */
  private inTurn<Ready, T>(ready: Promise<Ready>, send: (ready: Ready) => Promise<T>): Promise<T> {
    const before = this.made;
    // In an object: a promise of a promise waits for both.
    const sent = Promise.all([ready, this.sent]).then(([values]) => ({ result: send(values) }));
    this.sent = sent.catch(() => undefined);
    const made = sent.then(({ result }) =>
      this.isWithoutTimeouts ? result : this.withTimeout(before, result),
    );
    // The caller hears of a failure; the next statement is another matter.
    this.made = made.catch(() => undefined);
    return made;
  }

  /** @param before from when on the server has nothing else to do */
  private async withTimeout<T>(before: Promise<unknown>, result: Promise<T>): Promise<T> {
    // It may fail with those before it.
    result.catch(() => undefined);
    await before;
    const timer = setTimeout(() => {
      this.client.connection.stream.destroy(new Error(`no response within ${this.timeoutMs} ms`));
    }, this.timeoutMs);
    try {
      return await result;
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
  if (errors.length > 0) throw errors.find((error) => !isAftermath(error)) ?? errors[0];
}

/**
 * Steps within a step tell their first error when the last of them has ended: later than what it did to the others. A server that
 * ends a connection says why to one statement alone.
 */
function isAftermath(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === FAILED_TRANSACTION;
  return error instanceof Error && error.message.startsWith('Connection terminated');
}
