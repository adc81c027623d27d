import { cpuOf } from '../../../test/support/cpu-of.js';
import { cleanChainText, cleanChainUrl } from './chain-text.js';
import { findUrlProblems } from './public-url.js';

describe('cleanChainText', () => {
  it('keeps honest text as it is', () => {
    expect(cleanChainText('Ünïcode 日本語 👩‍🚀', 64)).toBe('Ünïcode 日本語 👩‍🚀');
  });

  it('replaces NUL and lone surrogates', () => {
    expect(cleanChainText('a\0b\ud800c', 64)).toBe('a\ufffdb\ufffdc');
  });

  it('clips to code points, never inside one', () => {
    expect(cleanChainText('x'.repeat(100_000), 5)).toBe('xxxxx');
    expect(cleanChainText('👍'.repeat(10), 3)).toBe('👍👍👍');
  });
});

describe('cleanChainUrl', () => {
  it('drops what preflight would refuse', () => {
    expect(cleanChainUrl('https://example.com/a.png')).toBe('https://example.com/a.png');
    expect(cleanChainUrl('javascript:alert(1)')).toBeNull();
    expect(cleanChainUrl('')).toBeNull();
  });

  it('drops what is no URI, or too long for a launch', () => {
    expect(cleanChainUrl('https://exämple.com/')).toBeNull();
    expect(cleanChainUrl('https://example.com/'.padEnd(1_025, 'a'))).toBeNull();
  });
});

describe('the cost of text from chain', () => {
  const marks = 'a\u0316\u0301'.repeat(350_000);
  const hostile = [
    marks,
    `https://${marks}.com/`,
    `https://${'%CC%81%CC%96'.repeat(80_000)}.com/`,
    `https://xn--${'a9z0'.repeat(250_000)}.com/`,
    'a.'.repeat(500_000),
    '\ufdfa'.repeat(1_000_000),
    '\0'.repeat(1_000_000),
    '\ud800'.repeat(1_000_000),
  ];

  it.each(hostile)('takes no more than milliseconds for a megabyte (%#)', (text) => {
    expect(cpuOf(() => cleanChainText(text, 2_000))).toBeLessThan(25);
    expect(cpuOf(() => cleanChainUrl(text))).toBeLessThan(25);
    expect(cpuOf(() => findUrlProblems(text))).toBeLessThan(25);
  });
});
