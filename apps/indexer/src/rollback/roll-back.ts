import type { Deployment } from '@slipway/chain';
import type { Address } from '@slipway/domain';
import { openTimeOf, type CandleTrade } from '../fold/fold-candles.js';
import { countHolders, rebuildWindows } from '../tables/app-stats.js';
import { noteChangedApps } from '../tables/changed-apps.js';
import { advanceCreators, forgetCreators, keepShares } from '../tables/creator-totals.js';
import { changeBalances, type BalanceChange } from '../tables/balances.js';
import { mergeCandles } from '../tables/candles.js';
import type { HeadBlock } from '../fold/fold-batch.js';
import { moveHead } from '../tables/head.js';
import { endIndexRevision, rememberApps } from '../tables/past-states.js';
import { rollBackRewardEvents } from '../tables/rewards.js';
import type { Session } from '../postgres/session.js';
import { rewindTotals } from '../tables/trade-totals.js';

const DAY_SECONDS = 86_400;

/**
 * Takes the tables back to a block: they are then, row for row, what indexing up to that block would have given.
 * @param ancestor the last block that the node's chain shares with the index
 */
export async function rollBack(session: Session, ancestor: HeadBlock, deployment: Deployment): Promise<void> {
  const block = ancestor.number;
  const at = new Date(ancestor.timestamp * 1_000);
  await endIndexRevision(session);
  await noteUndoneApps(session, block, at);
  await rememberApps(session, block);
  await keepShares(session);
  await rewindTotals(session, block, at);
  await deleteApps(session, block);
  await restorePositions(session, ancestor);
  await countHolders(session, await restoreBalances(session, block));
  await restoreCandles(session, block);
  await restoreCurves(session, block, at, deployment);
  await rollBackRewardEvents(session, block);
  await session.query('DELETE FROM oracle_prices WHERE block_number > $1', [block]);
  await session.query('DELETE FROM blocks WHERE number > $1', [block]);
  await rebuildWindows(session, at);
  await advanceCreators(session);
  await forgetCreators(session);
  await moveHead(session, ancestor, null);
}

/** Notes the apps that a rollback changes: however many there are, it costs what it undoes. */
async function noteUndoneApps(session: Session, block: number, at: Date): Promise<void> {
  const { rows } = await session.query<{ block_time: Date; tokens: string[] }>(
    `SELECT block_time, ARRAY(
      SELECT token FROM trades WHERE block_number > $1 UNION SELECT token FROM transfers WHERE block_number > $1
      UNION SELECT token FROM reserves WHERE time >= $2 AND block_number > $1
    ) AS tokens FROM head`,
    [block, at],
  );
  const [head] = rows;
  if (head !== undefined) await noteChangedApps(session, head.tokens, at, head.block_time);
}

/** Empties every table of the index, for a chain that shares no block with it. */
export async function startOver(session: Session): Promise<void> {
  await session.query(`
    TRUNCATE deployment, head, blocks, apps, curves, trades, trade_shares, transfers, balances, oracle_prices, reserves, candles,
      app_stats, app_totals, trader_totals, creator_totals, board_floors, board_leaders, app_words, past_generations, past_balances, past_apps, positions, ledger_entries,
      reward_distributors, reward_roots, reward_claims, reward_claimed`);
}

/** An app whose launch is undone takes its derived rows with it; its events are deleted with the others. */
async function deleteApps(session: Session, block: number): Promise<void> {
  await session.query(
    `WITH gone AS (DELETE FROM apps WHERE block_number > $1 RETURNING token),
      curve AS (DELETE FROM curves USING gone WHERE curves.token = gone.token),
      word AS (DELETE FROM app_words USING gone WHERE app_words.token = gone.token)
    DELETE FROM app_stats USING gone WHERE app_stats.token = gone.token`,
    [block],
  );
}

/** Plays the undone transfers backwards. They are summed where they are: there may be millions. */
async function restoreBalances(session: Session, block: number): Promise<BalanceChange[]> {
  const { rows } = await session.query<{ token: string; holder: string; amount: string }>(
    `WITH gone AS (DELETE FROM transfers WHERE block_number > $1 RETURNING token, sender, recipient, amount)
    SELECT token, holder, sum(amount)::text AS amount FROM (
      SELECT token, sender AS holder, amount FROM gone UNION ALL SELECT token, recipient, -amount FROM gone
    ) undone GROUP BY token, holder`,
    [block],
  );
  return changeBalances(
    session,
    rows.map(({ token, holder, amount }) => ({ token, holder, amount: BigInt(amount) })),
  );
}

/** Deletes the undone trades, and folds again the candles that held one. */
async function restoreCandles(session: Session, block: number): Promise<void> {
  const { rows: touched } = await session.query<{ token: Address; since: Date }>(
    `WITH gone AS (DELETE FROM trades WHERE block_number > $1 RETURNING token, time),
      share AS (DELETE FROM trade_shares WHERE block_number > $1)
    SELECT token, min(time) AS since FROM gone GROUP BY token`,
    [block],
  );
  for (const { token, since } of touched) {
    // Every candle that holds an undone trade opens at or after the start of the first one's day.
    const day = openTimeOf(since, DAY_SECONDS);
    await session.query('DELETE FROM candles WHERE token = $1 AND open_time >= $2', [token, day]);
    const { rows } = await session.query<
      CandleTrade & { readonly platform: string; readonly usd: string | null }
    >(
      `SELECT token, time, price_platform AS "pricePlatform", price_usd AS "priceUsd", platform_amount::text AS platform,
        usd_amount::text AS usd
      FROM trades WHERE token = $1 AND time >= $2 ORDER BY block_number, log_index`,
      [token, day],
    );
    const trades = rows.map(({ platform, usd, ...row }) => {
      return { ...row, platformAmount: BigInt(platform), usdAmount: usd === null ? null : BigInt(usd) };
    });
    await mergeCandles(session, trades);
  }
}

/** Deletes the undone reserves, and puts curves, pools and prices back to the last that stay. */
async function restoreCurves(
  session: Session,
  block: number,
  at: Date,
  deployment: Deployment,
): Promise<void> {
  const { rows } = await session.query<{ token: Address }>(
    `WITH gone AS (DELETE FROM reserves WHERE time >= $2 AND block_number > $1 RETURNING token)
    SELECT DISTINCT gone.token FROM gone JOIN apps ON apps.token = gone.token`,
    [block, at],
  );
  const tokens = rows.map((row) => row.token);
  await session.query(
    `UPDATE curves SET pool = NULL, graduated_at = NULL, graduation_log_index = NULL, graduation_tx_hash = NULL,
      graduated_block = NULL
    WHERE graduated_block > $1`,
    [block],
  );
  await session.query(
    `UPDATE curves SET
      virtual_platform_reserve = last.platform_reserve,
      virtual_token_reserve = last.token_reserve,
      real_platform_reserve = CASE WHEN pool IS NULL THEN last.platform_reserve - $2::numeric ELSE 0 END,
      real_token_reserve = CASE WHEN pool IS NULL THEN last.token_reserve - ($3::numeric - $4::numeric) ELSE 0 END
    FROM (
      SELECT DISTINCT ON (token) token, platform_reserve, token_reserve FROM reserves
      WHERE token = ANY ($1) AND venue = 'curve'
      ORDER BY token, block_number DESC, log_index DESC
    ) last
    WHERE curves.token = last.token`,
    [
      tokens,
      deployment.initialVirtualPlatform.toString(),
      deployment.initialVirtualToken.toString(),
      deployment.initialRealToken.toString(),
    ],
  );
  await session.query(
    `UPDATE app_stats SET platform_reserve = last.platform_reserve, token_reserve = last.token_reserve,
      priced_at = last.time
    FROM (
      SELECT DISTINCT ON (token) token, platform_reserve, token_reserve, time FROM reserves
      WHERE token = ANY ($1)
      ORDER BY token, block_number DESC, log_index DESC
    ) last
    WHERE app_stats.token = last.token`,
    [tokens],
  );
}

/** Takes positions back to their last entry that stays. Run while the undone transfers and trades are still there. */
async function restorePositions(session: Session, ancestor: HeadBlock): Promise<void> {
  const { rows } = await session.query<{ wallet: string; token: string }>(
    `SELECT sender AS wallet, token FROM transfers WHERE block_number > $1
    UNION SELECT recipient, token FROM transfers WHERE block_number > $1
    UNION SELECT trader, token FROM trades WHERE block_number > $1`,
    [ancestor.number],
  );
  const touched = [rows.map((row) => row.wallet), rows.map((row) => row.token)];
  await session.query(
    `DELETE FROM ledger_entries e USING unnest($1::text[], $2::text[]) AS touched (wallet, token)
    WHERE e.wallet = touched.wallet AND e.token = touched.token AND e.time >= $4 AND e.block_number > $3`,
    [...touched, ancestor.number, new Date(ancestor.timestamp * 1_000)],
  );
  await session.query(
    `WITH last AS (
      SELECT touched.wallet, touched.token, e.known_quantity, e.unknown_quantity, e.cost, e.realized
      FROM unnest($1::text[], $2::text[]) AS touched (wallet, token)
      LEFT JOIN LATERAL (
        SELECT * FROM ledger_entries
        WHERE ledger_entries.wallet = touched.wallet AND ledger_entries.token = touched.token
        ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1
      ) e ON true
    ), gone AS (
      DELETE FROM positions p USING last
      WHERE p.wallet = last.wallet AND p.token = last.token AND last.realized IS NULL
    )
    UPDATE positions p SET known_quantity = last.known_quantity, unknown_quantity = last.unknown_quantity,
      cost = last.cost, realized = last.realized
    FROM last WHERE p.wallet = last.wallet AND p.token = last.token AND last.realized IS NOT NULL`,
    touched,
  );
}
