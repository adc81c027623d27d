import { Injectable } from '@nestjs/common';
import { PrismaService, type AtHead } from '@slipway/database';
import type { Address, AsOfBlock } from '@slipway/domain';
import { toPage } from './candle-page.js';
import { candlesOfManySql, candlesSql } from './candles.sql.js';
import { INTERVALS, type CandlePage, type CandleRange } from './types/candles.types.js';
import { CURVES } from './curves.sql.js';
import type { CurveRow } from './types/curves.types.js';
import { leaderboardSql } from './leaderboards.sql.js';
import type { Board, BoardRow, BoardMetric, BoardWindow } from './types/leaderboards.types.js';
import { PRICES_OF, TOKEN_NAMES, TOP_PRICES, type Markets } from './market.sql.js';
import type { TokenNamesRow } from './types/market.types.js';

/** Reads markets. Null means that nothing is indexed yet. */
@Injectable()
export class MarketRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The markets of tokens, in the order asked, and the price feed. */
  readMarkets(tokens: readonly Address[]): Promise<AtHead<Markets> | null> {
    return this.prisma.$runAsOf(PRICES_OF, tokens);
  }

  /** The markets of the listed apps with most volume in 24 hours, most first. */
  readTopMarkets(count: number): Promise<AtHead<Markets> | null> {
    return this.prisma.$runAsOf(TOP_PRICES, count);
  }

  /** Symbols of those tokens that are an app's or a program's reward, and of the platform token. */
  readTokenNames(tokens: readonly Address[]): Promise<AtHead<TokenNamesRow> | null> {
    return this.prisma.$runAsOf(TOKEN_NAMES, tokens);
  }

  /** The curves of those tokens that are an app's. */
  readCurves(
    tokens: readonly Address[],
  ): Promise<AtHead<{ curves: Readonly<Record<Address, CurveRow>> }> | null> {
    return this.prisma.$runAsOf(CURVES, tokens);
  }

  /** A page of candles, oldest first; `page` is null when no app has the token. */
  async readCandles(range: CandleRange): Promise<{ asOf: AsOfBlock; page: CandlePage | null } | null> {
    const { token, interval, currency, first, last, limit, fill, finalityBlocks } = range;
    const { seconds, kept } = INTERVALS[interval];
    const statement = candlesSql(currency, first === null ? 'backward' : 'forward', kept);
    const asked = [token, seconds, first, last, limit, fill, finalityBlocks] as const;
    const found = await this.prisma.$runAsOf(statement, ...asked);
    return found === null
      ? null
      : { asOf: found.asOf, page: found.known ? toPage(found, found.finalTime) : null };
  }

  /** The same of some tokens at once; none of those that are no app's. */
  async readCandlesOfMany(
    tokens: readonly Address[],
    range: Omit<CandleRange, 'token'>,
  ): Promise<{ asOf: AsOfBlock; pages: ReadonlyMap<Address, CandlePage> } | null> {
    const { interval, currency, first, last, limit, fill, finalityBlocks } = range;
    const { seconds, kept } = INTERVALS[interval];
    const statement = candlesOfManySql(currency, first === null ? 'backward' : 'forward', kept);
    const asked = [tokens, seconds, first, last, limit, fill, finalityBlocks] as const;
    const found = await this.prisma.$runAsOf(statement, ...asked);
    if (found === null) return null;
    const pages = tokens.flatMap((token): [Address, CandlePage][] => {
      const columns = found.pages[token];
      const page = columns === undefined ? null : toPage(columns, found.finalTime);
      return page === null ? [] : [[token, page]];
    });
    return { asOf: found.asOf, pages: new Map(pages) };
  }

  /** The highest values of a board, highest first. */
  readBoard(
    board: Board,
    metric: BoardMetric,
    window: BoardWindow,
    limit: number,
  ): Promise<{ asOf: AsOfBlock; entries: readonly BoardRow[] } | null> {
    return this.prisma.$runAsOf(leaderboardSql(board, metric, window), limit);
  }
}
