import { Injectable } from '@nestjs/common';
import { ApiError, CursorFormat, Cursors, expectIndexed, isCount, nextLink } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { mapKnown, parseAddress, USD_FEED_DECIMALS, type Address, type AsOf } from '@slipway/domain';
import {
  CoinGeckoRepository,
  type GeckoTradeRow,
  type LaunchPosition,
  type TickerPage,
  type TickerRow,
} from './coingecko.repository.js';
import { SMALLEST, toQuotient, toTokens } from './decimal-text.js';
import { curvePairId } from './pair-id.js';
import type {
  GeckoPairDto,
  GeckoPageQueryDto,
  GeckoTickerDto,
  GeckoTradeDto,
  GeckoTradesDto,
  GeckoTradesQueryDto,
} from './dto/coingecko.dto.js';

/** Platform tokens for one app token, without a fee. */
function marginalPrice({ platformReserve, tokenReserve }: TickerRow): string {
  return toQuotient(BigInt(platformReserve), BigInt(tokenReserve)) ?? SMALLEST;
}

/** Wei of platform tokens in USD. @param oraclePrice with 8 decimals */
function toUsdText(wei: bigint, oraclePrice: bigint): string {
  return toTokens((wei * oraclePrice) / 10n ** BigInt(USD_FEED_DECIMALS));
}

const cursorFormat = new CursorFormat<LaunchPosition>('integrations.tickers.1', {
  block: isCount,
  logIndex: isCount,
});

/** CoinGecko's documents have 0 for the whole history. */
const MAX_TRADES = 500;

/** Log indexes of a block: they are served as numbers of trades. */
const PLACES_IN_A_BLOCK = 1_000_000;

/** Final trades and markets as CoinGecko asks exchanges for them. */
@Injectable()
export class CoinGeckoService {
  constructor(
    private readonly repository: CoinGeckoRepository,
    private readonly cursors: Cursors,
    private readonly settings: Settings,
  ) {}

  async listPairs(query: GeckoPageQueryDto): Promise<AsOf<GeckoPairDto[]>> {
    return this.page('pairs', query, (row, { platformToken }) => ({
      ticker_id: tickerId(row.token, platformToken),
      base: row.token,
      target: platformToken,
      pool_id: row.pool ?? curvePairId(row.token),
    }));
  }

  async listTickers(query: GeckoPageQueryDto): Promise<AsOf<GeckoTickerDto[]>> {
    return this.page('tickers', query, toTicker);
  }

  /** @throws ApiError `not_found` for no ticker of ours, or a hidden app's */
  async listTrades(query: GeckoTradesQueryDto): Promise<AsOf<GeckoTradesDto>> {
    const [base = '', target = ''] = query.ticker_id.split('_');
    const token = parseAddress(base);
    if (token === null) throw new ApiError('not_found');
    const { start_time: start = null, end_time: end = null, type } = query;
    const limit = query.limit === 0 ? MAX_TRADES : Math.min(query.limit, MAX_TRADES);
    const { blocks: finalityBlocks } = this.settings.finality;
    const found = expectIndexed(await this.repository.readTrades(token, start, end, limit, finalityBlocks));
    const { asOf, known, platformToken, trades } = found;
    if (!known || parseAddress(target) !== platformToken)
      throw new ApiError('not_found', { message: 'No app has this ticker.', asOf });
    const of = (side: 'buy' | 'sell'): GeckoTradeDto[] =>
      type === undefined || type === side
        ? trades.filter(({ isBuy }) => isBuy === (side === 'buy')).map(toTrade)
        : [];
    return { asOf, body: { buy: of('buy'), sell: of('sell') } };
  }

  private async page<T>(
    list: 'pairs' | 'tickers',
    query: GeckoPageQueryDto,
    toItem: (row: TickerRow, page: TickerPage) => T,
  ): Promise<AsOf<T[]>> {
    const { limit, cursor = null } = query;
    const from = this.cursors.position(cursorFormat, list, cursor) ?? {
      block: -1,
      logIndex: 0,
    };
    const { finality, publicBaseUrl } = this.settings;
    const found = expectIndexed(await this.repository.readTickers(from, limit + 1, finality.blocks));
    const rows = found.tickers.slice(0, limit);
    const last = found.tickers.length > limit ? rows.at(-1) : undefined;
    const next = last === undefined ? null : this.cursors.encode(cursorFormat, list, last);
    const link = nextLink(`${publicBaseUrl}/integrations/coingecko/${list}`, { limit, cursor: next });
    return {
      asOf: found.asOf,
      body: rows.map((row) => toItem(row, found)),
      ...(link !== undefined && { link }),
    };
  }
}

const tickerId = (token: Address, platformToken: Address): string => `${token}_${platformToken}`;

function toTicker(
  row: TickerRow,
  { platformToken, platformOffset, oraclePrice }: TickerPage,
): GeckoTickerDto {
  const platform = BigInt(row.platformReserve);
  const onCurve = mapKnown(row.realPlatformReserve, BigInt) ?? platform - BigInt(platformOffset);
  const held = row.pool === null ? onCurve : platform;
  return {
    ticker_id: tickerId(row.token, platformToken),
    base_currency: row.token,
    target_currency: platformToken,
    pool_id: row.pool ?? curvePairId(row.token),
    last_price: marginalPrice(row),
    base_volume: toTokens(sum(row.hours.map(([, tokens]) => tokens))),
    target_volume: toTokens(sum(row.hours.map(([platform]) => platform))),
    ...(oraclePrice !== null && { liquidity_in_usd: toUsdText(2n * held, BigInt(oraclePrice)) }),
  };
}

const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, amount) => all + BigInt(amount), 0n);

function toTrade(row: GeckoTradeRow): GeckoTradeDto {
  const [platform, fee, token] = [row.platformAmount, row.fee, row.tokenAmount].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  return {
    trade_id: row.block * PLACES_IN_A_BLOCK + row.logIndex,
    price: toQuotient(row.isBuy ? platform - fee : platform, token) ?? SMALLEST,
    base_volume: toTokens(token),
    target_volume: toTokens(platform),
    trade_timestamp: row.time,
    type: row.isBuy ? 'buy' : 'sell',
  };
}
