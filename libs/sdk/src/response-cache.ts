/** A response that was kept. */
export interface CachedResponse {
  readonly etag: string;
  readonly body: string;
}

/**
 * Where public responses are kept by their URL; a `Map` does. Only responses that any client may have are put into it: never those of an
 * operation of a signed-in wallet.
 */
export interface ResponseCache {
  get(url: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  set(url: string, response: CachedResponse): unknown;
}

/** A cache in memory that forgets the responses that were not used for longest. */
export function memoryCache({ maxEntries = 500 }: { readonly maxEntries?: number } = {}): ResponseCache {
  const entries = new Map<string, CachedResponse>();
  return {
    get(url) {
      const entry = entries.get(url);
      if (entry === undefined) return undefined;
      entries.delete(url);
      entries.set(url, entry);
      return entry;
    },
    set(url, response) {
      entries.delete(url);
      entries.set(url, response);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
  };
}
