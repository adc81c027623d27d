import { firstBytes } from '@slipway/database';
import type { AppRow, Rows } from '../decode/rows.js';
import { toColumns } from '../postgres/columns.js';
import { copyRows, type CopyColumns } from '../postgres/copy-rows.js';
import type { Session } from '../postgres/session.js';
import { CHANGED, CHANGED_IDS } from './changed-apps.js';
import type { IdOf } from './address-ids.js';
import type { BalanceChange } from './balances.js';
import type { HeadMoment } from './trade-totals.js';
import { TRENDING_COLUMNS, dayBefore, sumsOf, trendingOf } from './trending.js';

const openedColumns = (idOf: IdOf): CopyColumns<AppRow> => ({
  token_id: (app) => idOf(app.token),
  creator_id: (app) => idOf(app.creator),
  first_bytes: (app) => firstBytes(app.token),
  launch_block: (app) => app.blockNumber,
  launch_log_index: (app) => app.logIndex,
  platform_reserve: () => 0,
  token_reserve: () => 0,
  supply: (app) => app.supply,
  priced_at: (app) => app.time,
});

const DAY_MS = 86_400_000;

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
 * writing leaves a dead row and index entries; twice after a pause of a day. Run after the range's events are in.
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
  await openStats(session, rows.apps, idOf);
  const isStep = from !== null && to.time.getTime() - from.time.getTime() < DAY_MS;
  if (!isStep) await rebuildWindows(session, to.time);
  const last = new Map(rows.reserves.map((row) => [idOf(row.token), row]));
  const held = heldChanges(balances);
  const traded = new Map(rows.trades.map((row) => [idOf(row.token), row.blockNumber]));
  const now = [...new Set([...last.keys(), ...held.keys()])].map((tokenId) => {
    const { platform = null, tokens = null, time = null, venue } = last.get(tokenId) ?? {};
    const { holders: more, tokens: minted } = held.get(tokenId) ?? NOTHING_HELD;
    return {
      tokenId,
      platform,
      tokens,
      time,
      more,
      minted,
      inPool: venue === 'pool',
      traded: traded.get(tokenId) ?? -1,
    };
  });
  await session.prepared(
    `
      UPDATE app_stats s SET
        platform_reserve = coalesce(now.platform, s.platform_reserve),
        token_reserve = coalesce(now.tokens, s.token_reserve),
        priced_at = coalesce(now.priced_at, s.priced_at),
        holders = s.holders + coalesce(now.holders, 0),
        is_graduated = s.is_graduated OR coalesce(now.in_pool, false),
        last_trade_block = greatest(s.last_trade_block, now.traded),
        supply = s.supply + coalesce(now.minted, 0)${isStep ? MOVED : ''}
      FROM ${CHANGED} c
        LEFT JOIN unnest($1::int[], $2::numeric[], $3::numeric[], $4::timestamptz[], $5::int[], $6::boolean[], $7::int[], $8::numeric[])
          AS now (token_id, platform, tokens, priced_at, holders, in_pool, traded, minted) ON now.token_id = c.token_id
        ${isStep ? MOVES : ''}
      WHERE s.token_id = c.token_id AND (now.token_id IS NOT NULL${isStep ? ' OR moved.token_id IS NOT NULL OR past.token_id IS NOT NULL' : ''})`,
    [
      ...toColumns(now, ['tokenId', 'platform', 'tokens', 'time', 'more', 'inPool', 'traded', 'minted']),
      ...(isStep ? [from.blockNumber, from.time, to.time, to.blockNumber] : []),
    ],
  );
}

/** Statistics of new apps, without anything in them. */
export function openStats(session: Session, apps: readonly AppRow[], idOf: IdOf): Promise<void> {
  return copyRows(session, 'app_stats', openedColumns(idOf), apps);
}

/** No trade of either end's 24 hours is more than four epochs older than the earlier end. */
const FROM_EPOCH = `decay_epoch($10::timestamptz)`;

const MOVED = `,
        volume_usd_24h = s.volume_usd_24h + coalesce(moved.volume, 0),
        ${TRENDING_COLUMNS} = ${trendingOf(
          `decay_shift(s.trending_sum, s.trending_epoch - ${FROM_EPOCH}) + coalesce(moved.trending, 0)`,
          FROM_EPOCH,
          'coalesce(moved.epoch, s.trending_epoch)',
        )},
        trades_24h = s.trades_24h + coalesce(moved.trades, 0),
        unpriced_24h = s.unpriced_24h + coalesce(moved.unpriced, 0),
        platform_reserve_24h = coalesce(past.platform_reserve, s.platform_reserve_24h),
        token_reserve_24h = coalesce(past.token_reserve, s.token_reserve_24h)`;

/** All that came in is in the 24 hours. */
const MOVES = `
        LEFT JOIN (
          SELECT token_id, sum(volume) AS volume, sum(trending) AS trending, max(epoch) AS epoch,
            sum(trades)::int AS trades, sum(unpriced)::int AS unpriced FROM (
            ${sumsOf('', FROM_EPOCH, (block) => `${block} > $9::bigint AND ${block} <= $12::bigint`)} UNION ALL
            ${sumsOf('-', FROM_EPOCH, (block) => `${block} > ${dayBefore('$10')} AND ${block} <= least(${dayBefore('$11')}, $9::bigint)`)}
          ) AS moves GROUP BY token_id
        ) moved ON moved.token_id = c.token_id
        LEFT JOIN (
          SELECT DISTINCT ON (token_id) token_id, platform_reserve, token_reserve FROM reserves
          WHERE block_number > ${dayBefore('$10')} AND block_number <= ${dayBefore('$11')}
          ORDER BY token_id, block_number DESC, log_index DESC
        ) past ON past.token_id = c.token_id`;

/** Computes the changed apps' windows anew, as they are at a time: a day later, and where a rollback leads. */
export async function rebuildWindows(session: Session, at: Date): Promise<void> {
  const epoch = 'decay_epoch($1::timestamptz)';
  await session.prepared(
    `
      UPDATE app_stats SET volume_usd_24h = coalesce(recent.volume, 0),
        ${TRENDING_COLUMNS} = ${trendingOf('coalesce(recent.trending, 0)', epoch, 'coalesce(recent.epoch, 0)')},
        trades_24h = coalesce(recent.trades, 0), unpriced_24h = coalesce(recent.unpriced, 0),
        platform_reserve_24h = recent.platform_reserve, token_reserve_24h = recent.token_reserve
      FROM (
        SELECT s.token_id, sums.volume, sums.trending, sums.epoch, sums.trades, sums.unpriced, price.platform_reserve, price.token_reserve
        FROM app_stats s JOIN ${CHANGED} c ON c.token_id = s.token_id LEFT JOIN (
          ${sumsOf('', epoch, (block) => `${block} > ${dayBefore('$1')}`, `token_id IN (SELECT token_id FROM ${CHANGED})`)}
        ) sums ON sums.token_id = c.token_id ${pastPrice('$1')}
        WHERE s.token_id = ANY (${CHANGED_IDS})
      ) recent
      WHERE app_stats.token_id = recent.token_id`,
    [at],
  );
}

/** Counts holders anew, and what there is of tokens that trades mint and burn, by what balances became. */
export async function restoreHeld(session: Session, balances: readonly BalanceChange[]): Promise<void> {
  const changes = [...heldChanges(balances)].map(([tokenId, held]) => ({ tokenId, ...held }));
  await session.query(
    `UPDATE app_stats s SET holders = s.holders + change.holders, supply = s.supply + change.tokens
    FROM unnest($1::int[], $2::int[], $3::numeric[]) AS change (token_id, holders, tokens) WHERE s.token_id = change.token_id`,
    toColumns(changes, ['tokenId', 'holders', 'tokens']),
  );
}

/** How many more addresses hold an app, and how much more all of them together: what was minted, less what was burned. */
interface HeldChange {
  holders: number;
  tokens: bigint;
}

const NOTHING_HELD: Readonly<HeldChange> = { holders: 0, tokens: 0n };

/** By token; only of those whose holders or supply changed. */
function heldChanges(balances: readonly BalanceChange[]): Map<number, HeldChange> {
  const changes = new Map<number, HeldChange>();
  for (const { tokenId, before, after } of balances) {
    const change = changes.get(tokenId) ?? { ...NOTHING_HELD };
    change.holders += Number(after > 0n) - Number(before > 0n);
    change.tokens += after - before;
    changes.set(tokenId, change);
  }
  return new Map([...changes].filter(([, { holders, tokens }]) => holders !== 0 || tokens !== 0n));
}
