import { HEAD_COLUMNS, HEAD_TABLES, toIndexedHead, type HeadRow, type IndexedHead } from './as-of.js';
import { LiveQuery } from './live-query.js';
import type { PoolSettings } from './pool.js';

/** The channel on which the indexer announces a new head, and operators a change of public data. */
export const HEAD_CHANNEL = 'slipway_head';

/** The writer's row is always there: why it stands still is known before anything is indexed. */
const READ_HEAD = {
  name: 'head-feed',
  text: `SELECT w.halted_reason, head.* FROM index_writer w
    LEFT JOIN (SELECT ${HEAD_COLUMNS} FROM ${HEAD_TABLES}) head ON true`,
};

type FeedRow = { readonly halted_reason: string | null } & (HeadRow | { readonly block_number: null });

/** Follows the indexed head. After the database is gone it keeps the last one, so that warm answers can go on. */
export class HeadFeed {
  private readonly head: LiveQuery<FeedRow>;

  constructor(settings: Omit<PoolSettings, 'size'>, onError: (error: unknown) => void) {
    this.head = new LiveQuery({ settings, channel: HEAD_CHANNEL, query: READ_HEAD, onError });
  }

  /** The last head read; null before the first block is indexed. Never waits. */
  current(): IndexedHead | null {
    const row = this.head.rows?.[0];
    return row === undefined || row.block_number === null ? null : toIndexedHead(row);
  }

  /** Why the indexer writes no more, as last read; null while it does. */
  haltedReason(): string | null {
    return this.head.rows?.[0]?.halted_reason ?? null;
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
