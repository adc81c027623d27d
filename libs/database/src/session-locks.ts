import type pg from 'pg';
import { KeptConnection } from './kept-connection.js';
import { connectionSettings, type PoolSettings } from './pool.js';

/**
 * Locks by name that all processes share, held for as long as a connection lives: a process that is killed gives them back at
 * once, and one that loses its connection holds none any more.
 */
export class SessionLocks {
  private readonly connection: KeptConnection;
  private held = new Set<string>();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(settings: Pick<PoolSettings, 'url' | 'role'>, onError: (error: Error) => void) {
    this.connection = new KeptConnection(
      () => connectionSettings(settings),
      onError,
      (client) => {
        // Those of the connection before are anybody's.
        this.held = new Set();
        client.on('error', () => {
          this.held = new Set();
        });
        return Promise.resolve();
      },
    );
  }

  holds(name: string): boolean {
    return this.held.has(name);
  }

  /** @returns false while anyone holds it, this process too */
  take(name: string): Promise<boolean> {
    return this.inTurn(async (client) => {
      // PostgreSQL would give a session again what it has.
      if (this.held.has(name) || !(await ask(client, 'pg_try_advisory_lock', name))) return false;
      this.held.add(name);
      return true;
    });
  }

  release(name: string): Promise<void> {
    return this.inTurn(async (client) => {
      if (this.held.delete(name)) await ask(client, 'pg_advisory_unlock', name);
    });
  }

  close(): Promise<void> {
    this.held = new Set();
    return this.connection.close();
  }

  /** A connection has one question at a time; one without an answer may have taken the lock, and ends its connection. */
  private inTurn<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const done = this.turn.then(async () => {
      const client = await this.connection.get();
      try {
        return await work(client);
      } catch (error) {
        await this.close();
        throw error;
      }
    });
    this.turn = done.catch(() => undefined);
    return done;
  }
}

async function ask(
  client: pg.Client,
  what: 'pg_try_advisory_lock' | 'pg_advisory_unlock',
  name: string,
): Promise<boolean> {
  const text = `SELECT ${what}(hashtextextended($1, 0)) AS done`;
  const { rows } = await client.query<{ done: boolean }>({ name: what, text, values: [name] });
  return rows[0]?.done === true;
}
