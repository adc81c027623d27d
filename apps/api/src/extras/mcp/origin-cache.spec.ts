import { OriginCache } from './origin-cache.js';

describe('OriginCache', () => {
  const asked: string[] = [];
  let now = 0;
  let fails = false;
  const look = (origin: string): Promise<boolean> => {
    asked.push(origin);
    return fails ? Promise.reject(new Error('away')) : Promise.resolve(origin === 'https://a.example');
  };
  let cache: OriginCache;

  beforeEach(() => {
    asked.length = 0;
    [now, fails] = [0, false];
    cache = new OriginCache(look, () => now);
  });

  it('asks once in two seconds for each origin', async () => {
    expect(await Promise.all([cache.has('https://a.example'), cache.has('https://a.example')])).toEqual([
      true,
      true,
    ]);
    expect(await cache.has('https://b.example')).toBe(false);
    now = 1_999;
    expect(await cache.has('https://a.example')).toBe(true);
    expect(asked).toEqual(['https://a.example', 'https://b.example']);
    now = 2_000;
    await cache.has('https://a.example');
    expect(asked).toHaveLength(3);
  });

  it('remembers no failure, and no long origin', async () => {
    fails = true;
    await expect(cache.has('https://a.example')).rejects.toThrow('away');
    fails = false;
    expect(await cache.has('https://a.example')).toBe(true);
    const long = `https://${'a'.repeat(255)}.example`;
    await cache.has(long);
    await cache.has(long);
    expect(asked.filter((origin) => origin === long)).toHaveLength(2);
  });

  it('forgets all rather than keep more than a thousand', async () => {
    for (let i = 0; i < 1_001; i += 1) await cache.has(`https://${i}.example`);
    await cache.has('https://1000.example');
    expect(asked).toHaveLength(1_001);
    await cache.has('https://0.example');
    expect(asked).toHaveLength(1_002);
  });
});
