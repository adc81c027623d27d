import {
  curveProgress,
  priceInPlatform,
  type CurveState,
  type Reserves,
  type TradeQuote,
  type TradeSide,
} from '@slipway/bonding-curve';
import { mapKnown, toDecimalString, toJsonNumber, type Address } from '@slipway/domain';
import type { CurveRow, TradeVenue } from './types/curves.types.js';
import type { CurveDto, QuoteDto } from './dto/curve.dto.js';

/** A curve's state with its price: the pool's after graduation. */
export function toCurve(tokenAddress: Address, row: CurveRow): CurveDto {
  const { pool, graduationThreshold, realPlatformReserve } = row;
  const progress = curveProgress(BigInt(realPlatformReserve), BigInt(graduationThreshold), pool !== null);
  return {
    tokenAddress,
    stage: pool === null ? 'curve' : 'graduated',
    virtualPlatformReserve: row.virtualPlatformReserve,
    virtualTokenReserve: row.virtualTokenReserve,
    realPlatformReserve,
    realTokenReserve: row.realTokenReserve,
    graduationThreshold,
    progress: toJsonNumber(progress),
    priceInPlatform: priceOf(inPool(row)),
    pool,
    graduatedAt: mapKnown(row.graduatedAt, (time) => new Date(time).toISOString()),
  };
}

/** What a trade on the curve starts from. */
export function onCurve(row: CurveRow): CurveState {
  return {
    reserves: { platform: BigInt(row.virtualPlatformReserve), token: BigInt(row.virtualTokenReserve) },
    realPlatform: BigInt(row.realPlatformReserve),
    graduationThreshold: BigInt(row.graduationThreshold),
    feeBps: BigInt(row.feeBps),
  };
}

/** What a trade in the pool starts from, once there is one. */
export function inPool({ platformReserve, tokenReserve }: CurveRow): Reserves {
  return { platform: BigInt(platformReserve), token: BigInt(tokenReserve) };
}

/** A quote in the interface's units. */
export function toQuote(side: TradeSide, venue: TradeVenue, quote: TradeQuote): QuoteDto {
  return {
    side,
    venue,
    amountIn: quote.amountIn.toString(),
    amountOut: quote.amountOut.toString(),
    fee: quote.fee.toString(),
    priceImpact: toJsonNumber(quote.priceImpact),
    priceInPlatformAfter: priceOf(quote.reservesAfter),
  };
}

function priceOf(reserves: Reserves): string | null {
  return mapKnown(priceInPlatform(reserves), toDecimalString);
}
