import type pg from 'pg';
import { mergeCandles } from '../../../apps/indexer/src/tables/candles.js';
import { Session } from '../../../apps/indexer/src/postgres/session.js';
import { inventAddress } from './invent-address.js';

/** Refuses a market whose candles are not those that the indexer folds of the same trades, for a few apps. */
export async function expectCandlesOfIndexer(client: pg.Client): Promise<void> {
  for (const token of [5, 50, 500].map((app) => inventAddress(`app ${app}`))) {
    const read = async (): Promise<string> =>
      JSON.stringify(
        (await client.query('SELECT * FROM candles WHERE token = $1 ORDER BY seconds, open_time', [token]))
          .rows,
      );
    const { rows: trades } = await client.query<GeneratedTrade>(
      `SELECT token, time, price_platform, price_usd, platform_amount::text, usd_amount::text
      FROM trades WHERE token = $1 ORDER BY block_number, log_index`,
      [token],
    );
    const generated = await read();
    await client.query('BEGIN');
    await client.query('DELETE FROM candles WHERE token = $1', [token]);
    await mergeCandles(
      new Session(client),
      trades.map((trade) => ({
        token,
        time: trade.time,
        pricePlatform: trade.price_platform,
        priceUsd: trade.price_usd,
        platformAmount: BigInt(trade.platform_amount),
        usdAmount: BigInt(trade.usd_amount),
      })),
    );
    const folded = await read();
    await client.query('ROLLBACK');
    if (generated !== folded) throw new Error(`candles of ${token} are not what its trades give`);
  }
}

interface GeneratedTrade {
  readonly time: Date;
  readonly price_platform: number;
  readonly price_usd: number;
  readonly platform_amount: string;
  readonly usd_amount: string;
}
