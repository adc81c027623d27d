import { asBigInt, formatAmount, formatUsd, parseAmount } from './amounts.js';
import { SlipwayError } from './errors.js';

describe('formatUsd', () => {
  it.each([
    [0.00002627, '$0.0₄2627'],
    [0.000000000001234, '$0.0₁₁1234'],
    [0.001234, '$0.001234'],
    [0.0001234, '$0.0₃1234'],
    [0.1234, '$0.1234'],
    [0.5, '$0.5'],
    [0.99996, '$1.00'],
    [0, '$0.00'],
    [1, '$1.00'],
    [1_234.5, '$1,234.50'],
    [999_999.99, '$999,999.99'],
    [4_200_000, '$4.2M'],
    [1_500_000_000, '$1.5B'],
    [2e12, '$2T'],
    [-0.00002627, '-$0.0₄2627'],
    [-12, '-$12.00'],
  ])('%d is %s', (value, text) => {
    expect(formatUsd(value)).toBe(text);
  });

  it.each([[null], [undefined], [NaN], [Infinity]])('has a dash for %s', (value) => {
    expect(formatUsd(value)).toBe('–');
  });
});

describe('formatAmount', () => {
  const TOKEN = 10n ** 18n;

  it.each([
    ['1234500000000000000000', {}, '1,234.5'],
    ['0', {}, '0'],
    [1n, {}, '<0.0001'],
    [1n, { fractionDigits: 0 }, '<1'],
    [1n, { fractionDigits: 18 }, '0.000000000000000001'],
    [TOKEN / 3n, {}, '0.3333'],
    [-TOKEN, {}, '-1'],
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

describe('asBigInt', () => {
  it('takes what the API sends', () => {
    expect(asBigInt('115792089237316195423570985008687907853269984665640564039457584007913129639935')).toBe(
      2n ** 256n - 1n,
    );
  });

  it.each(['', '01', '1.0', '-1', '1e18', ' 1'])('refuses %j', (text) => {
    expect(() => asBigInt(text)).toThrow(SlipwayError);
  });
});
