import { asBigInt, formatAmount, parseAmount } from './amounts.js';
import { SlipwayError } from './errors.js';

describe('formatAmount', () => {
  const TOKEN = 10n ** 18n;

  it.each([
    ['1234500000000000000000', {}, '1,234.5'],
    ['0', {}, '0'],
    [1n, {}, '<0.0001'],
    [1n, { fractionDigits: 0 }, '<1'],
    [1n, { fractionDigits: 18 }, '0.000000000000000001'],
    [TOKEN / 3n, {}, '0.3333'],
    [-TOKEN, {}, '−1'],
    [-5n, {}, '>−0.0001'],
    [-5n, { fractionDigits: 0 }, '>−1'],
    [-1_234n * TOKEN - TOKEN / 2n, {}, '−1,234.5'],
    [2n ** 256n - 1n, { decimals: 0 }, (2n ** 256n - 1n).toLocaleString('en-US')],
    [1_500_000n, { decimals: 6, fractionDigits: 2 }, '1.5'],
    [TOKEN + 1n, {}, '1'],
  ])('%s %j is %s', (amount, format, text) => {
    expect(formatAmount(amount, format)).toBe(text);
  });
});

describe('parseAmount', () => {
  it.each([
    ['1234.5', {}, 1_234_500_000_000_000_000_000n],
    [' 0.000000000000000001 ', {}, 1n],
    ['12', { decimals: 6 }, 12_000_000n],
  ])('%s %j is %s', (text, format, amount) => {
    expect(parseAmount(text, format)).toBe(amount);
  });

  it.each(['', '1,5', '-1', '1e3', '.5', '1.', '0x10', '1.0000000000000000001', '9'.repeat(61)])(
    'refuses %j',
    (text) => {
      expect(() => parseAmount(text)).toThrow(SlipwayError);
    },
  );
});

describe('what parseAmount says of a text that it refuses', () => {
  it.each<[unknown, string]>([
    ['1,000', 'no sign, comma or exponent'],
    ['1e3', 'no sign, comma or exponent'],
    ['', 'such as 1234.5'],
    [5, 'such as 1234.5'],
    [['5'], 'such as 1234.5'],
    ['1.0000000000000000001', 'at most 18 decimals'],
    ['9'.repeat(61), 'at most 60 digits before the point'],
  ])('%j: %s', (text, message) => {
    expect(() => parseAmount(text as string)).toThrow(message);
  });
});

describe('asBigInt', () => {
  it.each<[unknown]>([[5], [5n], [['5']], [null], [{ toString: () => '5' }]])(
    'takes no other value for a text: %p',
    (value) => {
      expect(() => asBigInt(value as string)).toThrow(SlipwayError);
    },
  );

  it('takes what the API sends', () => {
    expect(asBigInt('115792089237316195423570985008687907853269984665640564039457584007913129639935')).toBe(
      2n ** 256n - 1n,
    );
  });

  it.each(['', '01', '1.0', '-1', '1e18', ' 1'])('refuses %j', (text) => {
    expect(() => asBigInt(text)).toThrow(SlipwayError);
  });
});
