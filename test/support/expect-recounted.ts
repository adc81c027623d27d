import type { AppSummaryDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import type { RecountedApp } from './recount.js';

/** Expects served apps to have a recount's figures, to 12 digits. */
export function expectRecounted(apps: readonly AppSummaryDto[], recounted: readonly RecountedApp[]): void {
  expect(apps).toHaveLength(recounted.length);
  for (const expected of recounted) {
    const app = apps.find(({ tokenAddress }) => tokenAddress === expected.tokenAddress)!;
    expectTo12Digits(app.priceUsd, expected.priceUsd);
    expectTo12Digits(app.marketCapUsd, expected.marketCapUsd);
    if (expected.volume24hUsd === null) expect(app.volume24hUsd).toBeNull();
    else expectTo12Digits(app.volume24hUsd, expected.volume24hUsd);
    if (expected.priceChange24h === null) expect(app.priceChange24h).toBeNull();
    // A change is a difference of near numbers: what counts is the ratio it stands for.
    else expectTo12Digits(1 + app.priceChange24h!, 1 + expected.priceChange24h);
    expectTo12Digits(1 + app.priceChangeSinceLaunch!, 1 + expected.priceChangeSinceLaunch);
    expect(app.holders).toBe(expected.holders);
    expect(app.trades24h).toBe(expected.trades24h);
    expect(app.lastTradeAt && Date.parse(app.lastTradeAt) / 1_000).toBe(expected.lastTradeAt);
  }
}

function expectTo12Digits(received: number | null, expected: number): void {
  expect(Math.abs(received! - expected)).toBeLessThanOrEqual(Math.abs(expected) * 1e-12);
}
