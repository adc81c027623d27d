import type pg from 'pg';
import { mergeAppCandles, type CandleBatch } from '../../../apps/indexer/src/tables/candles.js';
import { Session } from '../../../apps/indexer/src/postgres/session.js';
import { inventAddress } from './invent-address.js';

/** Refuses a market whose candles are not those that the indexer folds of the same events, for a few apps. */
export async function expectCandlesOfIndexer(client: pg.Client): Promise<void> {
  for (const token of [5, 50, 500].map((app) => inventAddress(`app ${app}`))) {
    const { rows: events } = await client.query<GeneratedEvent>(
      `SELECT id, -1 AS block, 0 AS log, time, NULL AS side, '30000' AS platform, '1125000000' AS tokens, '0' AS amount, '0' AS traded, '0' AS usd
      FROM addresses JOIN block_times ON number = 0 WHERE address = $1
      UNION ALL (
        SELECT token_id, block_number, log_index, time, side,
          round(CASE side WHEN 'buy' THEN platform_amount - fee ELSE platform_amount END * 1000000 / token_amount)::text,
          '1000000', platform_amount::text, token_amount::text, usd_amount::text
        FROM trade_rows WHERE token = $1 ORDER BY block_number, log_index
      )`,
      [token],
    );
    const [launch] = events;
    if (launch === undefined) continue;
    const { id } = launch;
    const read = async (): Promise<string> =>
      JSON.stringify(
        (
          await client.query(
            `SELECT slot, trades, buys, trim_scale(high) AS high, trim_scale(low) AS low, high_usd, low_usd, all_time_high_usd, trim_scale(close) AS close,
              volume_platform, volume_usd, volume_tokens
            FROM candles WHERE token_id = $1 ORDER BY slot`,
            [id],
          )
        ).rows,
      );
    const generated = await read();
    await client.query('BEGIN');
    await client.query('DELETE FROM candles WHERE token_id = $1', [id]);
    await mergeAppCandles(new Session(client), toBatch(events, token), -2, () => id);
    const folded = await read();
    await client.query('ROLLBACK');
    if (generated !== folded)
      throw new Error(`candles of ${token} are not what its events give: ${difference(generated, folded)}`);
  }
}

/** What two texts differ in first, with what is around it. */
function difference(one: string, other: string): string {
  const place = Array.from(one).findIndex((letter, i) => other[i] !== letter);
  const from = Math.max(0, place - 200);
  return `${one.slice(from, place + 200)} instead of ${other.slice(from, place + 200)}`;
}

function toBatch(events: readonly GeneratedEvent[], token: ReturnType<typeof inventAddress>): CandleBatch {
  const moments = events.map((event) => ({
    ...event,
    ...{ token, blockNumber: event.block, logIndex: event.log },
    platform: BigInt(event.platform),
    tokens: BigInt(event.tokens),
  }));
  const trades = moments.flatMap(({ side, amount, traded, usd, ...moment }) =>
    side === null
      ? []
      : [
          {
            ...moment,
            side,
            platformAmount: BigInt(amount),
            tokenAmount: BigInt(traded),
            usdAmount: BigInt(usd),
          },
        ],
  );
  return { reserves: moments, trades, oraclePrices: [] };
}

interface GeneratedEvent extends Record<'platform' | 'tokens' | 'amount' | 'traded' | 'usd', string> {
  readonly id: number;
  readonly block: number;
  readonly log: number;
  readonly time: Date;
  readonly side: 'buy' | 'sell' | null;
}
