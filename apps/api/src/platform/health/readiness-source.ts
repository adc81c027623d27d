import type { AsOfBlock } from '@slipway/domain';

export interface WatchedHead extends AsOfBlock {
  /** How far behind the chain the index is. */
  readonly lagSeconds: number;
  /** Too far to be served as the present. */
  readonly isLagging: boolean;
}

/** What the writer says of its index. Readiness passes it on. */
export interface IndexerState {
  readonly halted: string | null;
  readonly repairing: object | null;
  readonly failing: object | null;
}

/** What readiness is decided by. The app binds it to the database and to the head that the indexer announced. */
export abstract class ReadinessSource {
  /** Asks the database for something small. Rejects, in bounded time, when it cannot respond. */
  abstract pingDatabase(): Promise<void>;

  /** The indexed head as last read, or null when nothing is indexed. */
  abstract current(): WatchedHead | null;

  /** How long ago this instance read it. */
  abstract readonly unreadSeconds: number;

  abstract indexer(): IndexerState;
}
