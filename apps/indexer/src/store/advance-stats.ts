import type { ClientBase } from 'pg';
import type { Rows, TradeRow } from '../handlers/rows.js';
import { toColumns } from './columns.js';

/** Opens the statistics of new apps and brings every app's price to its last reserves in a range. */
export async function mergePrices(client: ClientBase, rows: Rows): Promise<void> {
  const last = new Map(rows.reserves.map((row) => [row.token, row]));
  if (last.size === 0) return;
  await client.query({
    name: 'merge-prices',
    text: `
      INSERT INTO app_stats (token, platform_reserve, token_reserve, priced_at)
      SELECT * FROM unnest($1::text[], $2::numeric[], $3::numeric[], $4::timestamptz[])
      ON CONFLICT (token) DO UPDATE SET platform_reserve = excluded.platform_reserve,
        token_reserve = excluded.token_reserve, priced_at = excluded.priced_at`,
    values: toColumns(
      [...last.values()],
      [(row) => row.token, (row) => row.platform, (row) => row.tokens, (row) => row.time],
    ),
  });
}

/**
 * Moves the 24-hour windows from the old head to the new one: trades that came in are added, those that fell out are
 * taken away, and prices of 24 hours ago follow. Sums are exact integers, so that they are what summing anew would
 * give. Run after the range's facts are in.
 *
 * @param trades of the range
 * @param from block and time of the head before; null for the first range
 * @param to time of the head now
 */
export async function advanceWindows(
  client: ClientBase,
  trades: readonly TradeRow[],
  from: { readonly blockNumber: number; readonly time: Date } | null,
  to: Date,
): Promise<void> {
  const before = from ?? { blockNumber: -1, time: new Date(0) };
  if (from !== null) {
    await client.query({
      name: 'expire-volumes',
      text: `
        UPDATE app_stats SET volume_usd_24h = app_stats.volume_usd_24h - gone.volume,
          trending = app_stats.trending - gone.trending
        FROM (
          SELECT token, sum(usd_amount) AS volume,
            sum(usd_amount * decay_weight(time, decay_epoch($2))) AS trending
          FROM trades
          WHERE time > $2::timestamptz - interval '24 hours' AND time <= $3::timestamptz - interval '24 hours'
            AND block_number <= $1::bigint AND usd_amount IS NOT NULL
          GROUP BY token
        ) gone
        WHERE app_stats.token = gone.token`,
      values: [before.blockNumber, before.time, to],
    });
    // Whatever is left lies in the last 24 hours, so that its weights in the old epoch are divisible.
    await client.query({
      name: 'decay-trending',
      text: `
        UPDATE app_stats SET trending = div(trending, 2::numeric ^ (decay_epoch($2) - decay_epoch($1)))
        WHERE trending > 0 AND decay_epoch($2) > decay_epoch($1)`,
      values: [before.time, to],
    });
  }
  await addVolumes(client, trades, to);
  await client.query({
    name: 'move-prices-24h',
    text: `
      UPDATE app_stats SET platform_reserve_24h = past.platform_reserve, token_reserve_24h = past.token_reserve
      FROM (
        SELECT DISTINCT ON (token) token, platform_reserve, token_reserve
        FROM reserves
        WHERE time > $1::timestamptz - interval '24 hours' AND time <= $2::timestamptz - interval '24 hours'
        ORDER BY token, block_number DESC, log_index DESC
      ) past
      WHERE app_stats.token = past.token`,
    values: [before.time, to],
  });
}

const DAY_MS = 86_400_000;

/** Adds a range's trades to the sums of the 24 hours that end at a time. */
async function addVolumes(client: ClientBase, trades: readonly TradeRow[], to: Date): Promise<void> {
  const recent = trades.filter(({ time }) => time.getTime() > to.getTime() - DAY_MS);
  const weights = await readWeights(client, recent, to);
  const came = new Map<string, { volume: bigint; trending: bigint }>();
  for (const { token, time, usdAmount } of recent) {
    if (usdAmount === null) continue;
    const { volume, trending } = came.get(token) ?? { volume: 0n, trending: 0n };
    const weight = weights.get(time.getTime()) ?? 0n;
    came.set(token, { volume: volume + usdAmount, trending: trending + usdAmount * weight });
  }
  if (came.size === 0) return;
  await client.query({
    name: 'add-volumes',
    text: `
      UPDATE app_stats SET volume_usd_24h = app_stats.volume_usd_24h + came.volume,
        trending = app_stats.trending + came.trending
      FROM unnest($1::text[], $2::numeric[], $3::numeric[]) AS came (token, volume, trending)
      WHERE app_stats.token = came.token`,
    values: toColumns([...came], [([token]) => token, ([, sum]) => sum.volume, ([, sum]) => sum.trending]),
  });
}

/** What trades at some times weigh in `trending`; by the database's own powers of two, as a rollback computes them. */
async function readWeights(
  client: ClientBase,
  trades: readonly TradeRow[],
  to: Date,
): Promise<Map<number, bigint>> {
  const times = [...new Set(trades.map(({ time }) => time.getTime()))];
  if (times.length === 0) return new Map();
  const { rows } = await client.query<{ weight: string }>({
    name: 'read-weights',
    text: `
      SELECT decay_weight(time, decay_epoch($2::timestamptz))::text AS weight
      FROM unnest($1::timestamptz[]) WITH ORDINALITY AS row (time, place) ORDER BY place`,
    values: [times.map((time) => new Date(time)), to],
  });
  return new Map(rows.map(({ weight }, i) => [times[i] ?? 0, BigInt(weight)]));
}

/** Computes every app's windows anew, as they are at a time: after a rollback the windows move backwards. */
export async function rebuildWindows(client: ClientBase, at: Date): Promise<void> {
  await client.query(
    `UPDATE app_stats SET volume_usd_24h = coalesce(recent.volume, 0), trending = coalesce(recent.trending, 0),
      platform_reserve_24h = recent.platform_reserve, token_reserve_24h = recent.token_reserve
    FROM (
      SELECT app_stats.token, volume.volume, volume.trending, price.platform_reserve, price.token_reserve
      FROM app_stats
      LEFT JOIN (
        SELECT token, sum(usd_amount) AS volume, sum(usd_amount * decay_weight(time, decay_epoch($1))) AS trending
        FROM trades
        WHERE time > $1::timestamptz - interval '24 hours' AND usd_amount IS NOT NULL
        GROUP BY token
      ) volume ON volume.token = app_stats.token
      LEFT JOIN LATERAL (
        SELECT platform_reserve, token_reserve FROM reserves
        WHERE reserves.token = app_stats.token AND time <= $1::timestamptz - interval '24 hours'
        ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) price ON true
    ) recent
    WHERE app_stats.token = recent.token`,
    [at],
  );
}
