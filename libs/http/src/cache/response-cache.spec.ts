import type { AsOfBlock } from '@slipway/domain';
import type { OperationMetadata } from '../operation/operation-metadata.js';
import { ResponseCache } from './response-cache.js';
import { RenderedResponse } from './rendered-response.js';

function blockAt(block: bigint, fork = ''): AsOfBlock {
  return { block, time: new Date(0), hash: `${block}${fork}`, version: `${block}${fork}` };
}

/** The cache looks at no more of an operation than its callers do. */
const OF = { operation: {} as OperationMetadata, route: '/v1/samples' };

function responseAt(asOf: AsOfBlock, size = 10, validUntil?: Date): RenderedResponse {
  return new RenderedResponse({ text: 'x'.repeat(size) }, { caching: 'block', asOf, validUntil });
}

class Outage extends Error {}

function setUp({ maxBytes = 1_000_000, maxAgeMs = 60_000 } = {}): {
  cache: ResponseCache;
  moveTo: (head: AsOfBlock | null) => void;
} {
  let head: AsOfBlock | null = blockAt(1n);
  const isOutage = (error: unknown): boolean => error instanceof Outage;
  const cache = new ResponseCache({ current: () => head }, { maxBytes, maxAgeMs, isOutage });
  return { cache, moveTo: (next) => (head = next) };
}

describe('ResponseCache', () => {
  it('finds a response only at the head it is true at', async () => {
    const { cache, moveTo } = setUp();
    const response = await cache.load('k', OF, () => Promise.resolve(responseAt(blockAt(1n))));
    expect(cache.find('k')?.rendered).toBe(response);
    moveTo(blockAt(2n));
    expect(cache.find('k')).toBeUndefined();
    expect(cache.retainedBytes).toBe(0);
  });

  it('takes a reorganised block of the same number for another one', async () => {
    const { cache, moveTo } = setUp();
    await cache.load('k', OF, () => Promise.resolve(responseAt(blockAt(1n))));
    moveTo(blockAt(1n, 'b'));
    expect(cache.find('k')).toBeUndefined();
  });

  it('keeps a response of a head that is not announced yet, and none of an older one', async () => {
    const { cache, moveTo } = setUp();
    await cache.load('new', OF, () => Promise.resolve(responseAt(blockAt(2n))));
    await cache.load('old', OF, () => Promise.resolve(responseAt(blockAt(0n))));
    expect(cache.find('new')).toBeUndefined();
    moveTo(blockAt(2n));
    expect(cache.find('new')).toBeDefined();
    expect(cache.find('old')).toBeUndefined();
  });

  it('keeps a response no longer than the wall clock lets it be true, not even in an outage', async () => {
    const { cache } = setUp();
    const ends = (validUntil: Date): RenderedResponse => responseAt(blockAt(1n), 10, validUntil);
    await cache.load('later', OF, () => Promise.resolve(ends(new Date(Date.now() + 60_000))));
    await cache.load('past', OF, () => Promise.resolve(ends(new Date(Date.now() - 1))));
    expect(cache.find('later')).toBeDefined();
    expect(cache.find('past')).toBeUndefined();
    await expect(cache.load('past', OF, () => Promise.reject(new Outage()))).rejects.toThrow(Outage);
  });

  it('finds nothing before anything is indexed', async () => {
    const { cache, moveTo } = setUp();
    moveTo(null);
    await cache.load('k', OF, () => Promise.resolve(responseAt(blockAt(1n))));
    expect(cache.find('k')).toBeUndefined();
  });

  it('shares one load among equal requests at the same head, and none across heads', async () => {
    const { cache, moveTo } = setUp();
    let loads = 0;
    let release: (response: RenderedResponse) => void = () => undefined;
    const read = (): Promise<RenderedResponse> => {
      loads += 1;
      return new Promise((resolve) => (release = resolve));
    };
    const first = [cache.load('k', OF, read), cache.load('k', OF, read)];
    expect(loads).toBe(1);
    release(responseAt(blockAt(1n)));
    const [one, other] = await Promise.all(first);
    expect(one).toBe(other);

    const before = cache.load('j', OF, read);
    const releaseBefore = release;
    moveTo(blockAt(2n));
    const after = cache.load('j', OF, read);
    expect(loads).toBe(3);
    releaseBefore(responseAt(blockAt(1n)));
    release(responseAt(blockAt(2n)));
    expect(await before).not.toBe(await after);
  });

  it('does not keep a failure', async () => {
    const { cache } = setUp();
    await expect(cache.load('k', OF, () => Promise.reject(new Error('once')))).rejects.toThrow('once');
    await expect(cache.load('k', OF, () => Promise.resolve(responseAt(blockAt(1n))))).resolves.toBeDefined();
  });

  it('drops what was used least recently when it is full', async () => {
    const { cache } = setUp({ maxBytes: 3 * 4_500 });
    for (const key of ['a', 'b', 'c'])
      await cache.load(key, OF, () => Promise.resolve(responseAt(blockAt(1n), 1_000)));
    cache.find('a');
    await cache.load('d', OF, () => Promise.resolve(responseAt(blockAt(1n), 1_000)));
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.find(key) !== undefined)).toEqual(['a', 'c', 'd']);
    expect(cache.retainedBytes).toBeLessThanOrEqual(3 * 4_500);
  });

  it('keeps nothing when it has no room', async () => {
    const { cache } = setUp({ maxBytes: 0 });
    await cache.load('k', OF, () => Promise.resolve(responseAt(blockAt(1n))));
    expect(cache.find('k')).toBeUndefined();
  });

  it('reads a head that stands still again, but responds with what it has while the database is away', async () => {
    const { cache } = setUp({ maxAgeMs: 0 });
    const kept = await cache.load('k', OF, () => Promise.resolve(responseAt(blockAt(1n))));
    expect(cache.find('k')).toBeUndefined();
    await expect(cache.load('k', OF, () => Promise.reject(new Outage()))).resolves.toBe(kept);
    await expect(cache.load('k', OF, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
  });
});
