import { priceChange, priceInPlatform, priceUsd, type Reserves } from '@slipway/bonding-curve';
import { mapKnown, ONE_USD, toDecimalString, toJsonNumber, type Address, type Ratio } from '@slipway/domain';
import type { PriceDto } from './dto/prices.dto.js';
import type { MarketRow, OracleRow } from './types/market.types.js';

/** An app token's price from its reserves, or `not_found` for an address that is no app's token. */
export function priceApp(row: MarketRow, oracle: OracleRow, stale: boolean): PriceDto {
  const reserves = toReserves(row.platformReserve, row.tokenReserve);
  if (row.symbol === null || reserves === null) return unknownToken(row.token);
  const reserves24h = toReserves(row.platformReserve24h, row.tokenReserve24h);
  const price = priceUsd(reserves, mapKnown(oracle.oraclePrice, BigInt));
  const price24h =
    reserves24h === null ? null : priceUsd(reserves24h, mapKnown(oracle.oraclePrice24h, BigInt));
  const inPlatform = priceInPlatform(reserves);
  return {
    tokenAddress: row.token,
    symbol: row.symbol,
    priceUsd: mapKnown(price, toJsonNumber),
    priceInPlatform: inPlatform === null ? null : toDecimalString(inPlatform),
    change24h: mapKnown(priceChange(price, price24h), toJsonNumber),
    updatedAt: mapKnown(row.pricedAt, toIso),
    stale,
    source: row.pool === null ? 'curve' : 'pool',
    error: null,
  };
}

/** The platform token's price: the feed's own. */
export function pricePlatformToken(oracle: OracleRow, stale: boolean): PriceDto {
  const price = toUsd(oracle.oraclePrice);
  return {
    tokenAddress: oracle.platformToken,
    symbol: oracle.platformSymbol,
    priceUsd: mapKnown(price, toJsonNumber),
    priceInPlatform: '1',
    change24h: mapKnown(priceChange(price, toUsd(oracle.oraclePrice24h)), toJsonNumber),
    updatedAt: mapKnown(oracle.oraclePriceAt, toIso),
    stale,
    source: 'oracle',
    error: null,
  };
}

function unknownToken(tokenAddress: Address): PriceDto {
  return {
    tokenAddress,
    symbol: null,
    priceUsd: null,
    priceInPlatform: null,
    change24h: null,
    updatedAt: null,
    stale: false,
    source: null,
    error: 'not_found',
  };
}

function toReserves(platform: string | null, token: string | null): Reserves | null {
  return platform === null || token === null ? null : { platform: BigInt(platform), token: BigInt(token) };
}

/** A feed's price as dollars; zero or less is no price. */
function toUsd(oraclePrice: string | null): Ratio | null {
  const value = mapKnown(oraclePrice, BigInt);
  return value === null || value <= 0n ? null : { numerator: value, denominator: ONE_USD };
}

function toIso(time: string): string {
  return new Date(time).toISOString();
}
