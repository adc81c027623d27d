/** Where figures come from that nobody tells us of. The app binds it to the pool and to the indexed head. */
export interface MetricsSource {
  pool(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Nulls when nothing is indexed. */
  indexer(): {
    readonly block: number | null;
    readonly lagSeconds: number | null;
    readonly isHalted: boolean;
  };
  /** Programs whose distributor enforces a tree that nobody published here; null when it cannot be asked. */
  staleRoots(): Promise<number | null>;
}
