import { Injectable } from '@nestjs/common';
import { priceUsd } from '@slipway/protocols';
import { ApiError, expectIndexed, InvalidRequestError } from '@slipway/http';
import {
  mapKnown,
  TOKEN_DECIMALS,
  toJsonNumber,
  unitsToJsonNumber,
  type Address,
  type AsOf,
  type AsOfBlock,
} from '@slipway/domain';
import { AppListService } from '../../modules/apps/list/list.service.js';
import { SearchService } from '../../modules/apps/search/search.service.js';
import { CandlesService } from '../../modules/market/candles/candles.service.js';
import type { CandleDto } from '../../modules/market/candles/candles.dto.js';
import { TradingViewRepository, type SymbolRow } from './tradingview.repository.js';
import { toPlainText } from './plain-text.js';
import {
  INTERVAL_OF,
  INTRADAY_RESOLUTIONS,
  OFFERED_RESOLUTIONS,
  SECONDS_OF,
  type UdfConfigDto,
  type UdfHistoryDto,
  type UdfHistoryQueryDto,
  type UdfSearchResultDto,
  type UdfSymbolDto,
  type UdfSymbolQueryDto,
} from './dto/tradingview.dto.js';

/** Digits that a price shows, beside zeros at its begin. */
const DIGITS = 6;
const MIN_DECIMALS = 2;
/** A double counts no further. */
const MAX_DECIMALS = 15;

/** How many parts a dollar has on a chart of a price: enough that small prices do not all look like 0. */
function priceScale(priceUsd: number | null): number {
  if (priceUsd === null || priceUsd <= 0) return 10 ** MAX_DECIMALS;
  const decimals = DIGITS - 1 - Math.floor(Math.log10(priceUsd));
  return 10 ** Math.min(Math.max(decimals, MIN_DECIMALS), MAX_DECIMALS);
}

const EXCHANGE = 'Slipway';
const TYPE = 'crypto';
const CURRENCY = 'USD';
const MAX_BARS = 1_000;
const [FOUND, MOST_FOUND] = [30, 100];
/** Times that our candles can have: the year 2100. */
const LAST_TIME = 4_102_444_800;

export const UDF_CONFIG: UdfConfigDto = {
  supported_resolutions: [...OFFERED_RESOLUTIONS],
  supports_search: true,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
  exchanges: [{ value: EXCHANGE, name: EXCHANGE, desc: EXCHANGE }],
};

/** Charts of apps in USD, as TradingView's universal data feed asks for them. They follow the head, as candles do. */
@Injectable()
export class TradingViewService {
  constructor(
    private readonly repository: TradingViewRepository,
    private readonly candles: CandlesService,
    private readonly apps: AppListService,
    private readonly searches: SearchService,
  ) {}

  /** The time of the newest indexed block, in seconds. */
  async time(): Promise<AsOf<number>> {
    const { asOf } = expectIndexed(await this.repository.readTime());
    return { asOf, body: Math.floor(asOf.time.getTime() / 1_000) };
  }

  /** @throws ApiError `not_found` when no app has the token, operators hide it, or the currency is not USD */
  async getSymbol({ symbol, currencyCode }: UdfSymbolQueryDto): Promise<AsOf<UdfSymbolDto>> {
    expectUsd(currencyCode);
    const { asOf, found } = await this.readSymbol(symbol);
    const reserves = { platform: BigInt(found.platformReserve), token: BigInt(found.tokenReserve) };
    const price = mapKnown(priceUsd(reserves, mapKnown(found.oraclePrice, BigInt)), toJsonNumber);
    return {
      asOf,
      body: {
        name: toPlainText(found.symbol, found.token),
        ticker: found.token,
        description: toPlainText(found.name, found.token),
        type: TYPE,
        session: '24x7',
        timezone: 'Etc/UTC',
        exchange: EXCHANGE,
        listed_exchange: EXCHANGE,
        format: 'price',
        minmov: 1,
        pricescale: priceScale(price),
        has_intraday: true,
        intraday_multipliers: [...INTRADAY_RESOLUTIONS],
        has_daily: true,
        has_weekly_and_monthly: true,
        supported_resolutions: [...OFFERED_RESOLUTIONS],
        volume_precision: 2,
        data_status: 'streaming',
        currency_code: CURRENCY,
      },
    };
  }

  /** Apps that a text may mean, best first; those that trend for no text, with which a chart's dialog opens. */
  async search(query: string, asked: number): Promise<AsOf<UdfSearchResultDto[]>> {
    const limit = Math.min(asked === 0 ? FOUND : asked, MOST_FOUND);
    const { asOf, body } =
      query === ''
        ? await this.apps.list({ sort: 'trending', limit })
        : await this.searches.search(query, limit);
    const results = body.apps.map(({ tokenAddress, name, symbol }) => ({
      symbol: toPlainText(symbol, tokenAddress),
      // What a chart asks for again.
      full_name: tokenAddress,
      description: toPlainText(name, tokenAddress),
      exchange: EXCHANGE,
      ticker: tokenAddress,
      type: TYPE,
    }));
    return { asOf, body: results };
  }

  /**
   * The last bars before `to`: as many as `countback` says, else those from `from` on, if there is one.
   *
   * @throws ApiError `not_found` when no app has the token, operators hide it, or the currency is not USD
   */
  async listBars({
    symbol,
    currencyCode,
    resolution,
    from,
    to,
    countback,
  }: UdfHistoryQueryDto): Promise<AsOf<UdfHistoryDto>> {
    expectUsd(currencyCode);
    const interval = INTERVAL_OF[resolution];
    const first = countback === undefined ? (from ?? -Infinity) : -Infinity;
    if (first >= to) throw new InvalidRequestError([{ path: 'to', message: 'must be later than from' }]);
    const end = Math.min(Math.max(to, 0), LAST_TIME);
    const asked = countback ?? Math.ceil((end - Math.max(first, 0)) / SECONDS_OF[interval]) + 1;
    const limit = Math.min(Math.max(asked, 1), MAX_BARS);
    const page = { interval, currency: 'usd', fill: true, limit, to: new Date(end * 1_000) } as const;
    // First: a token that no app has is an unknown symbol, not what the candles call it.
    await this.readSymbol(symbol);
    const { asOf, body, isFinal } = await this.candles.list(symbol, page);
    const bars = body.candles.filter((candle) => secondsOf(candle) >= first);
    return {
      asOf,
      body: bars.length > 0 ? toBars(bars) : noData(body.candles.at(-1)),
      isFinal: isFinal === true,
    };
  }

  private async readSymbol(token: Address): Promise<{ asOf: AsOfBlock; found: SymbolRow }> {
    const { asOf, found } = expectIndexed(await this.repository.readSymbol(token));
    if (found === null) throw new ApiError('not_found', { message: 'unknown_symbol', asOf });
    return { asOf, found };
  }
}

/** Bars in another currency would be wrong by a factor. */
function expectUsd(currencyCode = ''): void {
  if (currencyCode !== '' && currencyCode.toUpperCase() !== CURRENCY)
    throw new ApiError('not_found', { message: 'unknown_currency' });
}

const secondsOf = ({ openTime }: CandleDto): number => Date.parse(openTime) / 1_000;

function noData(before: CandleDto | undefined): UdfHistoryDto {
  return { s: 'no_data', ...(before !== undefined && { nextTime: secondsOf(before) }) };
}

function toBars(candles: readonly CandleDto[]): UdfHistoryDto {
  return {
    s: 'ok',
    t: candles.map(secondsOf),
    o: candles.map(({ open }) => open),
    h: candles.map(({ high }) => high),
    l: candles.map(({ low }) => low),
    c: candles.map(({ close }) => close),
    v: candles.map(({ volumePlatform }) => unitsToJsonNumber(volumePlatform, TOKEN_DECIMALS)),
  };
}
