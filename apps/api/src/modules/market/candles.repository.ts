import { Injectable } from '@nestjs/common';
import { PrismaService } from '#database';
import { mapKnown, type AsOf } from '#values';
import { candlesSql, type CandleColumns } from './candles.sql.js';
import type { CandleFacts, CandlePage, CandleRange } from './candles.types.js';

/** Reads candles. Null means that nothing is indexed yet. */
@Injectable()
export class CandlesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** A page of candles, oldest first; `page` is null when no app has the token. */
  async readCandles(range: CandleRange): Promise<{ asOf: AsOf; page: CandlePage | null } | null> {
    const { token, seconds, currency, first, last, limit, fill, finalityBlocks } = range;
    const statement = candlesSql(currency, first === null ? 'backward' : 'forward');
    const interval = [token, seconds, first, last] as const;
    const found = await this.prisma.$runAsOf(statement, ...interval, limit, fill, finalityBlocks);
    return found === null ? null : { asOf: found.asOf, page: found.known ? toPage(found) : null };
  }
}

function toPage({ earliest, latest, previousClose, finalTime, candles }: CandleColumns): CandlePage {
  return {
    earliest: mapKnown(earliest, Number),
    latest: mapKnown(latest, Number),
    previousClose,
    finalTime: mapKnown(finalTime, Number),
    candles: candles[0].map((_, i) => candles.map((column) => column[i]) as unknown as CandleFacts),
  };
}
