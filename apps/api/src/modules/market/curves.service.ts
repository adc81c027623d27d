import { Injectable } from '@nestjs/common';
import type { TradeSide } from '@slipway/bonding-curve';
import { ApiError, expectIndexed } from '@slipway/http';
import type { Address, AsOf, AsOfBlock } from '@slipway/domain';
import { toCurve, toQuote } from './curve-responses.js';
import { MarketRepository } from './market.repository.js';
import { QuotesService } from './quotes.service.js';
import type { CurveRow } from './types/curves.types.js';
import type { CurveDto, QuoteDto } from './dto/curve.dto.js';

@Injectable()
export class CurvesService {
  constructor(
    private readonly repository: MarketRepository,
    private readonly quotes: QuotesService,
  ) {}

  /** @throws ApiError `not_found` when no app has the token */
  async get(token: Address): Promise<AsOf<CurveDto>> {
    const { asOf, curve } = await this.read(token);
    return { asOf, body: toCurve(token, curve) };
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
