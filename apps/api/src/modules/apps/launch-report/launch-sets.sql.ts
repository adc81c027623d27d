import { idOfAddress, lastBlockUpTo, SUPPLY } from '@slipway/database';
import { DEAD_ADDRESS, ZERO_ADDRESS } from '@slipway/domain';

/** Who counts how at a launch: see docs/design/launch-report.md. */
const FIRST_BLOCKS = 5;
const FIRST_MINUTE = `interval '1 minute'`;
const ASSOCIATED_WITHIN = `interval '1 hour'`;
const MOST_ASSOCIATES = 1_000;
const FUNDED_WITHIN = `interval '24 hours'`;
const LEAST_PART_PAID = 10;
const MOST_FUNDED = 100;

/** What passes through a wallet leaves at most one part of so many: see docs/design/figures.md. */
const PASSED_PARTS = 1_000;

/** Fundings of one wallet that are looked at: an exchange may have any number. */
const LOOKED_AT = 10_000;

const ZERO = idOfAddress(`'${ZERO_ADDRESS}'`);

const BURN = `${ZERO}, ${idOfAddress(`'${DEAD_ADDRESS}'`)}`;

/** Whether standalone transfers of a transaction came from the creator: it alone ends poorer, or sent the wallet some itself. */
const GIVEN = `
  SELECT moved.wallet_id, gift.tx_hash, gift.block_number, gift.log_index, 1 AS place FROM (
    SELECT DISTINCT ON (t.tx_hash) t.tx_hash, t.block_number, t.log_index FROM launch l JOIN transfers t ON t.token_id = l.token_id
    WHERE t.trade_log_index IS NULL AND t.amount > 0 AND t.sender_id = l.creator_id
      AND t.block_number BETWEEN l.block_number AND l.hour_block ORDER BY t.tx_hash, t.block_number DESC, t.log_index DESC
  ) gift CROSS JOIN launch l CROSS JOIN LATERAL (
    SELECT wallet_id, sum(amount) AS net, sum(amount) FILTER (WHERE amount > 0) AS came, bool_or(sender_id = l.creator_id AND amount > 0) AS is_direct,
      count(CASE WHEN sum(amount) * ${PASSED_PARTS} < sum(amount) FILTER (WHERE amount < 0) AND wallet_id <> ALL (l.no_wallets) THEN 1 END) OVER () AS payers
    FROM (
      SELECT recipient_id AS wallet_id, sender_id, amount FROM transfers
      WHERE token_id = l.token_id AND block_number = gift.block_number AND trade_log_index IS NULL AND amount > 0 AND tx_hash = gift.tx_hash
      UNION ALL
      SELECT sender_id, NULL, -amount FROM transfers
      WHERE token_id = l.token_id AND block_number = gift.block_number AND trade_log_index IS NULL AND amount > 0 AND tx_hash = gift.tx_hash
    ) moves GROUP BY wallet_id
  ) moved
  WHERE moved.net * ${PASSED_PARTS} > moved.came AND (moved.is_direct OR moved.payers = 1)`;

/**
 * SQL: the sets of wallets that a launch report is about, as further parts of a WITH clause. A page costs what was bought in the
 * first minute, and what the creator and those buyers did before: nothing of what the app did since.
 *
 * - `launch`: the app, if there is one: with its supply, wallets that are none, and whether fundings of its time are known.
 * - `buys`, `buyers`: of the first blocks and the first minute; each buyer with what it holds now.
 * - `members`: wallets of bundles, each with its bundle's transaction or funder.
 * - `associates`: wallets of the creator.
 *
 * @param tokenId SQL of the app's id
 */
export const launchSets = (tokenId: string): string => `
  launch AS MATERIALIZED (
    SELECT a.token_id, a.creator_id, a.block_number, a.launched_at, v.pool_id,
      ${SUPPLY} AS supply, h.fundings_from, a.block_number >= h.fundings_from IS TRUE AS is_known,
      ${lastBlockUpTo(`a.launched_at + ${FIRST_MINUTE}`)} AS minute_block, ${lastBlockUpTo(`a.launched_at + ${ASSOCIATED_WITHIN}`)} AS hour_block,
      array_remove(ARRAY[${idOfAddress('d.launchpad')}, v.pool_id, a.token_id, ${idOfAddress('d.platform_token')}, ${BURN}], NULL)
        || ARRAY(SELECT distributor_id FROM reward_distributors) AS no_wallets
    FROM apps a JOIN curves v ON v.token_id = a.token_id JOIN app_stats s ON s.token_id = a.token_id CROSS JOIN deployment d CROSS JOIN head h
    WHERE a.token_id = ${tokenId} LIMIT 1
  ), buys AS MATERIALIZED (
    SELECT t.block_number, t.log_index, t.tx_hash, coalesce(share.wallet_id, t.trader_id) AS wallet_id,
      coalesce(share.token_amount, t.token_amount) AS tokens, coalesce(share.platform_amount, t.platform_amount) AS paid,
      t.block_number = l.block_number AS in_block, t.block_number < l.block_number + ${FIRST_BLOCKS} AS in_blocks,
      t.block_number <= l.minute_block AS in_minute
    FROM launch l JOIN trades t ON t.token_id = l.token_id AND t.is_buy
        AND t.block_number BETWEEN l.block_number AND greatest(l.minute_block, l.block_number + ${FIRST_BLOCKS - 1})
      LEFT JOIN LATERAL (
        SELECT wallet_id, token_amount, platform_amount FROM trade_shares s
        WHERE t.is_shared AND s.block_number = t.block_number AND s.log_index = t.log_index
      ) share ON true
    WHERE NOT t.is_shared OR share.wallet_id IS NOT NULL
  ), buyers AS MATERIALIZED (
    SELECT bought.*, coalesce(held.balance, 0) AS held, (SELECT time FROM block_times WHERE number = first[1]) AS first_time
    FROM launch l CROSS JOIN (
      SELECT wallet_id, sum(tokens) AS tokens, sum(paid) AS paid, min(ARRAY[block_number, log_index]) AS first,
        sum(tokens) FILTER (WHERE in_block) AS block_tokens
      FROM buys GROUP BY wallet_id
    ) bought LEFT JOIN LATERAL (SELECT balance FROM balances WHERE token_id = l.token_id AND holder_id = bought.wallet_id LIMIT 1) held ON true
  ), funded AS MATERIALIZED (
    SELECT f.funder_id, b.wallet_id, (array_agg(f.tx_hash ORDER BY f.block_number DESC, f.log_index DESC))[1] AS tx_hash
    FROM launch l CROSS JOIN buyers b JOIN fundings f ON f.wallet_id = b.wallet_id
    WHERE l.is_known AND f.time >= b.first_time - ${FUNDED_WITHIN} AND (f.block_number, f.log_index) < (b.first[1], b.first[2])
    GROUP BY f.funder_id, b.wallet_id, b.paid HAVING sum(f.amount) * ${LEAST_PART_PAID} >= b.paid
  ), funders AS MATERIALIZED (
    SELECT several.funder_id FROM (
      SELECT funder_id FROM funded GROUP BY funder_id HAVING count(*) > 1 OR funder_id IN (SELECT wallet_id FROM buyers)
    ) several CROSS JOIN launch l
    WHERE several.funder_id <> ALL (l.no_wallets) AND (
      SELECT count(DISTINCT wallet_id) FROM (
        SELECT wallet_id FROM fundings f
        WHERE f.funder_id = several.funder_id AND f.time <= l.launched_at AND f.time >= l.launched_at - ${FUNDED_WITHIN}
        ORDER BY f.time DESC LIMIT ${LOOKED_AT}
      ) newest
    ) <= ${MOST_FUNDED}
  ), members AS MATERIALIZED (
    SELECT b.tx_hash AS bundle, NULL::int AS funder_id, b.wallet_id, b.tx_hash FROM launch l CROSS JOIN (
      SELECT tx_hash FROM buys GROUP BY tx_hash HAVING count(DISTINCT wallet_id) > 1
    ) shared JOIN (SELECT DISTINCT tx_hash, wallet_id FROM buys) b USING (tx_hash) WHERE l.is_known
    UNION ALL SELECT NULL, f.funder_id, f.wallet_id, f.tx_hash FROM funded f JOIN funders USING (funder_id)
    UNION ALL SELECT NULL, f.funder_id, f.funder_id, NULL FROM funders f JOIN buyers b ON b.wallet_id = f.funder_id
  ), associates AS MATERIALIZED (
    SELECT nearest.*, coalesce(held.balance, 0) AS held FROM launch l CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT DISTINCT ON (wallet_id) * FROM (
          (SELECT f.wallet_id, f.tx_hash, f.block_number, f.log_index, 0 AS place FROM fundings f
          WHERE f.funder_id = l.creator_id AND f.time <= l.launched_at + ${ASSOCIATED_WITHIN} ORDER BY f.time DESC LIMIT ${LOOKED_AT})
          UNION ALL ${GIVEN}
        ) found WHERE wallet_id <> l.creator_id AND wallet_id <> ALL (l.no_wallets)
          AND NOT EXISTS (SELECT FROM apps other WHERE other.token_id = found.wallet_id)
        ORDER BY wallet_id, abs(block_number - l.block_number), place, block_number DESC, log_index DESC
      ) wallets ORDER BY abs(block_number - l.block_number), block_number DESC, log_index DESC LIMIT ${MOST_ASSOCIATES}
    ) nearest LEFT JOIN LATERAL (
      SELECT balance FROM balances WHERE token_id = l.token_id AND holder_id = nearest.wallet_id LIMIT 1
    ) held ON true
    WHERE l.is_known
  )`;

/** What an app's page has of its launch report: decimal strings of wei, null where they are not known. */
export interface LaunchFigures {
  readonly supply: string;
  readonly creatorAndAssociates: string | null;
  readonly firstBlockBuyersHeld: string;
  readonly bundled: string | null;
}

/** SQL: {@link LaunchFigures} of {@link launchSets}, as JSON. */
export const LAUNCH_FIGURES = `(
  SELECT json_build_object('supply', l.supply::text,
    'creatorAndAssociates', CASE WHEN l.is_known THEN (
      coalesce((SELECT balance FROM balances WHERE token_id = l.token_id AND holder_id = l.creator_id), 0)
        + coalesce((SELECT sum(held) FROM associates), 0)
    )::text END,
    'firstBlockBuyersHeld', coalesce((
      SELECT sum(held) FROM buyers WHERE block_tokens IS NOT NULL AND wallet_id <> l.creator_id
    ), 0)::text,
    'bundled', CASE WHEN l.is_known THEN coalesce((
      SELECT sum(tokens) FROM buyers WHERE wallet_id IN (SELECT wallet_id FROM members)
    ), 0)::text END)
  FROM launch l
)`;
