import * as fc from 'fast-check';
import { toDecimalString, toJsonNumber, toPlainText, unitsToJsonNumber } from './ratio.js';

describe('toJsonNumber', () => {
  it.each([
    [0n, 7n, 0],
    [1n, 3n, 0.333333333333333],
    [2n, 3n, 0.666666666666667],
    [-2n, 3n, -0.666666666666667],
    [9_999_999_999_999_999n, 1n, 10_000_000_000_000_000],
    [123_456_789_012_345n, 1n, 123_456_789_012_345],
    // ties go to the even digit
    [1_000_000_000_000_005n, 10n, 100_000_000_000_000],
    [1_000_000_000_000_015n, 10n, 100_000_000_000_002],
    [1n, 10n ** 30n, 1e-30],
    [10n ** 60n, 3n, 3.33333333333333e59],
  ])('%s / %s is %s', (numerator, denominator, expected) => {
    expect(toJsonNumber({ numerator, denominator })).toBe(expected);
  });

  it('is within half a unit of the fifteenth digit, and never prints more digits', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(2n ** 200n), 2n ** 200n),
        fc.bigInt(1n, 2n ** 120n),
        (numerator, denominator) => {
          const value = toJsonNumber({ numerator, denominator });
          const digits = value.toExponential().replace(/e.*$/, '').replace(/\D/g, '');
          expect(digits.length).toBeLessThanOrEqual(15);
          const printed = toScaled(value.toExponential());
          // |value - n/d| <= 5e-15 relative
          const difference = printed.numerator * denominator - numerator * printed.denominator;
          const bound = (numerator < 0n ? -numerator : numerator) * printed.denominator;
          expect((difference < 0n ? -difference : difference) * 2n * 10n ** 14n <= bound).toBe(true);
        },
      ),
    );
  });

  it('refuses what no JSON number can carry', () => {
    expect(() => toJsonNumber({ numerator: 1n, denominator: 0n })).toThrow(RangeError);
    expect(() => toJsonNumber({ numerator: 10n ** 400n, denominator: 1n })).toThrow(RangeError);
  });
});

describe('unitsToJsonNumber', () => {
  it.each([
    ['0', 26, 0],
    ['1', 26, 1e-26],
    ['1000000000000005', 1, 100_000_000_000_000],
    ['1000000000000015', 1, 100_000_000_000_002],
    ['10000000000000050001', 5, 100_000_000_000_001],
    ['999999999999999999', 0, 1e18],
  ])('%s with %s decimals is %s', (units, decimals, expected) => {
    expect(unitsToJsonNumber(units, decimals)).toBe(expected);
  });

  it('is the number of the same fraction', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 200n), fc.integer({ min: 0, max: 60 }), (numerator, decimals) => {
        const ratio = { numerator, denominator: 10n ** BigInt(decimals) };
        expect(unitsToJsonNumber(String(numerator), decimals)).toBe(toJsonNumber(ratio));
      }),
    );
  });
});

describe('toDecimalString', () => {
  it.each([
    [0n, 1n, '0'],
    [5n, 1n, '5'],
    [1n, 8n, '0.125'],
    [2n, 3n, '0.666666666666666666'],
    [1n, 10n ** 19n, '0'],
    [10n ** 21n, 1n, '1000000000000000000000'],
  ])('%s / %s is %s', (numerator, denominator, expected) => {
    expect(toDecimalString({ numerator, denominator })).toBe(expected);
  });

  it('refuses a negative fraction', () => {
    expect(() => toDecimalString({ numerator: -1n, denominator: 1n })).toThrow(RangeError);
  });
});

function toScaled(text: string): { numerator: bigint; denominator: bigint } {
  const [mantissa = '', exponent = ''] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent) - fraction.length;
  const numerator = BigInt(whole + fraction);
  return shift >= 0
    ? { numerator: numerator * 10n ** BigInt(shift), denominator: 1n }
    : { numerator, denominator: 10n ** BigInt(-shift) };
}

describe('toPlainText', () => {
  it.each([
    [0, '0'],
    [42_476.6225703976, '42476.6225703976'],
    [1.5e-7, '0.00000015'],
    [1.23e-24, '0.00000000000000000000000123'],
    [1e21, '1000000000000000000000'],
    [1.23456789012345e30, '1234567890123450000000000000000'],
  ])('writes %p', (value, text) => {
    expect(toPlainText(value)).toBe(text);
    expect(Number(text)).toBe(value);
  });
});
