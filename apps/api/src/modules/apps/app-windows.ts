import { priceChange, priceUsd, type Reserves } from '@slipway/bonding-curve';
import {
  mapKnown,
  parseDecimalPrice,
  toJsonNumber,
  unitsToJsonNumber,
  USD_WEI_DECIMALS,
  usdPrice,
  type Ratio,
} from '@slipway/domain';
import type { AppConcentrationDto, AppWindowDto, AppWindowsDto } from './dto/app-market.dto.js';

/** Windows that an app's page shows, in seconds. They end at the as-of block's time. */
export const APP_WINDOWS = { '5m': 300, '1h': 3_600, '6h': 21_600, '24h': 86_400, '7d': 604_800 } as const;
type AppWindow = keyof typeof APP_WINDOWS;

/** An app in a window, as the database has it: amounts are decimal strings. */
interface AppWindowRow {
  readonly buys: number;
  readonly sells: number;
  /** USD with 26 decimals; null when a trade has none. */
  readonly volumeUsd: string | null;
  readonly traders: number;
  /** At the window's begin; null for an app that is younger. */
  readonly platformReserve: string | null;
  readonly tokenReserve: string | null;
  readonly oraclePrice: string | null;
}

/** What only an app's own page shows of its market. */
export interface AppMarketRow {
  readonly windows: Readonly<Record<AppWindow, AppWindowRow>>;
  /** The highest USD price up to the app's last event, and then its price and the feed's highest since. */
  readonly high: {
    readonly usd: number | null;
    readonly close: string;
    readonly oraclePrice: string | null;
  } | null;
  /** Wei: of the ten richest, of the creator, and of the pool, the curve and burn addresses. */
  readonly held: { readonly top10: string; readonly creator: string; readonly excluded: string };
}

/** @param price in USD now */
export function toWindows(windows: AppMarketRow['windows'], price: Ratio | null): AppWindowsDto {
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
