import { toIndexedHead, type HeadRow, type IndexedHead } from './as-of.js';
import { ListenNotifyQuery } from './listen-notify-query.js';
import type { PoolSettings } from './pool.js';

/** The channel on which the indexer announces a new head, and operators a change of public data. */
export const HEAD_CHANNEL = 'slipway_head';

/** The writer's row is always there: why it stands still is known before anything is indexed. */
const READ_HEAD = {
  name: 'index-head',
  text: `SELECT w.halted_reason, w.failure, w.failing_block, w.failing_since, head.*
    FROM index_writer w LEFT JOIN indexed_head head ON true`,
};

type IndexHeadRow = (HeadRow | { readonly block_number: null }) & {
  readonly halted_reason: string | null;
  readonly failure: string | null;
  readonly failing_block: string | null;
  readonly failing_since: Date | null;
};

/** What the indexer fails at again and again. */
export interface IndexFailure {
  /** The first block that is not indexed. */
  readonly block: string | null;
  /** The kind of error; what it says may name machines, and is in the indexer's log. */
  readonly error: string;
  readonly since: Date | null;
}

/** Follows the indexed head. After the database is gone it keeps the last one, so that cached responses go on. */
export class PgIndexHead extends ListenNotifyQuery<IndexHeadRow> {
  constructor(settings: Omit<PoolSettings, 'size'>, onError: (error: unknown) => void) {
    super({ settings, channel: HEAD_CHANNEL, query: READ_HEAD, onError });
  }

  /** The last head read; null before the first block is indexed. Never waits. */
  current(): IndexedHead | null {
    const row = this.rows?.[0];
    return row === undefined || row.block_number === null ? null : toIndexedHead(row);
  }

  /** Why the indexer writes no more, as last read; null while it does. */
  haltedReason(): string | null {
    return this.rows?.[0]?.halted_reason ?? null;
  }

  /** What the indexer fails at again and again, as last read; null while it goes on. */
  failure(): IndexFailure | null {
    const row = this.rows?.[0];
    if (row === undefined || row.failure === null) return null;
    const { failing_block: block, failing_since: since } = row;
    return { block, error: row.failure.split(':', 1)[0] ?? '', since };
  }
}
