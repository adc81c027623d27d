import {
  curveProgress,
  priceInPlatform,
  type CurveQuote,
  type Reserves,
  type TradeSide,
} from '@slipway/bonding-curve';
import { mapKnown, toDecimalString, toJsonNumber, type Address } from '@slipway/domain';
import type { CurveFacts } from './curves.types.js';
import type { CurveDto, QuoteDto } from './dto/curve.dto.js';

/** A curve's state with its price: the pool's after graduation. */
export function describeCurve(tokenAddress: Address, facts: CurveFacts): CurveDto {
  const { pool, graduationThreshold, realPlatformReserve } = facts;
  const progress = curveProgress(BigInt(realPlatformReserve), BigInt(graduationThreshold), pool !== null);
  return {
    tokenAddress,
    stage: pool === null ? 'curve' : 'graduated',
    virtualPlatformReserve: facts.virtualPlatformReserve,
    virtualTokenReserve: facts.virtualTokenReserve,
    realPlatformReserve,
    realTokenReserve: facts.realTokenReserve,
    graduationThreshold,
    progress: toJsonNumber(progress),
    priceInPlatform: priceOf({ platform: BigInt(facts.platformReserve), token: BigInt(facts.tokenReserve) }),
    pool,
    graduatedAt: mapKnown(facts.graduatedAt, (time) => new Date(time).toISOString()),
  };
}

/** A quote in the interface's units. */
export function describeQuote(side: TradeSide, quote: CurveQuote): QuoteDto {
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
