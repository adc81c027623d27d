import { Injectable } from '@nestjs/common';
import { PrismaService, type IndexedHead } from '#database';
import type { Address } from '#values';
import { PRICES_OF, TOP_PRICES } from './market.sql.js';
import type { MarketFacts, OracleFacts } from './market.types.js';

/** Markets and the price feed at one block. */
export interface MarketsPage {
  readonly asOf: IndexedHead;
  readonly oracle: OracleFacts;
  readonly markets: readonly MarketFacts[];
}

/** Reads markets. Null means that nothing is indexed yet. */
@Injectable()
export class MarketRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The markets of tokens, in the order asked. */
  readMarkets(tokens: readonly Address[]): Promise<MarketsPage | null> {
    return this.prisma.$runAsOf(PRICES_OF, tokens);
  }

  /** The markets of the listed apps with most volume in 24 hours, most first. */
  readTopMarkets(count: number): Promise<MarketsPage | null> {
    return this.prisma.$runAsOf(TOP_PRICES, count);
  }
}
