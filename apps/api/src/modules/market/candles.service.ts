import { Injectable } from '@nestjs/common';
import { ApiError, InvalidRequestError, expectIndexed } from '#http';
import { mapKnown, type Address, type Answer } from '#values';
import { toSeries } from './candle-series.js';
import { CandlesRepository } from './candles.repository.js';
import {
  INTERVAL_SECONDS,
  type CandleCurrency,
  type CandleInterval,
  type CandleSeries,
} from './candles.types.js';

export interface CandlesRequest {
  readonly interval: CandleInterval;
  readonly currency: CandleCurrency;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly limit: number;
  readonly fill: boolean;
}

@Injectable()
export class CandlesService {
  constructor(private readonly repository: CandlesRepository) {}

  /**
   * Candles from the one that holds `from` to the last that opens before `to`: the first `limit` of them when `from`
   * is given, else the last.
   *
   * @throws ApiError `not_found` when no app has the token
   */
  async list(token: Address, request: CandlesRequest): Promise<Answer<CandleSeries>> {
    const { interval, currency, from, to, limit, fill } = request;
    if (from !== null && to !== null && from >= to)
      throw new InvalidRequestError([{ path: 'to', message: 'must be later than from' }]);
    const seconds = INTERVAL_SECONDS[interval];
    const found = await this.repository.readCandles({
      token,
      seconds,
      currency,
      first: mapKnown(from, (time) => Math.floor(time.getTime() / 1_000 / seconds) * seconds),
      last: mapKnown(to, (time) => (Math.ceil(time.getTime() / 1_000 / seconds) - 1) * seconds),
      limit,
      fill,
    });
    const { asOf, page } = expectIndexed(found);
    if (page === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const at = asOf.time.getTime() / 1_000;
    return {
      asOf,
      body: { tokenAddress: token, interval, currency, candles: toSeries(page, { seconds, fill, at }) },
    };
  }
}
