import { negotiateCoding } from './accept-encoding.js';

describe('negotiateCoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    ['deflate, zstd', 'identity'],
    [`br, ${'x;q=0,'.repeat(200)}`, 'identity'],
  ])('%j is served with %s', (header, coding) => {
    expect(negotiateCoding(header)).toBe(coding);
  });
});
