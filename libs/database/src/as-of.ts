import type { AsOfBlock } from '@slipway/domain';
import type { Statement } from './statement.js';

/** An index that was not level with its chain for longer lags. It is not served as the present. */
export const MAX_LAG_SECONDS = 60;

/** `level_at` of an index that was never level. */
const NEVER = 0;

/** Where the index stands. */
export interface IndexedHead extends AsOfBlock {
  /** Since the indexer was level with the node's head; before it ever was, the age of its newest block. */
  readonly lagSeconds: number;
  readonly isLagging: boolean;
  /** Names the state of the index. */
  readonly indexRevision: string;
}

/**
 * SQL: whether a block that a cursor names is in the index whose head is h. Reorganisations cannot reach a block
 * whose hash is not kept.
 *
 * @param number the block's number
 * @param hash what {@link keptHashOf} said of it
 */
export const blockStands = (number: string, hash: string): string =>
  `(${number} <= h.block_number
    AND NOT EXISTS (SELECT FROM blocks WHERE number = ${number} AND hash <> decode(${hash}, 'hex')))`;

/** SQL: the hash of a block of the index, as 64 hexadecimal digits; null when it is not kept. */
export const keptHashOf = (number: string): string =>
  `(SELECT encode(hash, 'hex') FROM blocks WHERE number = ${number})`;

/**
 * A row of the view `indexed_head`. Every read of chain data selects it in the same statement as its data. One statement
 * sees one state of the database: the named block is the one that the data is true at.
 */
export interface HeadRow {
  readonly block_number: string;
  readonly block_time: Date;
  readonly level_at: Date;
  readonly index_revision: string;
  /** 64 hexadecimal digits. */
  readonly block_hash: string;
  readonly data_revision: string;
}

/** A statement that selects the head with its own columns: see `$runAsOf` of PrismaService. */
export type HeadStatement<Values extends readonly unknown[], Row> = Statement<Values, HeadRow & Row>;

/** @param levelAt when the index was last level. One that never was lags, however young its newest block is */
export function isLagging(levelAt: Date | null, now = new Date()): boolean {
  return levelAt === null || secondsSince(levelAt, now) > MAX_LAG_SECONDS;
}

/** The head of a row. Its version names all that responses depend on: block, operators' changes, histories read, lag. */
export function toIndexedHead(row: HeadRow, now = new Date()): IndexedHead {
  const since = row.level_at.getTime() === NEVER ? null : row.level_at;
  const lags = isLagging(since, now);
  return {
    block: BigInt(row.block_number),
    time: row.block_time,
    lagSeconds: Math.max(0, secondsSince(since ?? row.block_time, now)),
    isLagging: lags,
    version: `${row.block_hash}.${row.data_revision}${lags ? '.lagging' : ''}`,
    hash: row.block_hash,
    indexRevision: row.index_revision,
  };
}

/** A row, and the head that it is true at. */
export type AtHead<Row> = Omit<Row, keyof HeadRow> & { readonly asOf: IndexedHead };

export function splitHead<Row extends HeadRow>(row: Row): AtHead<Row> {
  const { block_number, block_time, level_at, index_revision, block_hash, data_revision, ...rest } = row;
  const head = { block_number, block_time, level_at, index_revision, block_hash, data_revision };
  return { ...rest, asOf: toIndexedHead(head) };
}

function secondsSince(moment: Date, now: Date): number {
  return (now.getTime() - moment.getTime()) / 1_000;
}

/** What a row is once it went through JSON. */
export type AsJson<Row> = {
  readonly [Column in keyof Row]:
    | Exclude<Row[Column], Date | bigint>
    | (Extract<Row[Column], Date> extends never ? never : string)
    | (Extract<Row[Column], bigint> extends never ? never : number);
};
