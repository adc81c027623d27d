import { HEAD_COLUMNS, HEAD_TABLES, toIndexedHead, type HeadRow, type IndexedHead } from './as-of.js';
import { LiveQuery } from './live-query.js';
import type { PoolSettings } from './pool.js';

/** The channel on which the indexer announces a new head, and operators a change of public data. */
export const HEAD_CHANNEL = 'slipway_head';

const READ_HEAD = { name: 'head-feed', text: `SELECT ${HEAD_COLUMNS} FROM ${HEAD_TABLES}` };

/** Follows the indexed head. After the database is gone it keeps the last one, so that warm answers can go on. */
export class HeadFeed {
  private readonly head: LiveQuery<HeadRow>;

  constructor(settings: Omit<PoolSettings, 'size'>, onError: (error: unknown) => void) {
    this.head = new LiveQuery({ settings, channel: HEAD_CHANNEL, query: READ_HEAD, onError });
  }

  /** The last head read; null before the first block is indexed. Never waits. */
  current(): IndexedHead | null {
    const row = this.head.rows?.[0];
    return row === undefined ? null : toIndexedHead(row);
  }

  /** Connects and reads the head once. A database that is away is reported and retried, not thrown. */
  start(): Promise<void> {
    return this.head.start();
  }

  stop(): Promise<void> {
    return this.head.stop();
  }

  /** Reads the head now. */
  refresh(): Promise<void> {
    return this.head.refresh();
  }
}
