import pg from 'pg';

/** A connection outside the pool: opened when it is asked for, and again after it broke, or when it is to be to another server. */
export class KeptConnection {
  private client: pg.Client | null = null;
  private openedTo: string | undefined;

  /**
   * @param config of the next connection
   * @param onBreak hears of a connection that breaks between two statements
   * @param prepare the first thing to do on each new connection
   */
  constructor(
    private readonly config: () => pg.ClientConfig,
    private readonly onBreak: (error: Error) => void = () => undefined,
    private readonly prepare: (client: pg.Client) => Promise<unknown> = () => Promise.resolve(),
  ) {}

  async get(): Promise<pg.Client> {
    const config = this.config();
    if (this.client !== null && config.connectionString === this.openedTo) return this.client;
    await this.close();
    const client = new pg.Client(config);
    this.client = client;
    this.openedTo = config.connectionString;
    client.on('error', (error) => {
      this.onBreak(error);
      if (this.client === client) this.client = null;
    });
    try {
      await client.connect();
      await this.prepare(client);
    } catch (error) {
      // A client that could not connect says so once, and nothing to later statements.
      if (this.client === client) this.client = null;
      await client.end();
      throw error;
    }
    return client;
  }

  async close(): Promise<void> {
    const client = this.client;
    this.client = null;
    await client?.end();
  }
}
