import { findUrlProblems } from './public-url.js';

describe('findUrlProblems', () => {
  it.each([
    'https://example.com',
    'https://images.example.co.uk/a.png?b=c#d',
    'https://EXAMPLE.org:8443/',
    'HTTPS://example.com/',
    'https://xn--bcher-kva.example.de/%20',
    'https://someone.github.io/',
  ])('allows %s', (url) => {
    expect(findUrlProblems(url)).toEqual([]);
  });

  it.each([
    'http://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,hi',
    'ftp://example.com',
    'https://user:pw@example.com',
    'https://user@example.com',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://017700000001',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest',
    'https://localhost',
    'https://localhost./',
    'https://app.localhost/',
    'https://intranet',
    'https://com',
    'https://co.uk',
    'https://printer.local',
    'https://wiki.internal',
  ])('refuses %s', (url) => {
    expect(findUrlProblems(url)).toEqual(['url_not_allowed']);
  });

  it.each([
    '',
    'example.com',
    '127.1',
    '//example.com',
    'https://',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https:\\\\example.com',
    'https://example.com\\@example.org',
    'https://exämple.com/',
    'https://example.com/ä',
    'https://example.com/a b',
    'https://example.com/a\nb',
    'https://example.com/"onload=',
    ' https://example.com',
    'https://example.com\0',
  ])('finds no ASCII URL in %j', (url) => {
    expect(findUrlProblems(url)).toEqual(['invalid_format']);
  });

  it.each([
    'https://１２７.0.0.1',
    'https://loca\u00adlhost/',
    'https://127。0。0。1',
    ' javascript:alert(1)',
  ])('sees through the spelling of %j', (url) => {
    expect(findUrlProblems(url)).toEqual(['invalid_format', 'url_not_allowed']);
  });

  it('allows 1,024 characters and no more, and reports all that is wrong', () => {
    const url = 'https://example.com/'.padEnd(1_024, 'a');
    expect(findUrlProblems(url)).toEqual([]);
    expect(findUrlProblems(`${url}a`)).toEqual(['too_long']);
    expect(findUrlProblems(`http${url.slice(5)}ä `)).toEqual([
      'invalid_format',
      'too_long',
      'url_not_allowed',
    ]);
  });

  it('checks what is too long by its beginning, where scheme and host are', () => {
    expect(findUrlProblems('https://example.com/'.padEnd(32_000, 'a'))).toEqual(['too_long']);
    for (const start of ['http://example.com/', 'https://user@example.com/', 'https://127.1/']) {
      expect(findUrlProblems(start.padEnd(32_000, 'a'))).toEqual(['too_long', 'url_not_allowed']);
    }
    const host = `https://${'a.'.repeat(16_000)}`;
    expect(findUrlProblems(`${host}com/`)).toEqual(['too_long', 'url_not_allowed']);
    expect(findUrlProblems(`${host}@example.com/`)).toEqual(['too_long', 'url_not_allowed']);
  });
});
