import pg from 'pg';
import { connectionSettings, type PoolSettings } from './pool.js';

/** However often it is asked for, the database is asked once in so long. */
const ASK_EVERY_MS = 1_000;
/** To connect, and again for the answer: readiness is known within 1.8 s. */
const PATIENCE_MS = 900;

/**
 * Asks whether the database answers, on a connection of its own: a full pool says nothing about the database, and
 * whoever waits for a place in it would be told that it is away.
 */
export class DatabaseProbe {
  private client: pg.Client | null = null;
  private askedAt = Number.NEGATIVE_INFINITY;
  private isAsking = false;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly settings: Omit<PoolSettings, 'size'>) {}

  /** Rejects, in bounded time, when the database does not answer. What it said is good for a second. */
  ping(): Promise<void> {
    const now = performance.now();
    if (this.isAsking || now - this.askedAt < ASK_EVERY_MS) return this.last;
    this.askedAt = now;
    this.isAsking = true;
    this.last = this.ask().finally(() => {
      this.isAsking = false;
    });
    return this.last;
  }

  async stop(): Promise<void> {
    await this.disconnect();
  }

  private async ask(): Promise<void> {
    try {
      const client = this.client ?? (await this.connect());
      await client.query('SELECT 1');
    } catch (error) {
      await this.disconnect();
      throw error;
    }
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...connectionSettings({ ...this.settings, statementTimeoutMs: PATIENCE_MS }),
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    this.client = client;
    // A connection that breaks between two questions is replaced by the next one, which tells whether that works.
    client.on('error', () => {
      if (this.client === client) this.client = null;
    });
    await client.connect();
    return client;
  }

  private async disconnect(): Promise<void> {
    const client = this.client;
    this.client = null;
    await client?.end();
  }
}
