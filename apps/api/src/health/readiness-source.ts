import type { AsOf } from '#values';

/** What readiness is judged by. The app binds it to the database and to the head that the indexer announced. */
export abstract class ReadinessSource {
  /** Asks the database for something small. Rejects, in bounded time, when it cannot answer. */
  abstract pingDatabase(): Promise<void>;

  /** The indexed head as last heard, or null when nothing is indexed. */
  abstract currentHead(): AsOf | null;

  /** Why the indexer writes no more, though it runs; null while it does. */
  abstract haltedReason(): string | null;

  /** How far behind the chain the index is, in seconds; Infinity when nothing is indexed. */
  abstract lagSeconds(now: Date): number;
}
