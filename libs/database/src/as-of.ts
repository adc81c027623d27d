import type { AsOf } from '#values';

/** An index that was not level with its chain for longer than this lags, and is not served as the present. */
export const MAX_LAG_SECONDS = 60;

/** Where the index stands. */
export interface IndexedHead extends AsOf {
  /** When the indexer was last level with the node's head (wall clock). */
  readonly levelAt: Date;
  readonly isLagging: boolean;
}

/**
 * The columns that every read of chain data selects from {@link HEAD_TABLES}, in the same statement as its data: one
 * statement sees one state of the database, so that the block named is the block the data is true at.
 */
export const HEAD_COLUMNS = `h.block_number, h.block_time, h.level_at,
  encode(h.block_hash, 'hex') || '.' || c.revision || '.' || h.distributors AS head_version`;

export const HEAD_TABLES = 'head h CROSS JOIN catalog c';

export interface HeadRow {
  readonly block_number: string;
  readonly block_time: Date;
  readonly level_at: Date;
  readonly head_version: string;
}

/**
 * The head of a row of {@link HEAD_COLUMNS}. Its version names everything that answers depend on: the block, the
 * operators' changes, whose history was read since, and whether the index lags.
 */
export function toIndexedHead(row: HeadRow, now = new Date()): IndexedHead {
  const isLagging = lagSeconds(row.level_at, now) > MAX_LAG_SECONDS;
  return {
    block: BigInt(row.block_number),
    time: row.block_time,
    levelAt: row.level_at,
    isLagging,
    version: isLagging ? `${row.head_version}.lagging` : row.head_version,
  };
}

/** Seconds since the index was level with its chain. */
export function lagSeconds(levelAt: Date, now: Date): number {
  return (now.getTime() - levelAt.getTime()) / 1_000;
}
