import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { createPool, type PoolSettings } from './pool.js';
import type { ReadServers } from './read-servers.js';
import { RetryBudget } from './retry-budget.js';
import { isConnectionLost, isRecoveryConflict, isUnreachable } from './standby-errors.js';

const atPrimary = new AsyncLocalStorage<true>();

/** Whatever is read in here is read at the primary. */
export function readAtPrimary<T>(work: () => Promise<T>): Promise<T> {
  return atPrimary.run(true, work);
}

/** Whether this is in {@link readAtPrimary}. */
export const isReadingAtPrimary = (): boolean => atPrimary.getStore() === true;

/** Reads that no standby served though there are any, by reason. */
export interface StandbyMisses {
  /** Made at the primary: no standby could be read from. */
  away: number;
  /** Made at the primary: the standby did not have the wanted block yet. */
  behind: number;
  /** Made at the primary, after a standby ended them for a recovery conflict. */
  conflict: number;
  /** Failed by such a conflict: of the budget of reads that are made again nothing was left. */
  refused: number;
}

/** Reads have left the server that one of them waits for. */
class ServerLeft extends Error {}

/** The pools of the servers that reads go to: that of the primary, and one for each standby once it is read from. */
export class ReadPools {
  private readonly standbys = new Map<string, pg.Pool>();
  private readonly budget = new RetryBudget();
  private readonly missed: StandbyMisses = { away: 0, behind: 0, conflict: 0, refused: 0 };

  constructor(
    private readonly primary: pg.Pool,
    private readonly servers: ReadServers | null,
    private readonly settings: PoolSettings,
    private readonly onError: (error: Error) => void,
  ) {}

  /** The pool that the next read goes to. */
  get current(): pg.Pool {
    const { servers } = this;
    if (servers === null || servers.isAtPrimary || isReadingAtPrimary()) return this.primary;
    return this.poolOf(servers.current);
  }

  get misses(): Readonly<StandbyMisses> {
    return this.missed;
  }

  get all(): readonly pg.Pool[] {
    return [this.primary, ...this.standbys.values()];
  }

  /**
   * Runs a read. A lost connection has it made again on another one. Reads leave a server that cannot be reached. This
   * one is made again at the next, also while it waits for a server that was left. A read that a standby ended is made again at the
   * primary, for a few of the reads. One that took too long is not.
   */
  async run<T>(read: (pool: pg.Pool) => Promise<T>): Promise<T> {
    const { servers } = this;
    if (servers?.hasStandbys !== true) return read(this.primary);
    if (isReadingAtPrimary()) {
      this.missed.behind += 1;
      return read(this.primary);
    }
    this.budget.earn();
    let losses = 0;
    for (let left = servers.urls.length - 1; ;) {
      const url = servers.current;
      try {
        if (url === servers.primary) this.missed.away += 1;
        return await this.unlessLeft(servers, url, read(this.current));
      } catch (error) {
        if (isConnectionLost(error) && losses === 0) {
          losses += 1;
        } else if (error instanceof ServerLeft && left > 0) {
          left -= 1;
        } else if ((isConnectionLost(error) || isUnreachable(error)) && left > 0) {
          left -= 1;
          servers.leave(url);
        } else if (isRecoveryConflict(error) && url !== servers.primary) {
          if (!this.budget.spend()) {
            this.missed.refused += 1;
            throw error;
          }
          this.missed.conflict += 1;
          return await read(this.primary);
        } else throw error;
      }
    }
  }

  /** A frozen server responds to none of the reads that wait for it: the first that finds out tells the others. */
  private unlessLeft<T>(servers: ReadServers, url: string, reading: Promise<T>): Promise<T> {
    if (url === servers.primary) return reading;
    return new Promise((resolve, reject) => {
      const stop = servers.onLeave((leftUrl) => {
        if (leftUrl === url) reject(new ServerLeft('reads have left the server'));
      });
      reading.then(resolve, reject).finally(stop);
    });
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((pool) => pool.end()));
  }

  private poolOf(url: string): pg.Pool {
    const found = this.standbys.get(url);
    if (found !== undefined) return found;
    const pool = createPool({ ...this.settings, url, poolerUrl: null }, this.onError);
    this.standbys.set(url, pool);
    return pool;
  }
}
