import type { AsOf } from '@slipway/domain';

interface PictureCacheOptions {
  readonly maxCount: number;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  /** Drawings that may be under way or waiting at once. */
  readonly maxDrawing: number;
}

interface Entry {
  readonly picture: AsOf<Buffer>;
  readonly until: number;
}

/** Pictures by what they show, each drawn at most once in its time, for as many as ask for it. Least recently used first out. */
export class PictureCache {
  private readonly entries = new Map<string, Entry>();
  private readonly drawing = new Map<string, Promise<AsOf<Buffer>>>();
  private bytes = 0;

  /** @param refuse makes the error of a picture that cannot be drawn now */
  constructor(
    private readonly options: PictureCacheOptions,
    private readonly refuse: () => Error,
    private readonly now: () => number = Date.now,
  ) {}

  get size(): { readonly count: number; readonly bytes: number } {
    return { count: this.entries.size, bytes: this.bytes };
  }

  /** The kept picture of a key, or a new one. */
  get(key: string, draw: () => Promise<AsOf<Buffer>>): Promise<AsOf<Buffer>> {
    const kept = this.entries.get(key);
    if (kept !== undefined && kept.until > this.now()) {
      // A Map keeps the order of insertion: the last used entry is put last.
      this.entries.delete(key);
      this.entries.set(key, kept);
      return Promise.resolve(kept.picture);
    }
    const running = this.drawing.get(key);
    if (running !== undefined) return running;
    if (this.drawing.size >= this.options.maxDrawing) return Promise.reject(this.refuse());
    const drawing = draw()
      .then((picture) => {
        this.keep(key, picture);
        return picture;
      })
      .finally(() => this.drawing.delete(key));
    this.drawing.set(key, drawing);
    return drawing;
  }

  private keep(key: string, picture: AsOf<Buffer>): void {
    this.remove(key);
    const { maxBytes, maxCount, maxAgeMs } = this.options;
    if (picture.body.length > maxBytes) return;
    this.entries.set(key, { picture, until: this.now() + maxAgeMs });
    this.bytes += picture.body.length;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= maxBytes && this.entries.size <= maxCount) break;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.bytes -= entry.picture.body.length;
  }
}
