import type { Address } from 'viem';
import { PortfolioService } from '../../apps/api/src/modules/portfolio/portfolio.service.js';
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
