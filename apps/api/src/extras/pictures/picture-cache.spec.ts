import type { AsOf } from '@slipway/domain';
import { PictureCache } from './picture-cache.js';

const asOf = { block: 1n, time: new Date(0), hash: '1', version: '1', indexRevision: '1' };
const picture = (bytes: number): AsOf<Buffer> => ({ asOf, body: Buffer.alloc(bytes) });

describe('PictureCache', () => {
  let now: number;
  let drawn: string[];
  let cache: PictureCache;

  beforeEach(() => {
    now = 1;
    drawn = [];
    const bounds = { maxCount: 3, maxBytes: 100, maxAgeMs: 60_000, maxDrawing: 2 };
    cache = new PictureCache(
      bounds,
      () => new Error('busy'),
      () => now,
    );
  });

  const ask = (key: string, bytes = 10): Promise<AsOf<Buffer>> =>
    cache.get(key, () => {
      drawn.push(key);
      return Promise.resolve(picture(bytes));
    });

  it('draws a picture once in its time, also for requests that come together', async () => {
    const [one, other] = await Promise.all([ask('a'), ask('a')]);
    expect(one).toBe(other);
    now = 60_001;
    expect(await ask('a')).toBe(one);
    now = 60_002;
    expect(await ask('a')).not.toBe(one);
    expect(drawn).toEqual(['a', 'a']);
  });

  it('holds so many pictures, and drops what was not used for longest', async () => {
    for (const key of ['a', 'b', 'c', 'a', 'd']) await ask(key);
    expect(cache.size).toEqual({ count: 3, bytes: 30 });
    drawn = [];
    for (const key of ['a', 'c', 'd', 'b']) await ask(key);
    expect(drawn).toEqual(['b']);
  });

  it('holds so many bytes', async () => {
    for (const key of ['a', 'b', 'c']) await ask(key, 40);
    expect(cache.size).toEqual({ count: 2, bytes: 80 });
    await ask('whole', 101);
    expect(cache.size).toEqual({ count: 2, bytes: 80 });
  });

  it('refuses what is more than may be drawn at once, and goes on afterwards', async () => {
    let finish = (): void => undefined;
    const slow = (): Promise<AsOf<Buffer>> =>
      new Promise((resolve) => {
        finish = () => {
          resolve(picture(1));
        };
      });
    const first = cache.get('a', slow);
    const failing = cache.get(
      'b',
      () => new Promise((_resolve, reject) => setImmediate(reject, new Error('no'))),
    );
    await expect(ask('c')).rejects.toThrow('busy');
    await expect(failing).rejects.toThrow('no');
    await ask('c');
    finish();
    await first;
    expect(cache.size.count).toBe(2);
  });
});
