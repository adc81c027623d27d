import {
  curveProgress,
  priceInPlatform,
  type CurveQuote,
  type Reserves,
  type TradeSide,
} from '@slipway/bonding-curve';
import { mapKnown, toDecimalString, toJsonNumber, type Address } from '@slipway/domain';
import type { CurveRow } from './curves.types.js';
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
    priceInPlatform: priceOf({ platform: BigInt(row.platformReserve), token: BigInt(row.tokenReserve) }),
    pool,
    graduatedAt: mapKnown(row.graduatedAt, (time) => new Date(time).toISOString()),
  };
}

/** A quote in the interface's units. */
export function toQuote(side: TradeSide, quote: CurveQuote): QuoteDto {
  return {
    side,
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
