/** Reads at the server that is ahead of all others. The app binds it. */
export abstract class PrimaryReads {
  /** Whether reads go elsewhere, so that they may be behind. */
  abstract areElsewhere(): boolean;

  /** The block that it is at; null when nothing is indexed. Requests that ask at the same time share one look. Rejects when it is away. */
  abstract block(): Promise<bigint | null>;

  /** Runs work whose reads are all made there. */
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /** Whether this is run by {@link run}. */
  abstract isInside(): boolean;
}
