import type pg from 'pg';
import { mergeCandles } from '../../../apps/indexer/src/tables/candles.js';
import { Session } from '../../../apps/indexer/src/postgres/session.js';
import { priceTrade } from '@slipway/domain';
import { inventAddress } from './invent-address.js';

/** Refuses a market whose candles are not those that the indexer folds of the same trades, for a few apps. */
export async function expectCandlesOfIndexer(client: pg.Client): Promise<void> {
  for (const token of [5, 50, 500].map((app) => inventAddress(`app ${app}`))) {
    const { rows: trades } = await client.query<GeneratedTrade>(
      `SELECT token_id, time, side, platform_amount, fee, token_amount, oracle_price
      FROM trade_rows WHERE token = $1 ORDER BY block_number, log_index`,
      [token],
    );
    const [first] = trades;
    if (first === undefined) continue;
    const id = first.token_id;
    const read = async (): Promise<string> =>
      JSON.stringify(
        (await client.query('SELECT * FROM candles WHERE token_id = $1 ORDER BY seconds, open_time', [id]))
          .rows,
      );
    const generated = await read();
    await client.query('BEGIN');
    await client.query('DELETE FROM candles WHERE token_id = $1', [id]);
    await mergeCandles(
      new Session(client),
      trades.map((trade) => {
        const { side, time } = trade;
        const amounts = {
          side,
          platformAmount: BigInt(trade.platform_amount),
          fee: BigInt(trade.fee),
          tokenAmount: BigInt(trade.token_amount),
        };
        return { token, time, ...amounts, ...priceTrade(amounts, BigInt(trade.oracle_price)) };
      }),
      () => id,
    );
    const folded = await read();
    await client.query('ROLLBACK');
    if (generated !== folded) throw new Error(`candles of ${token} are not what its trades give`);
  }
}

interface GeneratedTrade {
  readonly token_id: number;
  readonly time: Date;
  readonly side: 'buy' | 'sell';
  readonly platform_amount: string;
  readonly fee: string;
  readonly token_amount: string;
  readonly oracle_price: string;
}
