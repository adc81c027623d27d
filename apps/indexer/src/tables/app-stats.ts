import type { Rows, TradeRow } from '../decode/rows.js';
import { CHANGED_TOKENS } from './changed-apps.js';
import type { BalanceChange } from './past-balances.js';
import type { Session } from '../postgres/session.js';
import { StatsChanges, openStats, writeStats } from './app-stats-changes.js';

/**
 * Brings the apps' statistics from the old head to the new one: the last reserves, the counts of holders, and the
 * 24-hour windows, where trades that came in are added, those that fell out are taken away, and prices of 24 hours ago
 * follow. Sums are exact integers, so that they are what summing anew would give. Each app is written once, since each
 * writing leaves a dead row and as many entries as the table has indexes. Run after the range's facts are in.
 *
 * @param balances what the range did to them
 * @param from block and time of the head before; null for the first range
 * @param to time of the head now
 */
export async function advanceStats(
  session: Session,
  rows: Rows,
  balances: readonly BalanceChange[],
  from: { readonly blockNumber: number; readonly time: Date } | null,
  to: Date,
): Promise<void> {
  const changes = new StatsChanges();
  for (const { token, platform, tokens, time } of rows.reserves)
    Object.assign(changes.of(token), { platform, tokens, pricedAt: time });
  changes.addHolders(balances);
  if (from !== null) {
    await takeExpired(session, changes, from, to);
    if (await isNewEpoch(session, from.time, to)) {
      // What is left lies in the last 24 hours, so that its weights in the old epoch are divisible: it must be all that is
      // left, without what comes in.
      await writeStats(session, changes.takeSums());
      await decayTrending(session, from.time, to);
    }
  }
  await addTrades(session, changes, rows.trades, to);
  await takePastPrices(session, changes, from?.time ?? new Date(0), to);
  await openStats(session, rows.apps);
  await writeStats(session, changes.all);
}

/** Trades that leave the 24 hours. */
async function takeExpired(
  session: Session,
  changes: StatsChanges,
  from: { readonly blockNumber: number; readonly time: Date },
  to: Date,
): Promise<void> {
  const { rows } = await session.query<{ token: string; volume: string; trending: string; unpriced: string }>(
    {
      name: 'expired-volumes',
      text: `
      SELECT token, coalesce(sum(usd_amount), 0)::text AS volume,
        coalesce(sum(usd_amount * decay_weight(time, decay_epoch($2::timestamptz))), 0)::text AS trending,
        count(*) FILTER (WHERE usd_amount IS NULL) AS unpriced
      FROM trades
      WHERE time > $2::timestamptz - interval '24 hours' AND time <= $3::timestamptz - interval '24 hours'
        AND block_number <= $1::bigint
      GROUP BY token`,
      values: [from.blockNumber, from.time, to],
    },
  );
  for (const { token, volume, trending, unpriced } of rows) {
    const change = changes.of(token);
    change.volume -= BigInt(volume);
    change.trending -= BigInt(trending);
    change.unpriced -= Number(unpriced);
  }
}

async function isNewEpoch(session: Session, before: Date, after: Date): Promise<boolean> {
  const { rows } = await session.query<{ is_new: boolean }>({
    name: 'is-new-epoch',
    text: 'SELECT decay_epoch($2::timestamptz) > decay_epoch($1::timestamptz) AS is_new',
    values: [before, after],
  });
  return rows[0]?.is_new === true;
}

async function decayTrending(session: Session, before: Date, after: Date): Promise<void> {
  await session.query({
    name: 'decay-trending',
    text: `
      UPDATE app_stats SET trending = div(trending, 2::numeric ^ (decay_epoch($2) - decay_epoch($1)))
      WHERE trending > 0`,
    values: [before, after],
  });
}

/** The prices that apps had 24 hours before a time, where they changed since those of 24 hours before the head. */
async function takePastPrices(
  session: Session,
  changes: StatsChanges,
  before: Date,
  to: Date,
): Promise<void> {
  const { rows } = await session.query<{ token: string; platform: string; tokens: string }>({
    name: 'prices-24h',
    text: `
      SELECT DISTINCT ON (token) token, platform_reserve::text AS platform, token_reserve::text AS tokens
      FROM reserves
      WHERE time > $1::timestamptz - interval '24 hours' AND time <= $2::timestamptz - interval '24 hours'
      ORDER BY token, block_number DESC, log_index DESC`,
    values: [before, to],
  });
  for (const { token, platform, tokens } of rows)
    Object.assign(changes.of(token), { platform24h: BigInt(platform), tokens24h: BigInt(tokens) });
}

const DAY_MS = 86_400_000;

/** A range's trades that lie in the 24 hours that end at a time. */
async function addTrades(
  session: Session,
  changes: StatsChanges,
  trades: readonly TradeRow[],
  to: Date,
): Promise<void> {
  const recent = trades.filter(({ time }) => time.getTime() > to.getTime() - DAY_MS);
  const weights = await readWeights(session, recent, to);
  for (const { token, time, usdAmount } of recent) {
    const change = changes.of(token);
    if (usdAmount === null) {
      change.unpriced += 1;
      continue;
    }
    change.volume += usdAmount;
    change.trending += usdAmount * (weights.get(time.getTime()) ?? 0n);
  }
}

/** What trades at some times weigh in `trending`; by the database's own powers of two, as a rollback computes them. */
async function readWeights(
  session: Session,
  trades: readonly TradeRow[],
  to: Date,
): Promise<Map<number, bigint>> {
  const times = [...new Set(trades.map(({ time }) => time.getTime()))];
  if (times.length === 0) return new Map();
  const { rows } = await session.query<{ weight: string }>({
    name: 'read-weights',
    text: `
      SELECT decay_weight(time, decay_epoch($2::timestamptz))::text AS weight
      FROM unnest($1::timestamptz[]) WITH ORDINALITY AS row (time, place) ORDER BY place`,
    values: [times.map((time) => new Date(time)), to],
  });
  return new Map(rows.map(({ weight }, i) => [times[i] ?? 0, BigInt(weight)]));
}

/** Computes the changed apps' windows anew, as they are at a time: after a rollback the windows move backwards. */
export async function rebuildWindows(session: Session, at: Date): Promise<void> {
  await session.query(
    `UPDATE app_stats SET volume_usd_24h = coalesce(recent.volume, 0), trending = coalesce(recent.trending, 0),
      unpriced_24h = coalesce(recent.unpriced, 0),
      platform_reserve_24h = recent.platform_reserve, token_reserve_24h = recent.token_reserve
    FROM (
      SELECT app_stats.token, volume.volume, volume.trending, volume.unpriced, price.platform_reserve, price.token_reserve
      FROM app_stats
      LEFT JOIN (
        SELECT token, sum(usd_amount) AS volume, sum(usd_amount * decay_weight(time, decay_epoch($1))) AS trending,
          count(*) FILTER (WHERE usd_amount IS NULL) AS unpriced
        FROM trades
        WHERE time > $1::timestamptz - interval '24 hours' AND token = ANY (${CHANGED_TOKENS})
        GROUP BY token
      ) volume ON volume.token = app_stats.token
      LEFT JOIN LATERAL (
        SELECT platform_reserve, token_reserve FROM reserves
        WHERE reserves.token = app_stats.token AND time <= $1::timestamptz - interval '24 hours'
        ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) price ON true
      WHERE app_stats.token = ANY (${CHANGED_TOKENS})
    ) recent
    WHERE app_stats.token = recent.token`,
    [at],
  );
}
