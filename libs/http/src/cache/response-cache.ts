import { LRUCache } from 'lru-cache';
import type { OperationMetadata } from '../operation/operation-metadata.js';
import type { IndexHead } from './index-head.js';
import type { RenderedResponse } from './rendered-response.js';

/** A response that stands for a URL at one version of the data, or will once it is loaded. */
export interface CachedResponse<Rendered = RenderedResponse> {
  readonly rendered: Rendered;
  readonly operation: OperationMetadata;
  /** The route's template, for the access log. */
  readonly route: string;
}

interface Entry {
  readonly response: CachedResponse;
  readonly version: string;
  readonly block: bigint;
  readonly bytes: number;
  readonly freshUntil: number;
}

interface ResponseCacheOptions {
  readonly maxBytes: number;
  /**
   * A response is a function of its block, but for what says how old the head is. A head that stands still is
   * therefore read again this often.
   */
  readonly maxAgeMs: number;
  /** Whether a load failed for want of the database, so that what we have of the same block is better. */
  readonly isOutage: (error: unknown) => boolean;
}

/** URL, headers and bookkeeping of an entry, roughly. */
const ENTRY_OVERHEAD_BYTES = 2_048;

/** Responses of the current head by URL, as bytes, least recently used first out. */
export class ResponseCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly loads = new Map<string, CachedResponse<Promise<RenderedResponse>>>();
  private sweptVersion: string | undefined;

  constructor(
    private readonly head: IndexHead,
    private readonly options: ResponseCacheOptions,
  ) {
    this.entries = new LRUCache({
      maxSize: Math.max(1, options.maxBytes),
      sizeCalculation: ({ bytes }) => bytes,
    });
  }

  get retainedBytes(): number {
    return this.entries.calculatedSize;
  }

  /** The response of a URL if it is true at the current head. */
  find(url: string): CachedResponse | undefined {
    const head = this.head.current();
    if (head === null) return undefined;
    if (head.version !== this.sweptVersion) this.sweep(head.version, head.block);
    const entry = this.entries.get(url);
    return entry?.version === head.version && entry.freshUntil > Date.now() ? entry.response : undefined;
  }

  /** What is being loaded for a URL at the current head. */
  loading(url: string): CachedResponse<Promise<RenderedResponse>> | undefined {
    return this.loads.get(this.flightOf(url));
  }

  /** Loads a response and keeps it. Requests for the same URL at the same head share one load. */
  load(
    url: string,
    of: Pick<CachedResponse, 'operation' | 'route'>,
    read: () => Promise<RenderedResponse>,
  ): Promise<RenderedResponse> {
    const flight = this.flightOf(url);
    const running = this.loads.get(flight);
    if (running !== undefined) return running.rendered;
    const rendered = this.readAndKeep(url, of, read).finally(() => this.loads.delete(flight));
    this.loads.set(flight, { ...of, rendered });
    return rendered;
  }

  private flightOf(url: string): string {
    return `${this.head.current()?.version ?? ''} ${url}`;
  }

  private async readAndKeep(
    url: string,
    of: Pick<CachedResponse, 'operation' | 'route'>,
    read: () => Promise<RenderedResponse>,
  ): Promise<RenderedResponse> {
    try {
      const rendered = await read();
      this.keep(url, { ...of, rendered });
      return rendered;
    } catch (error) {
      const entry = this.entries.peek(url);
      const stillTrue =
        entry !== undefined &&
        entry.version === this.head.current()?.version &&
        Date.now() < entry.response.rendered.validUntilMs;
      if (stillTrue && this.options.isOutage(error)) return entry.response.rendered;
      throw error;
    }
  }

  private keep(url: string, response: CachedResponse): void {
    const head = this.head.current();
    const { asOf, retainedBytes, validUntilMs } = response.rendered;
    // Pages of an older ranking snapshot would only push out pages asked for more often. A block we have not
    // read yet is kept: its announcement is on the way.
    if (asOf === null || (head !== null && asOf.version !== head.version && asOf.block <= head.block)) return;
    const bytes = retainedBytes + url.length * 2 + ENTRY_OVERHEAD_BYTES;
    const freshUntil = Math.min(Date.now() + this.options.maxAgeMs, validUntilMs);
    this.entries.set(url, { response, version: asOf.version, block: asOf.block, bytes, freshUntil });
  }

  private sweep(version: string, block: bigint): void {
    this.sweptVersion = version;
    for (const [url, entry] of this.entries.entries())
      if (entry.version !== version && entry.block <= block) this.entries.delete(url);
  }
}
