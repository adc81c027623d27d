import { Injectable } from '@nestjs/common';
import { ApiError, expectIndexed, InvalidRequestError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { type Address, type AsOf, mapKnown } from '@slipway/domain';
import { isFinalPage, toSeries } from './candle-series.js';
import {
  type CandleInterval,
  type CandleRange,
  CandlesRepository,
  INTERVALS,
  MONDAY,
} from './candles.repository.js';
import type { CandleDto, CandleSeriesDto, CandlesQueryDto } from './candles.dto.js';

@Injectable()
export class CandlesService {
  constructor(
    private readonly repository: CandlesRepository,
    private readonly settings: Settings,
  ) {}

  /**
   * Candles from the one that holds `from` to the last that opens before `to`: the first `limit` of them when `from`
   * is given, else the last.
   *
   * @throws ApiError `not_found` when no app has the token
   */
  async list(token: Address, query: CandlesQueryDto): Promise<AsOf<CandleSeriesDto>> {
    const { interval, currency, limit } = query;
    const { seconds } = INTERVALS[interval];
    const range = this.rangeOf(query);
    const { first, last } = range;
    const { asOf, page } = expectIndexed(await this.repository.readCandles({ token, ...range }));
    if (page === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const at = asOf.time.getTime() / 1_000;
    const candles = toSeries(page, { seconds, currency, at });
    return {
      asOf,
      body: { tokenAddress: token, interval, currency, candles },
      isFinal: isFinalPage(candles, { seconds, first, last, limit, finalTime: page.finalTime }),
    };
  }

  /** The candles of each of some apps, as {@link list} has those of one. Another token has none. */
  async listOfMany(
    tokens: readonly Address[],
    query: CandlesQueryDto,
  ): Promise<AsOf<ReadonlyMap<Address, CandleDto[]>>> {
    const { interval, currency } = query;
    const { seconds } = INTERVALS[interval];
    const found = await this.repository.readCandlesOfMany(tokens, this.rangeOf(query));
    const { asOf, pages } = expectIndexed(found);
    const at = asOf.time.getTime() / 1_000;
    const series = [...pages].map(
      ([token, page]) => [token, toSeries(page, { seconds, currency, at })] as const,
    );
    return { asOf, body: new Map(series) };
  }

  private rangeOf(query: CandlesQueryDto): Omit<CandleRange, 'token'> {
    const { interval, currency, from = null, to = null, limit, fill } = query;
    if (from !== null && to !== null && from >= to)
      throw new InvalidRequestError([{ path: 'to', message: 'must be later than from' }]);
    const first = mapKnown(from, (time) => openTimeOf(interval, Math.floor(time.getTime() / 1_000)));
    const last = mapKnown(to, (time) => openTimeOf(interval, Math.ceil(time.getTime() / 1_000) - 1));
    const { blocks: finalityBlocks } = this.settings.finality;
    return { interval, currency, first, last, limit, fill, finalityBlocks };
  }
}

/** When the interval begins that holds a time, in seconds. */
export function openTimeOf(interval: CandleInterval, time: number): number {
  const { seconds } = INTERVALS[interval];
  return Math.floor((time - MONDAY) / seconds) * seconds + MONDAY;
}
