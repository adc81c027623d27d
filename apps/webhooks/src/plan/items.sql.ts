import { addressOfId, isHidden, type Statement } from '@slipway/database';
import type { MarketEvent } from '@slipway/domain';
import type { ItemType } from '../message.js';

export interface ItemRow extends Omit<MarketEvent<ItemType>, 'timestamp'> {
  readonly timestamp: Date;
  /** Whose it is; null of a graduation. */
  readonly wallet: string | null;
}

const IN_RANGE = (block: string): string => `${block} > $1::int AND ${block} <= $2::int`;

const BLOCK_OF = (block: string): string =>
  `(SELECT time, oracle_price FROM block_times WHERE number = ${block} LIMIT 1)`;

const NO_AMOUNTS = 'NULL::numeric AS fee, NULL::numeric AS oracle_price';

/** Each kind with the same columns: the figures of GET /activity, and of GET /portfolio/{address}/activity for claims. */
const SOURCES = [
  `SELECT t.block_number, t.log_index, CASE WHEN t.is_buy THEN 'buy' ELSE 'sell' END AS type, token.address AS token, a.symbol,
    trader.address AS trader, trader.address AS wallet, t.tx_hash,
    CASE WHEN t.is_buy THEN venue.address ELSE trader.address END AS sender,
    CASE WHEN t.is_buy THEN trader.address ELSE venue.address END AS recipient,
    t.token_amount, t.platform_amount, t.fee, b.oracle_price, b.time
  FROM trades t JOIN addresses token ON token.id = t.token_id JOIN addresses trader ON trader.id = t.trader_id
    JOIN apps a ON a.token_id = t.token_id JOIN curves v ON v.token_id = t.token_id CROSS JOIN deployment d
    CROSS JOIN LATERAL ${BLOCK_OF('t.block_number')} b
    CROSS JOIN LATERAL (SELECT CASE WHEN t.in_pool THEN ${addressOfId('v.pool_id')} ELSE d.launchpad END AS address) venue
  WHERE ${IN_RANGE('t.block_number')} AND NOT ${isHidden('t.token_id')}`,
  `SELECT a.block_number, a.log_index, 'launch', token.address, a.symbol, NULL, creator.address, a.launch_tx_hash, creator.address, NULL,
    NULL::numeric, a.launch_cost, ${NO_AMOUNTS}, a.launched_at
  FROM apps a JOIN addresses token ON token.id = a.token_id JOIN addresses creator ON creator.id = a.creator_id
  WHERE ${IN_RANGE('a.block_number')} AND NOT ${isHidden('a.token_id')}`,
  `SELECT v.graduated_block, v.graduation_log_index, 'graduation', token.address, a.symbol, NULL, NULL, v.graduation_tx_hash, d.launchpad,
    ${addressOfId('v.pool_id')}, r.token_reserve, r.platform_reserve, ${NO_AMOUNTS}, v.graduated_at
  FROM curves v JOIN addresses token ON token.id = v.token_id JOIN apps a ON a.token_id = v.token_id CROSS JOIN deployment d
    LEFT JOIN reserves r ON r.token_id = v.token_id AND r.block_number = v.graduated_block AND r.log_index = v.graduation_log_index
  WHERE ${IN_RANGE('v.graduated_block')} AND NOT ${isHidden('v.token_id')}`,
  `SELECT c.block_number, c.log_index, 'claim', p.reward_token, p.reward_symbol, NULL, account.address, c.tx_hash, p.distributor,
    account.address, c.amount, NULL::numeric, ${NO_AMOUNTS}, c.time
  FROM reward_claims c JOIN addresses account ON account.id = c.account_id
    JOIN programs p ON p.distributor = ${addressOfId('c.distributor_id')} AND p.reward_token = ${addressOfId('c.reward_id')}
  WHERE ${IN_RANGE('c.block_number')} AND NOT ${isHidden('c.reward_id')}`,
];

/** What happened after block $1 up to block $2, in chain order: the first $3 of it. */
export const ITEMS: Statement<[after: number, upTo: number, limit: number], ItemRow> = {
  name: 'webhook-items',
  text: `
    SELECT block_number AS "blockNumber", log_index AS "logIndex", type, token, symbol, trader, wallet,
      '0x' || encode(tx_hash, 'hex') AS "txHash", sender AS "from", recipient AS "to", token_amount::text AS "tokenAmount",
      platform_amount::text AS "platformAmount", fee::text AS fee, oracle_price::text AS "oraclePrice", time AS timestamp
    FROM (${SOURCES.join('\n UNION ALL ')}) items
    ORDER BY block_number, log_index LIMIT $3::int`,
};
