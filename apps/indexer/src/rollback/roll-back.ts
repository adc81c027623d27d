import type { Deployment } from '@slipway/protocols';
import { ZERO_ADDRESS } from '@slipway/domain';
import { holderOrderOf, idOfAddress } from '@slipway/database';
import { restoreHeld, rebuildWindows } from '../tables/app-stats.js';
import { noteChangedApps } from '../tables/changed-apps.js';
import { advanceCreators, forgetCreators, keepShares } from '../tables/creator-totals.js';
import { buildKeys } from '../tables/deferred-keys.js';
import type { HeadBlock } from '../fold/fold-batch.js';
import { moveHead } from '../tables/head.js';
import { eventTimeUpTo } from '../tables/index-state.js';
import { retractFromOutbox } from '../tables/outbox.js';
import { setCutOffs } from '../tables/leaderboard-candidates.js';
import { endIndexRevision, rememberApps } from '../tables/past-states.js';
import { rollBackRewardEvents } from '../tables/rewards.js';
import type { Session } from '../postgres/session.js';
import { advanceTradedWithin } from '../tables/traded-within.js';
import { rewindTotals } from '../tables/trade-totals.js';
import { restoreCandles } from './restore-candles.js';
import { restorePositions } from './restore-positions.js';
import { changeBalances, type BalanceChange, type BalanceDelta } from '../tables/balances.js';

/** Rows of blocks, of which nothing else is made. */
const UNDONE_ROWS = [
  ...['holder_checkpoints', 'oracle_prices', 'curve_fees'],
  ...['fundings', 'liquidity_transfers', 'round_trips'],
];

/**
 * Takes the tables back to a block: they are then, row for row, what indexing up to that block would have given.
 * @param to the last block that the node's chain shares with the index
 */
export async function rollBack(session: Session, to: HeadBlock, deployment: Deployment): Promise<void> {
  const block = to.number;
  const { rows } = await session.query<{ time: number }>(`SELECT ${eventTimeUpTo('$1')} AS time`, [block]);
  const ancestor = { ...to, timestamp: Math.max(to.timestamp, rows[0]?.time ?? 0) };
  const at = new Date(ancestor.timestamp * 1_000);
  // An index that is being built has no sums yet.
  const isBuilding = await wasNeverLevel(session);
  // Rows to undo are found by keys that a long backfill has put off.
  if (isBuilding) await buildKeys(session);
  else {
    await retractFromOutbox(session, ancestor);
    await endIndexRevision(session);
    await noteUndoneApps(session, block, at);
    await rememberApps(session, block);
    await keepShares(session);
    await rewindTotals(session, block, at);
    await advanceTradedWithin(session);
    await setCutOffs(session);
  }
  await deleteApps(session, block);
  await restorePositions(session, block);
  const balances = await restoreBalances(session, block);
  if (!isBuilding) await restoreHeld(session, balances);
  await restoreCandles(session, block);
  await restoreCurves(session, block, deployment);
  await rollBackRewardEvents(session, block);
  for (const table of UNDONE_ROWS)
    await session.query(`DELETE FROM ${table} WHERE block_number > $1`, [block]);
  await session.query('DELETE FROM blocks WHERE number > $1', [block]);
  await session.query('DELETE FROM block_times WHERE number > $1', [block]);
  if (!isBuilding) {
    await rebuildWindows(session, at);
    await advanceCreators(session, at);
    await forgetCreators(session);
  }
  await moveHead(session, ancestor, null);
}

async function wasNeverLevel(session: Session): Promise<boolean> {
  const { rowCount } = await session.query('SELECT FROM head WHERE level_at > to_timestamp(0)');
  return rowCount === 0;
}

/** Notes the apps that a rollback changes: however many there are, it costs what it undoes. */
async function noteUndoneApps(session: Session, block: number, at: Date): Promise<void> {
  const { rows } = await session.query<{ block_time: Date; ids: number[] }>(
    `SELECT block_time, ARRAY(
      SELECT token_id FROM trades WHERE block_number > $1 UNION SELECT token_id FROM transfers WHERE block_number > $1
      UNION SELECT token_id FROM reserves WHERE block_number > $1
    ) AS ids FROM head`,
    [block],
  );
  const [head] = rows;
  if (head !== undefined) await noteChangedApps(session, head.ids, at, head.block_time);
}

/** Empties every table of the index, for a chain that shares no block with it. */
export async function startOver(session: Session): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  );
  await session.query(`TRUNCATE ${rows.map(({ name }) => name).join()}`);
}

/** An app whose launch is undone takes its derived rows with it; its events are deleted with the others. */
async function deleteApps(session: Session, block: number): Promise<void> {
  await session.query(
    `WITH gone AS (DELETE FROM apps WHERE block_number > $1 RETURNING token_id),
      curve AS (DELETE FROM curves USING gone WHERE curves.token_id = gone.token_id),
      word AS (DELETE FROM app_words USING gone WHERE app_words.token_id = gone.token_id)
    DELETE FROM app_stats USING gone WHERE app_stats.token_id = gone.token_id`,
    [block],
  );
}

/** The block of an app's last trade of a side: each is in the order of the index. */
const lastTrade = (side: string): string =>
  `SELECT t.block_number FROM trades t WHERE t.token_id = app_stats.token_id AND ${side}
  ORDER BY t.block_number DESC LIMIT 1`;

/** Deletes the undone reserves, and puts curves, pools and prices back to the last that stay. */
async function restoreCurves(session: Session, block: number, deployment: Deployment): Promise<void> {
  const { rows } = await session.query<{ id: number }>(
    `WITH gone AS (DELETE FROM reserves WHERE block_number > $1 RETURNING token_id)
    SELECT token_id AS id FROM (SELECT DISTINCT token_id FROM gone) moved
      JOIN apps USING (token_id)`,
    [block],
  );
  const ids = rows.map((row) => row.id);
  await session.query(
    `UPDATE curves SET pool_id = NULL, graduated_at = NULL, graduation_log_index = NULL, graduation_tx_hash = NULL,
      graduated_block = NULL
    WHERE graduated_block > $1`,
    [block],
  );
  await session.query(
    `UPDATE curves SET
      virtual_platform_reserve = last.platform_reserve,
      virtual_token_reserve = last.token_reserve,
      real_platform_reserve = CASE WHEN pool_id IS NULL
        THEN coalesce(last.real_platform_reserve, last.platform_reserve - $2::numeric) ELSE 0 END,
      real_token_reserve = CASE WHEN pool_id IS NULL THEN last.token_reserve - ($3::numeric - $4::numeric) ELSE 0 END
    FROM (
      SELECT DISTINCT ON (token_id) token_id, platform_reserve, token_reserve, real_platform_reserve FROM reserves
      WHERE token_id = ANY ($1) AND NOT in_pool
      ORDER BY token_id, block_number DESC, log_index DESC
    ) last
    WHERE curves.token_id = last.token_id`,
    [
      ids,
      deployment.initialVirtualPlatform.toString(),
      deployment.initialVirtualToken.toString(),
      deployment.initialRealToken.toString(),
    ],
  );
  await session.query(
    `UPDATE app_stats SET platform_reserve = last.platform_reserve, token_reserve = last.token_reserve,
      priced_at = block_times.time, is_graduated = last.in_pool, last_trade_block = coalesce(greatest(
        (${lastTrade('t.is_buy')}), (${lastTrade('NOT t.is_buy')})
      ), -1)
    FROM (
      SELECT DISTINCT ON (token_id) token_id, block_number, in_pool, platform_reserve, token_reserve FROM reserves
      WHERE token_id = ANY ($1)
      ORDER BY token_id, block_number DESC, log_index DESC
    ) last JOIN block_times ON number = last.block_number
    WHERE app_stats.token_id = last.token_id`,
    [ids],
  );
}

/** Of each holder by itself: joined, the planner would read all addresses. */
const HOLDER_ORDER = `(SELECT ${holderOrderOf('bytes')} FROM addresses WHERE id = holder_id)`;

/** Plays the undone transfers backwards, and deletes them. They are summed where they are: there may be millions. */
async function restoreBalances(session: Session, block: number): Promise<BalanceChange[]> {
  const { rows } = await session.query<Omit<BalanceDelta, 'amount'> & { amount: string }>(
    `WITH gone AS (DELETE FROM transfers WHERE block_number > $1 RETURNING token_id, sender_id, recipient_id, amount)
    SELECT token_id AS "tokenId", holder_id AS "holderId", ${HOLDER_ORDER} AS "holderOrder", sum::text AS amount FROM (
      SELECT token_id, holder_id, sum(amount) FROM (
        SELECT token_id, sender_id AS holder_id, amount FROM gone UNION ALL SELECT token_id, recipient_id, -amount FROM gone
      ) undone GROUP BY token_id, holder_id
    ) sums
    WHERE holder_id IS DISTINCT FROM ${idOfAddress('$2::text')}`,
    [block, ZERO_ADDRESS],
  );
  return changeBalances(
    session,
    rows.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  );
}
