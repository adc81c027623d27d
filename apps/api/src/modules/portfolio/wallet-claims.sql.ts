import { addressOfId, blockStands, idOfAddress, keptHashOf, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { WALLET_ACTIVITY } from './portfolio.sql.js';
import type { ActivityRow } from './types/portfolio.types.js';
import { MORE_DECIMALS, USABLE_PRICE, WALLET_ID } from './valuation.sql.js';

/** A wallet's events, and the rewards that it was paid from below the same position, as many. */
export interface WalletEvents {
  readonly items: readonly ActivityRow[];
  /** Those in tokens that are no app's. */
  readonly claims: readonly ActivityRow[];
  /** Events that are transfers of a reward: a reward in an app's token is in the ledger. */
  readonly claimed: readonly (readonly [block: number, logIndex: number])[];
}

/** USD of the platform token at the end of claim c's block, 44 decimals; null for another token. */
const usdOf = (amount: string): string =>
  `(CASE WHEN c.reward = d.platform_token THEN ${amount} * oracle.price * ${MORE_DECIMALS} END)::text`;

/** {@link WALLET_ACTIVITY} with rewards; the parameters are its own. What a distributor pays beside its program's token is not shown. */
export const WALLET_EVENTS: HeadStatement<
  [wallet: Address, block: number | null, logIndex: number | null, limit: number, hash: string | null],
  WalletEvents
> = {
  name: 'wallet-events',
  text: `
    WITH page AS MATERIALIZED (${WALLET_ACTIVITY.text}), below AS MATERIALIZED (
      SELECT CASE WHEN stands THEN $2::bigint ELSE 9223372036854775807 END AS block,
        CASE WHEN stands THEN $3::int ELSE 0 END AS log
      FROM (SELECT ${blockStands('$2::bigint', '$5::text')} AS stands FROM head h) cursor
    )
    SELECT page.*, (
      SELECT coalesce(json_agg(json_build_array((item ->> 'block')::bigint, (item ->> 'logIndex')::int)), '[]')
      FROM json_array_elements(page.items) item
      WHERE item ->> 'type' = 'transfer' AND EXISTS (
        SELECT FROM reward_claims c
        WHERE c.block_number = (item ->> 'block')::bigint AND c.log_index > (item ->> 'logIndex')::int AND c.account_id = ${WALLET_ID}
          AND c.reward_id = ${idOfAddress(`(item ->> 'token')`)} AND c.distributor_id = ${idOfAddress(`(item ->> 'from')`)} AND c.amount = (item ->> 'tokenAmount')::numeric
          AND c.tx_hash = decode(substr(item ->> 'txHash', 3), 'hex')
      )
    ) AS claimed, (
      SELECT coalesce(json_agg(json_build_object('type', 'claim', 'token', c.reward, 'symbol', c.reward_symbol,
        'txHash', '0x' || encode(c.tx_hash, 'hex'), 'logIndex', c.log_index, 'block', c.block_number,
        'blockHash', ${keptHashOf('c.block_number')}, 'time', c.time, 'from', c.distributor, 'to', $1,
        'tokenAmount', c.amount::text, 'platformAmount', NULL, 'fee', NULL, 'oraclePrice', NULL, 'shared', NULL,
        'value', ${usdOf('c.amount')}, 'unitValue', ${usdOf(MORE_DECIMALS)})), '[]')
      FROM (
        SELECT c.*, p.distributor, p.reward_token AS reward, p.reward_symbol
        FROM reward_claims c JOIN programs p
          ON p.distributor = ${addressOfId('c.distributor_id')} AND p.reward_token = ${addressOfId('c.reward_id')}
        WHERE c.account_id = ${WALLET_ID} AND (c.block_number, c.log_index) < (below.block, below.log)
          AND NOT EXISTS (SELECT FROM apps a WHERE a.token_id = c.reward_id)
        ORDER BY c.block_number DESC, c.log_index DESC LIMIT $4::int
      ) c CROSS JOIN deployment d LEFT JOIN LATERAL (
        SELECT ${USABLE_PRICE} AS price FROM oracle_prices WHERE block_number <= c.block_number
        ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) oracle ON true
    ) AS claims
    FROM page CROSS JOIN below`,
};
