import { findUrlProblem } from './public-url.js';

describe('findUrlProblem', () => {
  it.each(['https://example.com', 'https://images.example.co.uk/a.png?b=c#d', 'https://EXAMPLE.org:8443/'])(
    'allows %s',
    (url) => {
      expect(findUrlProblem(url)).toBeNull();
    },
  );

  it.each([
    'http://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,hi',
    'https://user:pw@example.com',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://localhost',
    'https://localhost./',
    'https://１２７.0.0.1',
    'https://intranet',
    'https://com',
    'https://printer.local',
  ])('refuses %s', (url) => {
    expect(findUrlProblem(url)).toBe('url_not_allowed');
  });

  it.each([
    '',
    'example.com',
    '//example.com',
    'https://',
    'https://exämple.com/',
    'https://example.com/a b',
    ' https://example.com',
  ])('finds no ASCII URL in %j', (url) => {
    expect(findUrlProblem(url)).toBe('invalid_format');
  });

  it('allows 1,024 characters and no more', () => {
    const url = 'https://example.com/'.padEnd(1_024, 'a');
    expect(findUrlProblem(url)).toBeNull();
    expect(findUrlProblem(`${url}a`)).toBe('too_long');
  });
});
