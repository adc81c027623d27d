import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow, type IndexedHead } from '#database';
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
  constructor(private readonly pool: Pool) {}

  /** The markets of tokens, in the order asked. */
  async readMarkets(tokens: readonly Address[]): Promise<MarketsPage | null> {
    const { rows } = await this.pool.query<MarketsRow>({ ...PRICES_OF, values: [tokens] });
    return rows[0] === undefined ? null : toPage(rows[0]);
  }

  /** The markets of the listed apps with most volume in 24 hours, most first. */
  async readTopMarkets(count: number): Promise<MarketsPage | null> {
    const { rows } = await this.pool.query<MarketsRow>({ ...TOP_PRICES, values: [count] });
    return rows[0] === undefined ? null : toPage(rows[0]);
  }
}

type MarketsRow = HeadRow & { oracle: OracleFacts; markets: MarketFacts[] };

function toPage(row: MarketsRow): MarketsPage {
  return { asOf: toIndexedHead(row), oracle: row.oracle, markets: row.markets };
}
