import type { HeadSource } from './head-source.js';
import type { RenderedAnswer } from './rendered-answer.js';

interface Entry {
  readonly answer: RenderedAnswer;
  readonly version: string;
  readonly block: bigint;
  readonly bytes: number;
  readonly freshUntil: number;
}

interface ReadCacheOptions {
  readonly maxBytes: number;
  /**
   * An answer is a function of its block, but for what says how old the head is. A head that stands still is
   * therefore read again this often.
   */
  readonly maxAgeMs: number;
  /** Whether a load failed for want of the database, so that what we have of the same block is better. */
  readonly isOutage: (error: unknown) => boolean;
}

/** Key, headers and bookkeeping of an entry, roughly. */
const ENTRY_OVERHEAD_BYTES = 2_048;

/** Answers of the current head, as bytes, least recently used first out. */
export class ReadCache {
  private readonly entries = new Map<string, Entry>();
  private readonly loads = new Map<string, Promise<RenderedAnswer>>();
  private bytes = 0;
  private sweptVersion: string | undefined;

  constructor(
    private readonly head: HeadSource,
    private readonly options: ReadCacheOptions,
  ) {}

  get retainedBytes(): number {
    return this.bytes;
  }

  /** The answer under a key if it is true at the current head. */
  find(key: string): RenderedAnswer | undefined {
    const head = this.head.current();
    if (head === null) return undefined;
    if (head.version !== this.sweptVersion) this.sweep(head.version, head.block);
    const entry = this.entries.get(key);
    if (entry?.version !== head.version || entry.freshUntil <= Date.now()) return undefined;
    // A Map keeps the order of insertion: what was used last is put last.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.answer;
  }

  /** Loads an answer and keeps it. Requests for the same key at the same head share one load. */
  async load(key: string, read: () => Promise<RenderedAnswer>): Promise<RenderedAnswer> {
    const flight = `${this.head.current()?.version ?? ''} ${key}`;
    const running = this.loads.get(flight);
    if (running !== undefined) return running;
    const load = this.readAndKeep(key, read).finally(() => this.loads.delete(flight));
    this.loads.set(flight, load);
    return load;
  }

  private async readAndKeep(key: string, read: () => Promise<RenderedAnswer>): Promise<RenderedAnswer> {
    try {
      const answer = await read();
      this.keep(key, answer);
      return answer;
    } catch (error) {
      const entry = this.entries.get(key);
      const stillTrue =
        entry !== undefined &&
        entry.version === this.head.current()?.version &&
        Date.now() < entry.answer.validUntilMs;
      if (stillTrue && this.options.isOutage(error)) return entry.answer;
      throw error;
    }
  }

  private keep(key: string, answer: RenderedAnswer): void {
    const head = this.head.current();
    const { asOf } = answer;
    // Pages of an older ranking snapshot would only push out what is asked for more often. A block we have not
    // heard of yet is kept: its announcement is on the way.
    if (asOf === null || (head !== null && asOf.version !== head.version && asOf.block <= head.block)) return;
    const bytes = answer.retainedBytes + key.length * 2 + ENTRY_OVERHEAD_BYTES;
    if (bytes > this.options.maxBytes) return;
    this.remove(key);
    const freshUntil = Math.min(Date.now() + this.options.maxAgeMs, answer.validUntilMs);
    this.entries.set(key, { answer, version: asOf.version, block: asOf.block, bytes, freshUntil });
    this.bytes += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.options.maxBytes) break;
      this.remove(oldest);
    }
  }

  private sweep(version: string, block: bigint): void {
    this.sweptVersion = version;
    for (const [key, entry] of this.entries) {
      if (entry.version !== version && entry.block <= block) this.remove(key);
    }
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.bytes -= entry.bytes;
  }
}
