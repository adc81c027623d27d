import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import { mapKnown, type AsOf } from '#values';
import { candlesSql } from './candles.sql.js';
import type { CandleFacts, CandlePage, CandleRange } from './candles.types.js';

/** Reads candles. Null means that nothing is indexed yet. */
@Injectable()
export class CandlesRepository {
  constructor(private readonly pool: Pool) {}

  /** A page of candles, oldest first; `page` is null when no app has the token. */
  async readCandles(range: CandleRange): Promise<{ asOf: AsOf; page: CandlePage | null } | null> {
    const { token, seconds, currency, first, last, limit, fill, finalityBlocks } = range;
    const { rows } = await this.pool.query<CandlesRow>({
      ...candlesSql(currency, first === null ? 'backward' : 'forward'),
      values: [token, seconds, first, last, limit, fill, finalityBlocks],
    });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), page: row.known ? toPage(row) : null };
  }
}

interface CandlesRow extends HeadRow {
  readonly known: boolean;
  readonly earliest: string | null;
  readonly latest: string | null;
  readonly previous_close: number | null;
  readonly final_time: string | null;
  readonly candles: Columns<CandleFacts>;
}

/** One array for each of a row's facts. */
type Columns<Row extends readonly unknown[]> = { readonly [Fact in keyof Row]: readonly Row[Fact][] };

function toPage(row: CandlesRow): CandlePage {
  return {
    earliest: mapKnown(row.earliest, Number),
    latest: mapKnown(row.latest, Number),
    previousClose: row.previous_close,
    finalTime: mapKnown(row.final_time, Number),
    candles: toRows(row.candles),
  };
}

function toRows(columns: Columns<CandleFacts>): CandleFacts[] {
  return columns[0].map((_, i) => columns.map((column) => column[i]) as unknown as CandleFacts);
}
