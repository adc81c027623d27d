import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { RenderedResponse } from './rendered-response.js';

const asOf = { block: 7n, time: new Date('2026-11-21T00:00:00Z'), hash: '7', version: '7' };
const large = { rows: Array.from({ length: 200 }, (_, index) => ({ index, name: 'A sample app' })) };

describe('RenderedResponse', () => {
  it('compresses once per coding, with a tag of its own', async () => {
    const rendered = new RenderedResponse(large, { caching: 'block', asOf });
    const identity = await rendered.in('identity');
    const gzip = await rendered.in('gzip');
    const br = await rendered.in('br');
    expect(new Set([identity.etag, gzip.etag, br.etag]).size).toBe(3);
    expect(gunzipSync(gzip.bytes).equals(identity.bytes)).toBe(true);
    expect(brotliDecompressSync(br.bytes).equals(identity.bytes)).toBe(true);
    expect(rendered.in('gzip')).toBe(gzip);
  });

  it('shares one compression among requests that come meanwhile', async () => {
    const rendered = new RenderedResponse(large, { caching: 'block', asOf });
    const [one, other] = [rendered.in('br'), rendered.in('br')];
    expect(one).toBe(other);
    await one;
  });

  it('leaves small and private responses as they are', () => {
    const small = new RenderedResponse({ a: 1 }, { caching: 'block', asOf });
    expect(small.in('br')).toBe(small.in('identity'));
    const mine = new RenderedResponse(large, { caching: 'private', asOf });
    expect(mine.in('gzip')).toBe(mine.in('identity'));
  });

  it('keeps no compressed form that is hardly smaller', async () => {
    const noise = Array.from({ length: 400 }, (_, index) =>
      ((index * 2_654_435_761) % 4_294_967_296).toString(36),
    );
    const rendered = new RenderedResponse({ noise }, { caching: 'block', asOf });
    const identity = await rendered.in('identity');
    for (const coding of ['gzip', 'br'] as const) {
      const { bytes } = await rendered.in(coding);
      expect(bytes === identity.bytes || bytes.length * 2 <= identity.bytes.length).toBe(true);
    }
  });

  it('names the block it is true at', async () => {
    const { okHeaders } = await new RenderedResponse({}, { caching: 'block', asOf }).in('identity');
    expect(okHeaders).toEqual(expect.arrayContaining(['X-As-Of-Block', '7', '2026-11-21T00:00:00.000Z']));
  });
});
