import type { AsOfBlock } from '@slipway/domain';

export interface WatchedHead extends AsOfBlock {
  /** How far behind the chain the index is. */
  readonly lagSeconds: number;
  /** Too far to be served as the present. */
  readonly isLagging: boolean;
}

export interface IndexFailure {
  /** The first block that is not indexed. */
  readonly block: string | null;
  /** The kind of error. */
  readonly error: string;
  readonly since: Date | null;
}

/** Logs that nodes had withheld are read anew. */
export interface IndexRepair {
  /** The app's token; null when it is not known. */
  readonly app: string | null;
  /** The block that showed that logs are missing. */
  readonly block: number;
  /** The block that lacked them; null while it is looked for. */
  readonly missing: number | null;
  /** Of the search, then of the blocks that are read again. */
  readonly percent: number;
}

/** What readiness is decided by. The app binds it to the database and to the head that the indexer announced. */
export abstract class ReadinessSource {
  /** Asks the database for something small. Rejects, in bounded time, when it cannot respond. */
  abstract pingDatabase(): Promise<void>;

  /** The indexed head as last announced, or null when nothing is indexed. */
  abstract current(): WatchedHead | null;

  /** Why the indexer writes no more, though it runs; null while it does. */
  abstract haltedReason(): string | null;

  /** What the index is repaired for; null when nothing is. */
  abstract indexRepair(): IndexRepair | null;

  /** What the indexer fails at again and again; null while it goes on. */
  abstract indexFailure(): IndexFailure | null;
}
