import { curveProgress, priceInPlatform, type Reserves, type TradeSide } from '@slipway/bonding-curve';
import { mapKnown, toDecimalString, toJsonNumber, type Address } from '@slipway/domain';
import { toSigningWarnings } from './dto/signing-warning.dto.js';
import type { QuotedTrade } from './quotes.service.js';
import type { CurveRow } from './types/curves.types.js';
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
export function toQuote(side: TradeSide, { venue, quote, warnings }: QuotedTrade): QuoteDto {
  return {
    side,
    venue,
    amountIn: quote.amountIn.toString(),
    amountOut: quote.amountOut.toString(),
    fee: quote.fee.toString(),
    priceImpact: toJsonNumber(quote.priceImpact),
    priceInPlatformAfter: priceOf(quote.reservesAfter),
    warnings: toSigningWarnings(warnings),
  };
}

function priceOf(reserves: Reserves): string | null {
  return mapKnown(priceInPlatform(reserves), toDecimalString);
}
