import type pg from 'pg';
import { KeptConnection } from './kept-connection.js';
import { connectionSettings, poolerSettings, type PoolSettings } from './pool.js';
import type { ReadServers } from './read-servers.js';

/** However often it is asked for, the database is asked once in so long. */
const ASK_EVERY_MS = 1_000;
/** To connect, and again for the response: readiness is known within 1.8 s. */
const TIMEOUT_MS = 900;

/**
 * Asks whether the database responds, on a connection of its own: a full pool says nothing about
 * the database. A probe that waits for a place in it would call the database away.
 */
export class DatabaseProbe {
  private readonly connection: KeptConnection;
  /** When to ask again; infinite while it is being asked. */
  private nextAt = 0;
  private last: Promise<void> = Promise.resolve();

  /** @param servers of which the one is asked that reads go to, by the way that they go; null for the server of the settings alone */
  constructor(settings: Omit<PoolSettings, 'size'>, servers: ReadServers | null = null) {
    const { poolerUrl = null } = settings;
    const way = (): pg.ClientConfig => {
      const url = servers?.current ?? settings.url;
      return poolerUrl !== null && url === settings.url
        ? poolerSettings(poolerUrl, settings)
        : connectionSettings({ ...settings, url, statementTimeoutMs: TIMEOUT_MS });
    };
    this.connection = new KeptConnection(() => ({
      ...way(),
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    }));
  }

  /** Rejects, in bounded time, when the database does not respond. What it said is good for a second. */
  ping(): Promise<void> {
    const now = performance.now();
    if (now < this.nextAt) return this.last;
    this.nextAt = Infinity;
    this.last = this.ask().finally(() => {
      this.nextAt = now + ASK_EVERY_MS;
    });
    return this.last;
  }

  stop(): Promise<void> {
    return this.connection.close();
  }

  private async ask(): Promise<void> {
    try {
      await (await this.connection.get()).query('SELECT 1');
    } catch (error) {
      await this.connection.close();
      throw error;
    }
  }
}
