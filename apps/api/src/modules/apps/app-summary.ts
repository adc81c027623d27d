import {
  mapKnown,
  type Ratio,
  toDecimalString,
  toJsonNumber,
  unitsToJsonNumber,
  USD_WEI_DECIMALS,
} from '@slipway/domain';
import {
  curveProgress,
  liquidityUsd,
  marketCapUsd,
  priceChange,
  priceInPlatform,
  priceUsd,
  type Reserves,
} from '@slipway/protocols';
import { type SparklineSpan, toSparkline } from './sparklines.sql.js';
import type { AppListPage, AppRow, MarketContext } from './app-rows.types.js';
import type { AppSummaryDto } from './app/app.dto.js';

/**
 * The first apps of a list, with sparklines where they were asked for.
 *
 * @param rows the first of the page's
 */
export function summarizeApps(
  rows: readonly (AppRow & { readonly hidden?: boolean })[],
  { context, sparklines, asOf: { time: at } }: Pick<AppListPage, 'context' | 'sparklines' | 'asOf'>,
  span: SparklineSpan | null,
): AppSummaryDto[] {
  return rows.map((row, place) => {
    const summary = summarizeApp(row, context, row.hidden);
    const closes = sparklines?.apps[place];
    if (span === null || sparklines === undefined || closes === undefined) return summary;
    const reserves: Reserves = { platform: BigInt(row.platformReserve), token: BigInt(row.tokenReserve) };
    const last = mapKnown(priceUsd(reserves, mapKnown(sparklines.oraclePrice, BigInt)), toJsonNumber);
    const launchedAt = new Date(summary.launchedAt);
    const sparkline = toSparkline(closes, sparklines.feed, { span, at, launchedAt, last });
    return Object.assign(summary, { sparkline });
  });
}

/**
 * Computes an app's figures from its row (docs/http-contract.md section 5, Definitions): exact until the last step.
 *
 * @param hidden whether operators hide it: such a row is read by name alone
 */
export function summarizeApp(row: AppRow, context: MarketContext, hidden = false): AppSummaryDto {
  const oraclePrice = mapKnown(context.oraclePrice, BigInt);
  const reserves: Reserves = { platform: BigInt(row.platformReserve), token: BigInt(row.tokenReserve) };
  const price = priceUsd(reserves, oraclePrice);
  return {
    tokenAddress: row.token,
    name: row.name,
    symbol: row.symbol,
    imageUrl: row.imageUrl,
    creator: row.creator,
    stage: row.pool === null ? 'curve' : 'graduated',
    launchedAt: new Date(row.launchedAt).toISOString(),
    priceUsd: mapKnown(price, toJsonNumber),
    priceInPlatform: mapKnown(priceInPlatform(reserves), toDecimalString),
    priceChange24h: mapKnown(priceChange(price, priceUsd24h(row, context)), toJsonNumber),
    marketCapUsd: mapKnown(marketCapUsd(reserves, oraclePrice, BigInt(supplyOf(row, context))), toJsonNumber),
    volume24hUsd: mapKnown(row.volumeUsd24h, (units) => unitsToJsonNumber(units, USD_WEI_DECIMALS)),
    holders: row.holders,
    curveProgress: toJsonNumber(
      curveProgress(BigInt(row.realPlatformReserve), BigInt(context.graduationThreshold), row.pool !== null),
    ),
    liquidityUsd: mapKnown(
      liquidityUsd(row.pool === null ? BigInt(row.realPlatformReserve) : reserves.platform, oraclePrice),
      toJsonNumber,
    ),
    lastTradeAt: mapKnown(row.lastTradeAt, (time) => new Date(time).toISOString()),
    trades24h: row.trades24h,
    priceChangeSinceLaunch: mapKnown(priceChange(price, priceUsdAtLaunch(row, context)), toJsonNumber),
    hidden,
  };
}

/** What there is of an app's token, in wei: its own supply, or that of all apps. */
export function supplyOf({ supply }: Pick<AppRow, 'supply'>, { totalSupply }: MarketContext): string {
  return supply ?? totalSupply;
}

/** The price that the app's curve began with; null when the feed had none in the block of the launch. */
function priceUsdAtLaunch({ launchOraclePrice }: AppRow, context: MarketContext): Ratio | null {
  const reserves = { platform: BigInt(context.initialPlatform), token: BigInt(context.initialToken) };
  return priceUsd(reserves, mapKnown(launchOraclePrice, BigInt));
}

/** The price 24 hours before the block; null for an app that is younger. */
function priceUsd24h(row: AppRow, context: MarketContext): Ratio | null {
  if (row.platformReserve24h === null || row.tokenReserve24h === null) return null;
  const reserves = { platform: BigInt(row.platformReserve24h), token: BigInt(row.tokenReserve24h) };
  return priceUsd(reserves, mapKnown(context.oraclePrice24h, BigInt));
}
