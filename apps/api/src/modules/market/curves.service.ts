import { Injectable } from '@nestjs/common';
import { QUOTE_REFUSALS, quoteSwap, quoteTrade, type TradeSide } from '@slipway/bonding-curve';
import { ApiError, expectIndexed, InvalidRequestError } from '@slipway/http';
import type { Address, AsOf, AsOfBlock } from '@slipway/domain';
import { inPool, onCurve, toCurve, toQuote } from './curve-responses.js';
import { MarketRepository } from './market.repository.js';
import type { CurveRow } from './types/curves.types.js';
import type { CurveDto, QuoteDto } from './dto/curve.dto.js';

@Injectable()
export class CurvesService {
  constructor(private readonly repository: MarketRepository) {}

  /** @throws ApiError `not_found` when no app has the token */
  async get(token: Address): Promise<AsOf<CurveDto>> {
    const { asOf, curve } = await this.read(token);
    return { asOf, body: toCurve(token, curve) };
  }

  /**
   * What a trade would do at the head: on the curve, or in the pool that the app graduated into.
   *
   * @throws ApiError `not_found` when no app has the token
   * @throws InvalidRequestError when the contract would refuse the amount, with the reason
   */
  async quote(token: Address, side: TradeSide, amount: bigint): Promise<AsOf<QuoteDto>> {
    const { asOf, curve } = await this.read(token);
    const quote =
      curve.pool === null ? quoteTrade(onCurve(curve), side, amount) : quoteSwap(inPool(curve), side, amount);
    if (typeof quote === 'string')
      throw new InvalidRequestError([{ path: 'amount', message: QUOTE_REFUSALS[quote] }], quote);
    return { asOf, body: toQuote(side, curve.pool === null ? 'curve' : 'pool', quote) };
  }

  private async read(token: Address): Promise<{ asOf: AsOfBlock; curve: CurveRow }> {
    const { asOf, curve } = expectIndexed(await this.repository.readCurve(token));
    if (curve === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    return { asOf, curve };
  }
}
