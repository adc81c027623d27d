import { Injectable } from '@nestjs/common';
import {
  PrismaService,
  addressOfId,
  idOfAddress,
  isHidden,
  type AtHead,
  type HeadStatement,
} from '@slipway/database';
import type { Address } from '@slipway/domain';

/** An app as a chart names it, with what the last known price is made of, in wei and 8 decimals: where its candles end. */
export interface SymbolRow {
  readonly token: Address;
  readonly name: string;
  readonly symbol: string;
  readonly platformReserve: string;
  readonly tokenReserve: string;
  readonly oraclePrice: string | null;
}

/** The app with the token $1, unless operators hide it. */
const CHART_SYMBOL: HeadStatement<[token: Address], { readonly found: SymbolRow | null }> = {
  name: 'chart-symbol',
  text: `
    SELECT h.*, (
      SELECT json_build_object('token', ${addressOfId('a.token_id')}, 'name', a.name, 'symbol', a.symbol,
        'platformReserve', s.platform_reserve::text, 'tokenReserve', s.token_reserve::text,
        'oraclePrice', (SELECT price::text FROM oracle_prices WHERE price > 0 ORDER BY block_number DESC, log_index DESC LIMIT 1))
      FROM apps a JOIN app_stats s ON s.token_id = a.token_id
      WHERE a.token_id = ${idOfAddress('$1::text')} AND NOT ${isHidden('a.token_id')}
    ) AS found
    FROM indexed_head h`,
};

/** The block's time alone. */
const CHAIN_TIME: HeadStatement<[], object> = {
  name: 'chain-time',
  text: 'SELECT h.* FROM indexed_head h',
};

/** Reads what a chart asks beside its candles. Null means that nothing is indexed yet. */
@Injectable()
export class TradingViewRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** An app as a chart names it, at the head. */
  readSymbol(token: Address): Promise<AtHead<{ found: SymbolRow | null }> | null> {
    return this.prisma.$runAsOf(CHART_SYMBOL, token);
  }

  readTime(): Promise<AtHead<object> | null> {
    return this.prisma.$runAsOf(CHAIN_TIME);
  }
}
