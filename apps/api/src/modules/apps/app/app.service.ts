import { Injectable } from '@nestjs/common';
import { ApiError, expectIndexed } from '@slipway/http';
import {
  type Address,
  type AsOf,
  mapKnown,
  parseDecimalPrice,
  type Ratio,
  toJsonNumber,
  TOKEN_DECIMALS,
  unitsToJsonNumber,
  USD_WEI_DECIMALS,
  usdPrice,
} from '@slipway/domain';
import { priceChange, priceUsd, type Reserves } from '@slipway/protocols';
import { summarizeApp, summarizeApps, supplyOf } from '../app-summary.js';
import type { AppPageRow, MarketContext } from '../app-rows.types.js';
import { toLaunchFigures } from '../launch-report/launch-report.service.js';
import type { SparklineSpan } from '../sparklines.sql.js';
import { type AppMarketRow, AppRepository, type AppWindow } from './app.repository.js';
import type {
  AppConcentrationDto,
  AppDetailDto,
  AppSummaryDto,
  AppWindowDto,
  AppWindowsDto,
} from './app.dto.js';

@Injectable()
export class AppService {
  constructor(private readonly repository: AppRepository) {}

  /** @throws ApiError `not_found` when no app has the token */
  async get(token: Address): Promise<AsOf<AppDetailDto>> {
    const { asOf, context, app, market } = expectIndexed(await this.repository.readApp(token));
    if (app === null || market === null)
      throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    return { asOf, body: toAppDetail(app, market, context) };
  }

  /**
   * A list's line of one app, with its sparkline where one is asked for.
   *
   * @throws ApiError `not_found` when no app has the token, or operators hide it
   */
  async getShown(token: Address, sparkline: SparklineSpan | null = null): Promise<AsOf<AppSummaryDto>> {
    const found = expectIndexed(await this.repository.listNamed([token], sparkline));
    const { asOf, items } = found;
    const [app] = summarizeApps(items, found, sparkline);
    if (app === undefined || app.hidden)
      throw new ApiError('not_found', { message: 'No app that is shown has this token.', asOf });
    return { asOf, body: app };
  }
}

/** An app's summary with what only its own page shows. */
function toAppDetail(row: AppPageRow, market: AppMarketRow, context: MarketContext): AppDetailDto {
  const { pool, graduatedAt } = row;
  const summary = summarizeApp(row, context, row.hidden);
  const reserves = { platform: BigInt(row.platformReserve), token: BigInt(row.tokenReserve) };
  const price = priceUsd(reserves, mapKnown(context.oraclePrice, BigInt));
  return Object.assign(summary, {
    description: row.description,
    website: row.website,
    decimals: TOKEN_DECIMALS,
    totalSupply: supplyOf(row, context),
    launchTxHash: row.launchTxHash,
    launchBlock: row.launchBlock,
    pool:
      pool === null || graduatedAt === null
        ? null
        : { address: pool, graduatedAt: new Date(graduatedAt).toISOString() },
    windows: toWindows(market.windows, price),
    allTimeHighUsd: toAllTimeHigh(market.high, summary.priceUsd),
    concentration: toConcentration(market.held, supplyOf(row, context)),
    launchReport: toLaunchFigures(market.launch),
  });
}

/** @param price in USD now */
function toWindows(windows: AppMarketRow['windows'], price: Ratio | null): AppWindowsDto {
  const window = (name: AppWindow): AppWindowDto => {
    const { platformReserve, tokenReserve, oraclePrice, volumeUsd, buys, sells, traders } = windows[name];
    const reserves: Reserves | null =
      platformReserve === null || tokenReserve === null
        ? null
        : { platform: BigInt(platformReserve), token: BigInt(tokenReserve) };
    const before = mapKnown(reserves, (known) => priceUsd(known, mapKnown(oraclePrice, BigInt)));
    return {
      priceChange: mapKnown(priceChange(price, before), toJsonNumber),
      volumeUsd: mapKnown(volumeUsd, (units) => unitsToJsonNumber(units, USD_WEI_DECIMALS)),
      buys,
      sells,
      traders,
    };
  };
  return {
    '5m': window('5m'),
    '1h': window('1h'),
    '6h': window('6h'),
    '24h': window('24h'),
    '7d': window('7d'),
  };
}

/**
 * The highest USD price that an app ever had; the price now is never above it, though a kept one may be rounded.
 *
 * @param price in USD now
 */
export function toAllTimeHigh(high: AppMarketRow['high'], price: number | null): number | null {
  const since = mapKnown(high, ({ close, oraclePrice }) =>
    mapKnown(oraclePrice, (known) => usdPrice(parseDecimalPrice(close), BigInt(known))),
  );
  const known = [high?.usd ?? null, since, price].filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Shares of the tokens that are neither in the market nor burnt; 0 without any. */
export function toConcentration(
  { top10, creator, excluded }: AppMarketRow['held'],
  totalSupply: string,
): AppConcentrationDto {
  const denominator = BigInt(totalSupply) - BigInt(excluded);
  const share = (held: string): number =>
    denominator <= 0n ? 0 : toJsonNumber({ numerator: BigInt(held), denominator });
  return { top10Share: share(top10), creatorShare: share(creator) };
}
