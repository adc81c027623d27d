import pg, { type Connection } from 'pg';

/** What of node-postgres' connection a COPY needs; its types leave these out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/**
 * A COPY .. FROM STDIN as node-postgres runs queries (PostgreSQL's protocol, section COPY Operations). Its rows follow it at
 * once: a server that refuses the statement passes over them.
 */
export class CopyIn extends pg.Query {
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
