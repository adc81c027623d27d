import { LRUCache } from 'lru-cache';
import type { AsOf } from '@slipway/domain';

interface PictureCacheOptions {
  readonly maxCount: number;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  /** Drawings that may be under way or waiting at once. */
  readonly maxDrawing: number;
}

/** Pictures by what they show, each drawn at most once in its time, for as many as ask for it. Least recently used first out. */
export class PictureCache {
  private readonly pictures: LRUCache<string, AsOf<Buffer>>;
  private readonly drawing = new Map<string, Promise<AsOf<Buffer>>>();

  /** @param refuse makes the error of a picture that cannot be drawn now */
  constructor(
    private readonly options: PictureCacheOptions,
    private readonly refuse: () => Error,
    now: () => number = Date.now,
  ) {
    const { maxCount, maxBytes, maxAgeMs } = options;
    this.pictures = new LRUCache({
      max: maxCount,
      maxSize: maxBytes,
      sizeCalculation: ({ body }) => body.length,
      ttl: maxAgeMs,
      ttlResolution: 0,
      perf: { now },
    });
  }

  get size(): { readonly count: number; readonly bytes: number } {
    return { count: this.pictures.size, bytes: this.pictures.calculatedSize };
  }

  /** The kept picture of a key, or a new one. */
  get(key: string, draw: () => Promise<AsOf<Buffer>>): Promise<AsOf<Buffer>> {
    const kept = this.pictures.get(key);
    if (kept !== undefined) return Promise.resolve(kept);
    const running = this.drawing.get(key);
    if (running !== undefined) return running;
    if (this.drawing.size >= this.options.maxDrawing) return Promise.reject(this.refuse());
    const drawing = draw()
      .then((picture) => {
        this.pictures.set(key, picture);
        return picture;
      })
      .finally(() => this.drawing.delete(key));
    this.drawing.set(key, drawing);
    return drawing;
  }
}
