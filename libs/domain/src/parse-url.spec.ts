import { parseUrl } from './parse-url.js';

describe('parseUrl', () => {
  it('reads a URL of Latin-1 text, however often it was called before', () => {
    for (let i = 0; i < 50_000; i += 1) parseUrl('https://loca\u00ADlhost/');
    expect(parseUrl('https://loca\u00ADlhost/')?.hostname).toBe('localhost');
  });

  it('reads none where the parser does not', () => {
    expect(parseUrl('https://')).toBeNull();
    expect(parseUrl('')).toBeNull();
  });
});
