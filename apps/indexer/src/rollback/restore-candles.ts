import { mapKnown, priceTrade, type Address } from '@slipway/domain';
import type { Side } from '../decode/rows.js';
import { openTimeOf, type CandleTrade } from '../fold/fold-candles.js';
import type { Session } from '../postgres/session.js';
import { mergeCandles } from '../tables/candles.js';

const DAY_SECONDS = 86_400;

/** An app, and since when its trades are undone. */
interface UndoneTrades {
  readonly id: number;
  readonly token: Address;
  readonly since: Date;
}

/** Deletes the undone trades, and folds again the candles that held one. */
export async function restoreCandles(session: Session, block: number): Promise<void> {
  const { rows: touched } = await session.query<UndoneTrades>(
    `WITH gone AS (DELETE FROM trades WHERE block_number > $1 RETURNING token_id, block_number),
      share AS (DELETE FROM trade_shares WHERE block_number > $1)
    SELECT undone.id, address AS token, time AS since FROM (
      SELECT token_id AS id, min(block_number) AS block FROM gone GROUP BY token_id
    ) undone JOIN addresses ON addresses.id = undone.id JOIN block_times ON number = block`,
    [block],
  );
  for (const { id, token, since } of touched) {
    // Every candle that holds an undone trade opens at or after the start of the first one's day.
    const day = openTimeOf(since, DAY_SECONDS);
    await session.query('DELETE FROM candles WHERE token_id = $1 AND open_time >= $2', [id, day]);
    await mergeCandles(session, await readTrades(session, { id, token, since: day }), () => id);
  }
}

/** An app's trades from a time on. Both sides are named, so that the index by side and block is of use. */
async function readTrades(session: Session, { id, token, since }: UndoneTrades): Promise<CandleTrade[]> {
  const { rows } = await session.query<
    { time: Date; oraclePrice: string | null } & Record<
      'side' | 'platformAmount' | 'fee' | 'tokenAmount',
      string
    >
  >(
    `SELECT b.time, CASE WHEN t.is_buy THEN 'buy' ELSE 'sell' END AS side, t.platform_amount AS "platformAmount", t.fee,
      t.token_amount AS "tokenAmount", b.oracle_price AS "oraclePrice"
    FROM trades t JOIN block_times b ON b.number = t.block_number
    WHERE t.token_id = $1 AND t.is_buy IN (true, false)
      AND t.block_number > coalesce((SELECT number FROM block_times WHERE time < $2 ORDER BY time DESC, number DESC LIMIT 1), -1)
    ORDER BY t.block_number, t.log_index`,
    [id, since],
  );
  return rows.map(({ time, side, platformAmount, fee, tokenAmount, oraclePrice }) => {
    const amounts = {
      side: side as Side,
      platformAmount: BigInt(platformAmount),
      fee: BigInt(fee),
      tokenAmount: BigInt(tokenAmount),
    };
    return { token, time, ...amounts, ...priceTrade(amounts, mapKnown(oraclePrice, BigInt)) };
  });
}
