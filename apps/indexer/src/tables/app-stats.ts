import { addressOfId, lastBlockUpTo } from '@slipway/database';
import type { AppRow, Rows } from '../decode/rows.js';
import { toColumns } from '../postgres/columns.js';
import { columnsOf, copyRows, type CopyColumns } from '../postgres/copy-rows.js';
import type { Session } from '../postgres/session.js';
import { CHANGED, CHANGED_IDS, CHANGED_TOKENS } from './changed-apps.js';
import type { IdOf } from './address-ids.js';
import type { BalanceChange } from './balances.js';
import type { HeadMoment } from './trade-totals.js';

const OPENED: CopyColumns<AppRow> = {
  ...columnsOf<AppRow>('token', 'creator'),
  launch_block: (app) => app.blockNumber,
  launch_log_index: (app) => app.logIndex,
  platform_reserve: () => 0,
  token_reserve: () => 0,
  priced_at: (app) => app.time,
};

/** The last block that is not in the 24 hours that end at a time. */
const dayBefore = (time: string): string => lastBlockUpTo(`${time}::timestamptz - interval '24 hours'`);

/** What trades add to the 24 hours that end at a time, or take from them again. Trades of a block share their weight. */
const sumsOf = (sign: '' | '-', time: string, bounds: (block: string) => string, where = 'true'): string => `
  SELECT token_id, ${sign}coalesce(sum(platform_amount * oracle_price), 0) AS volume,
    ${sign}coalesce(sum(platform_amount * oracle_price * weight), 0) AS trending,
    ${sign}count(*) FILTER (WHERE oracle_price IS NULL) AS unpriced
  FROM trades JOIN (
    SELECT number, oracle_price, decay_weight(time, decay_base(${time})) AS weight
    FROM block_times WHERE ${bounds('number')} OFFSET 0
  ) AS blocks ON number = block_number
  WHERE ${bounds('block_number')} AND ${where} GROUP BY token_id`;

/** The changed apps' last reserves 24 hours before a time, or none. */
const pastPrice = (time: string): string => `
  LEFT JOIN LATERAL (
    SELECT platform_reserve, token_reserve FROM reserves
    WHERE reserves.token_id = c.token_id AND block_number <= ${dayBefore(time)}
    ORDER BY block_number DESC, log_index DESC LIMIT 1
  ) price ON true`;

/**
 * Brings the apps' statistics to the new head: last reserves, counts of holders, and the windows of 24 hours. Sums are
 * exact integers: adding what came in and taking away what fell out is summing anew. Each app is written once, since each
 * writing leaves a dead row and index entries; twice when the base of `trending` moves, once in 28 days. Run after the range's events are in.
 * @param from block and time of the head before; null for the first range
 */
export async function advanceStats(
  session: Session,
  rows: Rows,
  balances: readonly BalanceChange[],
  idOf: IdOf,
  from: HeadMoment | null,
  to: HeadMoment,
): Promise<void> {
  await openStats(session, rows.apps);
  const isStep = from !== null && (await areAlike(session, from.time, to.time));
  if (!isStep) await rebuildWindows(session, to.time);
  const last = new Map(rows.reserves.map((row) => [idOf(row.token), row]));
  const holders = holderChanges(balances);
  const now = [...new Set([...last.keys(), ...holders.keys()])].map((tokenId) => {
    const { platform = null, tokens = null, time = null } = last.get(tokenId) ?? {};
    return { tokenId, platform, tokens, time, more: holders.get(tokenId) ?? 0 };
  });
  await session.prepared(
    `
      UPDATE app_stats s SET
        platform_reserve = coalesce(now.platform, s.platform_reserve),
        token_reserve = coalesce(now.tokens, s.token_reserve),
        priced_at = coalesce(now.priced_at, s.priced_at),
        holders = s.holders + coalesce(now.holders, 0)${isStep ? MOVED : ''}
      FROM ${CHANGED} c
        LEFT JOIN unnest($1::int[], $2::numeric[], $3::numeric[], $4::timestamptz[], $5::int[])
          AS now (token_id, platform, tokens, priced_at, holders) ON now.token_id = c.token_id
        ${isStep ? MOVES : ''}
      WHERE s.token = c.token AND (now.token_id IS NOT NULL${isStep ? ' OR moved.token_id IS NOT NULL OR past.token_id IS NOT NULL' : ''})`,
    [
      ...toColumns(now, ['tokenId', 'platform', 'tokens', 'time', 'more']),
      ...(isStep ? [from.blockNumber, from.time, to.time, to.blockNumber] : []),
    ],
  );
}

/** Statistics of new apps, without anything in them. */
export function openStats(session: Session, apps: readonly AppRow[]): Promise<void> {
  return copyRows(session, 'app_stats', OPENED, apps);
}

const MOVED = `,
        volume_usd_24h = s.volume_usd_24h + coalesce(moved.volume, 0),
        trending = s.trending + coalesce(moved.trending, 0),
        unpriced_24h = s.unpriced_24h + coalesce(moved.unpriced, 0),
        platform_reserve_24h = coalesce(past.platform_reserve, s.platform_reserve_24h),
        token_reserve_24h = coalesce(past.token_reserve, s.token_reserve_24h)`;

/** All that came in is in the 24 hours. */
const MOVES = `
        LEFT JOIN (
          SELECT token_id, sum(volume) AS volume, sum(trending) AS trending, sum(unpriced)::int AS unpriced FROM (
            ${sumsOf('', '$8', (block) => `${block} > $6::bigint AND ${block} <= $9::bigint`)} UNION ALL
            ${sumsOf('-', '$8', (block) => `${block} > ${dayBefore('$7')} AND ${block} <= least(${dayBefore('$8')}, $6::bigint)`)}
          ) AS moves GROUP BY token_id
        ) moved ON moved.token_id = c.token_id
        LEFT JOIN (
          SELECT DISTINCT ON (token_id) token_id, platform_reserve, token_reserve FROM reserves
          WHERE block_number > ${dayBefore('$7')} AND block_number <= ${dayBefore('$8')}
          ORDER BY token_id, block_number DESC, log_index DESC
        ) past ON past.token_id = c.token_id`;

/** Whether weights of both times are relative to the same epoch, and all that came in between is in the later one's 24 hours. */
async function areAlike(session: Session, before: Date, after: Date): Promise<boolean> {
  const { rows } = await session.prepared<{ are_alike: boolean }>(
    `SELECT decay_base($2::timestamptz) = decay_base($1::timestamptz)
      AND $2::timestamptz - $1::timestamptz < interval '24 hours' AS are_alike`,
    [before, after],
  );
  return rows[0]?.are_alike === true;
}

/** Computes the changed apps' windows anew, as they are at a time: with another base or a day later, and where a rollback leads. */
export async function rebuildWindows(session: Session, at: Date): Promise<void> {
  await session.prepared(
    `
      UPDATE app_stats SET volume_usd_24h = coalesce(recent.volume, 0), trending = coalesce(recent.trending, 0),
        unpriced_24h = coalesce(recent.unpriced, 0),
        platform_reserve_24h = recent.platform_reserve, token_reserve_24h = recent.token_reserve
      FROM (
        SELECT s.token, sums.volume, sums.trending, sums.unpriced, price.platform_reserve, price.token_reserve
        FROM app_stats s JOIN ${CHANGED} c ON c.token = s.token LEFT JOIN (
          ${sumsOf('', '$1', (block) => `${block} > ${dayBefore('$1')}`, `token_id = ANY (${CHANGED_IDS})`)}
        ) sums ON sums.token_id = c.token_id ${pastPrice('$1')}
        WHERE s.token = ANY (${CHANGED_TOKENS})
      ) recent
      WHERE app_stats.token = recent.token`,
    [at],
  );
}

export async function countHolders(session: Session, balances: readonly BalanceChange[]): Promise<void> {
  const changes = [...holderChanges(balances)].map(([tokenId, holders]) => ({ tokenId, holders }));
  await session.query(
    `UPDATE app_stats s SET holders = s.holders + change.holders
    FROM unnest($1::int[], $2::int[]) AS change (token_id, holders) WHERE s.token = ${addressOfId('change.token_id')}`,
    toColumns(changes, ['tokenId', 'holders']),
  );
}

function holderChanges(balances: readonly BalanceChange[]): Map<number, number> {
  const changes = new Map<number, number>();
  for (const { tokenId, before, after } of balances) {
    const more = Number(after > 0n) - Number(before > 0n);
    if (more !== 0) changes.set(tokenId, (changes.get(tokenId) ?? 0) + more);
  }
  return changes;
}
