import {
  compareDecimalPrices,
  decimalPriceText,
  parseDecimalPrice,
  platformPrice,
  toDecimalPrice,
  usdPrice,
} from './decimal-price.js';
import { toJsonNumber } from './ratio.js';

const ORACLE_PRICE = 234_567_891n;

describe('a price as it is kept', () => {
  it.each([
    [30_000n * 10n ** 18n, 1_125_000_000n * 10n ** 18n],
    [1n, 3n],
    [2n ** 112n - 1n, 1n],
    [1n, 2n ** 112n - 1n],
    [123_456_789_012_345_678_901n, 987_654_321n],
    [5n, 1n],
  ])('of %i / %i is as exact as the fraction, as a text too, and in USD', (numerator, denominator) => {
    const price = toDecimalPrice({ numerator, denominator });
    expect(parseDecimalPrice(decimalPriceText(price))).toEqual(price);
    expect(platformPrice(price)).toBe(toJsonNumber({ numerator, denominator }));
    const usd = { numerator: numerator * ORACLE_PRICE, denominator: denominator * 10n ** 8n };
    expect(usdPrice(price, ORACLE_PRICE)).toBe(toJsonNumber(usd));
  });

  it.each([
    ['1.5', '1.50', 0],
    ['1.50000000000000000000000001', '1.5', 1],
    ['0.1', '0.1000000000000000000000000000000000001', -1],
    ['12', '1.2', 1],
  ])('%s compares to %s as %i, whatever their decimals', (a, b, order) => {
    expect(compareDecimalPrices(parseDecimalPrice(a), parseDecimalPrice(b))).toBe(order);
    expect(compareDecimalPrices(parseDecimalPrice(b), parseDecimalPrice(a))).toBe(order === 0 ? 0 : -order);
  });
});
