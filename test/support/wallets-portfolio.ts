import type { Address } from 'viem';
import { PortfolioService } from '../../apps/api/src/modules/portfolio/portfolio.service.js';
import { GainsRepository } from '../../apps/api/src/modules/portfolio/gains/gains.repository.js';
import { PortfolioRepository } from '../../apps/api/src/modules/portfolio/portfolio.repository.js';
import type { PortfolioDto, PositionDto } from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import { toAddress } from '@slipway/domain';
import { Fraction } from './fraction.js';
import type { RecountedPosition } from './recount-positions.js';
import type { RunningApi } from './running-api.js';

/** What the API would tell a wallet's owner, without its sign-in: contract wallets have positions too. */
export async function readPortfolio(
  api: RunningApi,
  wallet: Address,
): Promise<{ positions: PositionDto[]; totals: PortfolioDto; block: bigint }> {
  const service = api.app.get(PortfolioService, { strict: false });
  const address = toAddress(wallet);
  const { response } = await service.listPositions(address, null, null);
  const totals = await service.getPortfolio(address);
  return { positions: response.body.positions, totals: totals.body, block: response.asOf.block };
}

/**
 * Expects what a wallet's sales gained to be what its positions have realised, to the last digit, and the sales to be those of its
 * activity.
 */
export async function expectGains(api: RunningApi, wallet: Address): Promise<void> {
  const address = toAddress(wallet);
  const gains = api.app.get(GainsRepository, { strict: false });
  const { asOf, realized } = (await api.app.get(PortfolioRepository, { strict: false }).readSums(address))!;
  const thisYear = asOf.time.getUTCFullYear();
  const years = [thisYear - 1, thisYear].map((year) => gains.readGains(address, year, null, 1_000));
  const pages = (await Promise.all(years)).map((page) => page!);
  const disposals = pages.flatMap((page) => page.disposals);
  const sum = (amounts: readonly string[]): bigint => amounts.map(BigInt).reduce((a, b) => a + b, 0n);
  expect(sum(pages.map(({ total }) => total))).toBe(BigInt(realized ?? 0));
  expect(sum(disposals.map(({ gain }) => gain))).toBe(BigInt(realized ?? 0));
  const { body } = await api.app.get(PortfolioService, { strict: false }).listActivity(address, 1_000, null);
  const sold = new Map<string, bigint>();
  for (const { type, txHash, tokenAddress, tokenAmount } of body.activity.toReversed())
    if (type === 'sell') {
      const key = `${txHash} ${tokenAddress}`;
      sold.set(key, (sold.get(key) ?? 0n) + BigInt(tokenAmount!));
    }
  expect(
    new Map(disposals.map(({ txHash, token, amount }) => [`${txHash} ${token}`, BigInt(amount)])),
  ).toEqual(sold);
}

/** Expects a wallet's positions and totals to be a recount's: amounts equal, USD to 1e-9, unknown where it is unknown. */
export function expectPortfolio(
  { positions, totals }: { positions: readonly PositionDto[]; totals: PortfolioDto },
  recounted: readonly RecountedPosition[],
): void {
  const held = recounted.filter(({ balance }) => balance > 0n).sort(byValue);
  expect(positions.map(({ tokenAddress, balance }) => [tokenAddress, balance])).toEqual(
    held.map(({ token, balance }) => [token, balance.toString()]),
  );
  for (const [i, { balance, cost, value }] of held.entries()) {
    const position = positions[i]!;
    expectUsd(position.valueUsd ?? null, value);
    const whole = Fraction.of(balance, 10n ** 18n);
    expectUsd(position.avgEntryPriceUsd ?? null, cost === null ? null : cost.dividedBy(whole));
    expectUsd(position.unrealizedPnlUsd ?? null, cost === null || value === null ? null : value.minus(cost));
  }
  const priced = held.filter(({ value }) => value !== null);
  const both = priced.filter(({ cost }) => cost !== null);
  expectUsd(
    totals.totalValueUsd,
    sum(held, priced, ({ value }) => value!),
  );
  expectUsd(
    totals.totalCostUsd,
    sum(held, both, ({ cost }) => cost!),
  );
  expectUsd(
    totals.unrealizedPnlUsd,
    sum(held, both, ({ value, cost }) => value!.minus(cost!)),
  );
  expectUsd(totals.realizedPnlUsd, sum([], recounted, ({ realized }) => realized) ?? Fraction.ZERO);
  expect([totals.positions, totals.pricedPositions]).toEqual([held.length, priced.length]);
}

/** Null when there are positions and none of them has the figure. */
function sum(
  held: readonly RecountedPosition[],
  counted: readonly RecountedPosition[],
  figure: (position: RecountedPosition) => Fraction,
): Fraction | null {
  if (held.length > 0 && counted.length === 0) return null;
  return counted.map(figure).reduce((total, one) => total.plus(one), Fraction.ZERO);
}

/** Below a wei's worth nothing counts: a difference of equal figures is 0 only in fractions. */
const DUST = 1e-35;

function expectUsd(received: number | null, expected: Fraction | null): void {
  if (received === null || expected === null) {
    expect([received, expected]).toEqual([null, null]);
    return;
  }
  const wanted = expected.toNumber();
  expect(Math.abs(received - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 1e-9 + DUST);
}

function byValue(a: RecountedPosition, b: RecountedPosition): number {
  const difference = (b.value ?? Fraction.ZERO).minus(a.value ?? Fraction.ZERO).toNumber();
  return difference === 0 ? (BigInt(a.token) < BigInt(b.token) ? -1 : 1) : difference;
}
