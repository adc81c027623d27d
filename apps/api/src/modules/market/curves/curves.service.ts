import { Injectable } from '@nestjs/common';
import { curveProgress, priceInPlatform, Protocol, type Reserves, type TradeSide } from '@slipway/protocols';
import { ApiError, expectIndexed } from '@slipway/http';
import {
  type Address,
  type AsOf,
  type AsOfBlock,
  mapKnown,
  toDecimalString,
  toJsonNumber,
} from '@slipway/domain';
import { type CurveRow, CurvesRepository } from './curves.repository.js';
import { type QuotedTrade, QuotesService } from './quotes.service.js';
import { type CurveDto, type QuoteDto, toSigningWarnings } from './curves.dto.js';

@Injectable()
export class CurvesService {
  constructor(
    private readonly repository: CurvesRepository,
    private readonly quotes: QuotesService,
    private readonly protocol: Protocol,
  ) {}

  /** @throws ApiError `not_found` when no app has the token */
  async get(token: Address): Promise<AsOf<CurveDto>> {
    const { asOf, curve } = await this.read(token);
    return { asOf, body: toCurve(token, curve, this.protocol) };
  }

  /** @throws ApiError, InvalidRequestError as {@link QuotesService} */
  async quote(token: Address, side: TradeSide, amount: bigint): Promise<AsOf<QuoteDto>> {
    const quoted = await this.quotes.quote(token, side, amount);
    return { asOf: quoted.asOf, body: toQuote(side, quoted) };
  }

  private async read(token: Address): Promise<{ asOf: AsOfBlock; curve: CurveRow }> {
    const { asOf, curves } = expectIndexed(await this.repository.readCurves([token]));
    const curve = curves[token];
    if (curve === undefined) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    return { asOf, curve };
  }
}

/** A curve's state with its price: the pool's after graduation. */
function toCurve(
  tokenAddress: Address,
  row: CurveRow,
  { hasVirtualReserves }: Pick<Protocol, 'hasVirtualReserves'>,
): CurveDto {
  const { pool, graduationThreshold, realPlatformReserve } = row;
  const progress = curveProgress(BigInt(realPlatformReserve), BigInt(graduationThreshold), pool !== null);
  return {
    tokenAddress,
    stage: pool === null ? 'curve' : 'graduated',
    virtualPlatformReserve: hasVirtualReserves ? row.virtualPlatformReserve : null,
    virtualTokenReserve: hasVirtualReserves ? row.virtualTokenReserve : null,
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
function toQuote(side: TradeSide, { venue, quote, warnings }: QuotedTrade): QuoteDto {
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
