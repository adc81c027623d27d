import { toJsonNumber, ONE_TOKEN } from '@slipway/domain';
import { curveProgress, marketCapUsd, priceChange, priceInPlatform, priceUsd } from './price.js';

const reserves = { platform: 30_000n * ONE_TOKEN, token: 1_125_000_000n * ONE_TOKEN };
const oraclePrice = 250_000_000n; // 2.50 USD

function number(ratio: ReturnType<typeof priceUsd>): number | null {
  return ratio === null ? null : toJsonNumber(ratio);
}

describe('prices', () => {
  it('are the quotient of the reserves', () => {
    expect(number(priceInPlatform(reserves))).toBe(0.0000266666666666667);
    expect(number(priceUsd(reserves, oraclePrice))).toBe(0.0000666666666666667);
    expect(number(marketCapUsd(reserves, oraclePrice, 1_000_000_000n * ONE_TOKEN))).toBe(66666.6666666667);
  });

  it('are unknown without reserves or an oracle price, or with an oracle price of zero or less', () => {
    expect(priceInPlatform({ platform: 0n, token: 1n })).toBeNull();
    expect(priceInPlatform({ platform: 1n, token: 0n })).toBeNull();
    expect(priceUsd(reserves, null)).toBeNull();
    expect(priceUsd(reserves, 0n)).toBeNull();
    expect(priceUsd(reserves, -1n)).toBeNull();
    expect(marketCapUsd(reserves, null, 1n)).toBeNull();
  });

  it('change by their exact quotient less one', () => {
    const now = { numerator: 21n, denominator: 20n };
    const before = { numerator: 1n, denominator: 1n };
    expect(number(priceChange(now, before))).toBe(0.05);
    expect(number(priceChange(before, now))).toBe(-0.0476190476190476);
    expect(priceChange(now, null)).toBeNull();
    expect(priceChange(null, now)).toBeNull();
  });
});

describe('curveProgress', () => {
  it('runs from 0 to 1 and stays there', () => {
    expect(toJsonNumber(curveProgress(0n, 60n, false))).toBe(0);
    expect(toJsonNumber(curveProgress(15n, 60n, false))).toBe(0.25);
    expect(toJsonNumber(curveProgress(61n, 60n, false))).toBe(1);
    expect(toJsonNumber(curveProgress(0n, 60n, true))).toBe(1);
  });
});
