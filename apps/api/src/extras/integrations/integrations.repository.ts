import { Injectable } from '@nestjs/common';
import { PrismaService, type AtHead, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { GECKO_TRADES, TICKERS } from './coingecko.sql.js';
import type { GeckoTrades, LaunchPosition, TickerPage } from './types/coingecko.types.js';
import { FINAL_EVENTS } from './final-events.sql.js';
import type { AssetRow, AtFinal, FinalEvents, PairRow } from './types/final-events.types.js';
import { ASSET, LATEST_FINAL_BLOCK, pairSql } from './markets.sql.js';
import { TOKEN_LIST } from './token-list.sql.js';
import type { TokenListRow } from './types/token-list.types.js';
import { CHAIN_TIME, CHART_SYMBOL, type SymbolRow } from './tradingview.sql.js';

/** Reads what aggregators are told: final blocks only. Null means that nothing is indexed yet. */
@Injectable()
export class IntegrationsRepository {
  constructor(private readonly prisma: PrismaService) {}

  readLatestBlock(finalityBlocks: number): Promise<AtHead<AtFinal> | null> {
    return this.atFinal(LATEST_FINAL_BLOCK, finalityBlocks);
  }

  /** The events of a range of blocks, both ends included; none where the range is not final. */
  readEvents(
    fromBlock: number,
    toBlock: number,
    finalityBlocks: number,
    limit: number,
  ): Promise<AtHead<FinalEvents> | null> {
    return this.atFinal(FINAL_EVENTS, fromBlock, toBlock, finalityBlocks, limit);
  }

  readAsset(
    token: Address,
    finalityBlocks: number,
  ): Promise<AtHead<AtFinal & { asset: AssetRow | null }> | null> {
    return this.atFinal(ASSET, token, finalityBlocks);
  }

  /** The market of a curve, by its token, or of a pool. */
  readPair(
    kind: 'curve' | 'pool',
    address: Address,
    finalityBlocks: number,
  ): Promise<AtHead<AtFinal & { pair: PairRow | null }> | null> {
    return this.atFinal(pairSql(kind), address, finalityBlocks);
  }

  /** Apps after a position in the order of launches, as they were at the newest final block. */
  readTickers(
    after: LaunchPosition,
    limit: number,
    finalityBlocks: number,
  ): Promise<AtHead<TickerPage> | null> {
    return this.atFinal(TICKERS, after.block, after.logIndex, limit, finalityBlocks);
  }

  /** The last final trades of an app in a range of times, in seconds. */
  readTrades(
    token: Address,
    start: number | null,
    end: number | null,
    limit: number,
    finalityBlocks: number,
  ): Promise<AtHead<GeckoTrades> | null> {
    return this.atFinal(GECKO_TRADES, token, start, end, limit, finalityBlocks);
  }

  /** The first apps that graduated in final blocks, and what numbers a list of them. */
  readTokenList(finalityBlocks: number, limit: number): Promise<AtHead<TokenListRow> | null> {
    return this.atFinal(TOKEN_LIST, finalityBlocks, limit);
  }

  /** An app as a chart names it, at the head. */
  readSymbol(token: Address): Promise<AtHead<{ found: SymbolRow | null }> | null> {
    return this.prisma.$runAsOf(CHART_SYMBOL, token);
  }

  readTime(): Promise<AtHead<object> | null> {
    return this.prisma.$runAsOf(CHAIN_TIME);
  }

  /** Names the final block as the one that the row is true at. */
  private async atFinal<Values extends readonly unknown[], Row extends AtFinal>(
    statement: HeadStatement<Values, Row>,
    ...values: Values
  ): Promise<AtHead<Row> | null> {
    const found = await this.prisma.$runAsOf(statement, ...values);
    if (found === null) return null;
    const { block, time } = found.final;
    return time === null
      ? found
      : { ...found, asOf: { ...found.asOf, block: BigInt(block), time: new Date(time) } };
  }
}
