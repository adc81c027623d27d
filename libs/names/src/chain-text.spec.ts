import { cleanChainText, cleanChainUrl } from './chain-text.js';

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
});
