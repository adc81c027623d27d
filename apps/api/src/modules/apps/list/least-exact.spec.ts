import { toJsonNumber } from '@slipway/domain';
import { leastExact } from './list.service.js';

/** A decimal with an exponent as a fraction. */
function fraction(text: string): { numerator: bigint; denominator: bigint } {
  const [, whole = '', decimals = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  const power = Number(exponent) - decimals.length;
  const units = BigInt(whole + decimals);
  return power < 0
    ? { numerator: units, denominator: 10n ** BigInt(-power) }
    : { numerator: units * 10n ** BigInt(power), denominator: 1n };
}

describe('leastExact', () => {
  it.each([
    '1',
    '2500',
    '0.5',
    '1.5e-7',
    '1e+21',
    '123456789012345',
    '0.00000123456789012346',
    '9.99999999999999e-18',
  ])('of %s is served as that number, and what is lower is not', (text) => {
    const { numerator, denominator } = fraction(leastExact(text));
    const above = { numerator: numerator * 1_000_001n, denominator: denominator * 1_000_000n };
    expect(toJsonNumber(above)).toBeGreaterThanOrEqual(Number(text));
    const far = 10n ** 20n;
    expect(toJsonNumber({ numerator: numerator * far + 1n, denominator: denominator * far })).toBe(
      Number(text),
    );
    expect(toJsonNumber({ numerator: numerator * far - 1n, denominator: denominator * far })).toBeLessThan(
      Number(text),
    );
  });

  it('is the number itself where that has more digits than are served, or none', () => {
    expect(['0', '0.000', '1234567890123456.5'].map(leastExact)).toEqual([
      '0',
      '0.000',
      '1234567890123456.5',
    ]);
  });
});
