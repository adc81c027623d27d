import { toAddress } from './address.js';
import { quoteStrangersText } from './strangers-text.js';
import { nameAmount, nameToken } from './token-name.js';

const address = toAddress('0x00000000000000000000000000000000000000aa');

describe('a token in a sentence', () => {
  it.each([
    ['a plain symbol', { symbol: 'SLIP', isPlain: true }, '1.5 SLIP'],
    ['another one', { symbol: 'SLIP', isPlain: false }, '1.5 "SLIP" (0x0000…00AA)'],
    ['a sentence', { symbol: 'SLIP. "Safe', isPlain: false }, '1.5 "SLIP. \ufffdSafe" (0x0000…00AA)'],
    ['no symbol', { symbol: null, isPlain: false }, `1500000000000000000 base units of ${address}`],
  ])('has %s', (_what, token, said) => {
    expect(nameAmount(15n * 10n ** 17n, { address, ...token })).toBe(said);
  });

  it('has at most 32 characters of a symbol', () => {
    expect(nameToken({ address, symbol: 'a'.repeat(1_000), isPlain: false })).toBe(
      `"${'a'.repeat(32)}" (0x0000…00AA)`,
    );
  });
});

describe('quoteStrangersText', () => {
  it.each(['"', '“', '”', '„', '«', '»', '＂', '″', 'ʺ', '˝', '〞', '‶', '״'])(
    'has no %s within the quotes',
    (mark) => {
      expect(quoteStrangersText(`a${mark}b`, 64)).toBe('"a\ufffdb"');
    },
  );

  it('leaves an apostrophe', () => {
    expect(quoteStrangersText("Bob's", 64)).toBe('"Bob\'s"');
  });
});
