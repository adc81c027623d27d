import pg, { type Connection, type QueryResultRow } from 'pg';
import { connectionSettings, type DatabaseRole } from './pool.js';

/** A COPY .. TO STDOUT as node-postgres runs queries (PostgreSQL's protocol, section COPY Operations). */
class CopyOut extends pg.Query {
  constructor(
    private readonly statement: string,
    private readonly take: (chunk: Buffer) => void,
    done: (error: Error | null | undefined) => void,
  ) {
    super(statement, done);
  }

  override readonly submit = (connection: Connection): void => {
    connection.query(this.statement);
  };

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.take(chunk);
  }
}

/** A connection of its own for reading very many rows, however long that takes. */
export class SnapshotReader {
  private constructor(private readonly client: pg.Client) {}

  static async open(url: string, role: DatabaseRole): Promise<SnapshotReader> {
    const client = new pg.Client(connectionSettings({ url, role }));
    // Whoever waits for a statement hears of a connection that breaks.
    client.on('error', () => undefined);
    await client.connect();
    return new SnapshotReader(client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** What is read in it is of one state of the database. */
  async inSnapshot<T>(work: () => Promise<T>): Promise<T> {
    await this.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await this.client.query(
      'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    );
    const result = await work().catch(async (error: unknown) => {
      // It fails where the connection is broken; that is what the work has failed of.
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    });
    await this.client.query('COMMIT');
    return result;
  }

  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, [...values])).rows;
  }

  /**
   * Runs a SELECT, whose rows come as PostgreSQL's binary COPY writes them: each whole in one chunk, the first with the header.
   *
   * @param take must not keep what it is given; what it throws ends the reading
   */
  copyOut(select: string, take: (chunk: Buffer) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let failure: Error | null = null;
      const takeOrFail = (chunk: Buffer): void => {
        if (failure !== null) return;
        try {
          take(chunk);
        } catch (error) {
          failure = error instanceof Error ? error : new Error(String(error));
        }
      };
      const copy = new CopyOut(`COPY (${select}) TO STDOUT (FORMAT binary)`, takeOrFail, (error) => {
        const first = failure ?? error ?? null;
        if (first === null) resolve();
        else reject(first);
      });
      this.client.query(copy);
    });
  }
}
