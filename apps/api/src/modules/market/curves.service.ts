import { Injectable } from '@nestjs/common';
import { quoteTrade, type QuoteRefusal, type TradeSide } from '@slipway/bonding-curve';
import { ApiError, expectIndexed, InvalidRequestError } from '@slipway/http';
import type { Address, AsOf, AsOfBlock } from '@slipway/domain';
import { toCurve, toQuote } from './curve-responses.js';
import { MarketRepository } from './market.repository.js';
import type { CurveRow } from './curves.types.js';
import type { CurveDto, QuoteDto } from './dto/curve.dto.js';

const REFUSALS: Record<QuoteRefusal, string> = {
  amount_too_small: 'is so little that the trade would give nothing, and the contract refuses it',
  exceeds_reserve: 'is more than all tokens that were bought from the curve, and the contract refuses it',
};

@Injectable()
export class CurvesService {
  constructor(private readonly repository: MarketRepository) {}

  /** @throws ApiError `not_found` when no app has the token */
  async get(token: Address): Promise<AsOf<CurveDto>> {
    const { asOf, curve } = await this.read(token);
    return { asOf, body: toCurve(token, curve) };
  }

  /**
   * What a trade would do at the head.
   *
   * @throws ApiError `not_found` when no app has the token, or (`details.reason: "graduated"`) its curve has closed
   * @throws InvalidRequestError when the contract would refuse the amount, with the reason
   */
  async quote(token: Address, side: TradeSide, amount: bigint): Promise<AsOf<QuoteDto>> {
    const { asOf, curve } = await this.read(token);
    if (curve.pool !== null) {
      const message = 'The app has graduated: its curve is closed, and it trades in its pool.';
      throw new ApiError('not_found', { message, details: { reason: 'graduated', pool: curve.pool }, asOf });
    }
    const quote = quoteTrade(
      {
        reserves: {
          platform: BigInt(curve.virtualPlatformReserve),
          token: BigInt(curve.virtualTokenReserve),
        },
        realPlatform: BigInt(curve.realPlatformReserve),
        graduationThreshold: BigInt(curve.graduationThreshold),
        feeBps: BigInt(curve.feeBps),
      },
      side,
      amount,
    );
    if (typeof quote === 'string')
      throw new InvalidRequestError([{ path: 'amount', message: REFUSALS[quote] }], quote);
    return { asOf, body: toQuote(side, quote) };
  }

  private async read(token: Address): Promise<{ asOf: AsOfBlock; curve: CurveRow }> {
    const { asOf, curve } = expectIndexed(await this.repository.readCurve(token));
    if (curve === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    return { asOf, curve };
  }
}
