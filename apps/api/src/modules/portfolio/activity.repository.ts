import { Injectable } from '@nestjs/common';
import type { Address, AsOfBlock, TradeDigits } from '@slipway/domain';
import {
  addressOfId,
  blockStands,
  type HeadStatement,
  idOfAddress,
  keptHashOf,
  PrismaService,
  oraclePriceAt,
  reservesAt,
} from '@slipway/database';
import { MORE_DECIMALS, valueOf, WALLET_ID } from './valuation.sql.js';

/** What can happen to a wallet. */
export const ACTIVITY_TYPES = ['launch', 'buy', 'sell', 'transfer', 'claim'] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** One line of a wallet's activity, as the database keeps it. */
export interface ActivityRow extends TradeDigits {
  readonly type: ActivityType;
  readonly token: Address;
  readonly symbol: string;
  readonly txHash: string;
  readonly logIndex: number;
  readonly block: number;
  /** 64 hexadecimal digits; null when it is not kept. */
  readonly blockHash: string | null;
  readonly time: string;
  readonly from: Address | null;
  readonly to: Address | null;
  /** The feed's price of the block, 8 decimals; null where there is none. */
  readonly oraclePrice: string | null;
  /** The whole trade where the wallet has a share of it. */
  readonly shared: TradeDigits | null;
  /** USD with 44 decimals: of all of it, and, for a transfer, of one whole token. */
  readonly value: string | null;
  readonly unitValue: string | null;
}

/** An event's position in the chain, and the block that was there: 64 hexadecimal digits, null once it is final. */
export interface EventPosition {
  readonly block: number;
  readonly blockHash: string | null;
  readonly logIndex: number;
}

/** The key of an event in the table that has it. */
const OF_EVENT = 'block_number = event.block_number AND log_index = event.log_index';

/**
 * A wallet's events, newest first. $1 wallet, $4 the page's length. $2, $3 and $5 block, log index and block hash that the page
 * starts below (or null). From the newest again when a reorganisation has undone that block. A transfer is valued at the market
 * of its block's end; of a trade that it shares with others, the wallet is shown its share. The ledger says only where events
 * are, so that its index by blocks suffices; which token they are of, trades and transfers say. Each event is looked up by
 * its key. The limits make the planner do so. A creator's apps are in the order of their index by creator: where creators have many,
 * the planner would read all apps in the order of blocks.
 */
export const WALLET_ACTIVITY: HeadStatement<
  [wallet: Address, block: number | null, logIndex: number | null, limit: number, hash: string | null],
  { items: readonly ActivityRow[] }
> = {
  name: 'wallet-activity',
  text: `
    WITH below AS MATERIALIZED (
      SELECT CASE WHEN stands THEN $2::bigint ELSE 9223372036854775807 END AS block,
        CASE WHEN stands THEN $3::int ELSE 0 END AS log
      FROM (SELECT ${blockStands('$2::bigint', '$5::text')} AS stands FROM head h) cursor
    )
    SELECT h.*, (
      SELECT coalesce(json_agg(json_build_object(
        'type', CASE WHEN t.is_buy THEN 'buy' WHEN NOT t.is_buy THEN 'sell' WHEN f.token_id IS NULL THEN 'launch'
          ELSE 'transfer' END,
        'token', ${addressOfId('a.token_id')}, 'symbol', a.symbol,
        'txHash', '0x' || encode(coalesce(t.tx_hash, f.tx_hash, a.launch_tx_hash), 'hex'),
        'logIndex', event.log_index, 'block', event.block_number,
        'blockHash', ${keptHashOf('event.block_number')}, 'time', coalesce(event.time, b.time),
        'from', CASE WHEN t.is_buy THEN place.venue WHEN NOT t.is_buy THEN $1
          ELSE ${addressOfId('coalesce(f.sender_id, a.creator_id)')} END,
        'to', CASE WHEN t.is_buy THEN $1 WHEN NOT t.is_buy THEN place.venue ELSE ${addressOfId('f.recipient_id')} END,
        'tokenAmount', coalesce(share.token_amount, t.token_amount, f.amount)::text,
        'platformAmount', (CASE WHEN t.token_id IS NULL AND f.token_id IS NULL THEN a.launch_cost
          ELSE coalesce(share.platform_amount, t.platform_amount) END)::text,
        'fee', coalesce(share.fee, t.fee)::text, 'oraclePrice', b.oracle_price::text,
        'shared', CASE WHEN share.wallet_id IS NOT NULL THEN json_build_object('tokenAmount', t.token_amount::text,
          'platformAmount', t.platform_amount::text, 'fee', t.fee::text) END,
        'value', coalesce(coalesce(share.platform_amount, t.platform_amount) * b.oracle_price * ${MORE_DECIMALS},
          market.value)::text,
        'unitValue', market.unit_value::text)
        ORDER BY event.block_number DESC, event.log_index DESC), '[]')
      FROM (
        SELECT * FROM (
          (SELECT block_number, log_index, NULL::int AS token_id, NULL AS time FROM ledger_entries
          WHERE wallet_id = ${WALLET_ID} AND (block_number, log_index) < (below.block, below.log)
          ORDER BY block_number DESC FETCH FIRST ($4::int) ROWS WITH TIES)
          UNION ALL
          (SELECT block_number, log_index, token_id, launched_at FROM apps
          WHERE creator_id >= ${WALLET_ID} AND (creator_id, block_number, log_index) < (${WALLET_ID}, below.block, below.log)
          ORDER BY creator_id DESC, block_number DESC, log_index DESC LIMIT $4::int)
        ) both_kinds
        ORDER BY block_number DESC, log_index DESC LIMIT $4::int
      ) event
      LEFT JOIN LATERAL (SELECT * FROM trades WHERE ${OF_EVENT} LIMIT 1) t ON true
      LEFT JOIN LATERAL (SELECT * FROM trade_shares WHERE ${OF_EVENT} AND wallet_id = ${WALLET_ID} LIMIT 1) share ON true
      LEFT JOIN LATERAL (SELECT * FROM transfers WHERE ${OF_EVENT} LIMIT 1) f ON true
      LEFT JOIN LATERAL (
        SELECT time, oracle_price FROM block_times WHERE number = event.block_number LIMIT 1
      ) b ON true
      CROSS JOIN LATERAL (
        SELECT * FROM apps WHERE token_id = coalesce(event.token_id, t.token_id, f.token_id) LIMIT 1
      ) a
      CROSS JOIN LATERAL (SELECT pool_id FROM curves WHERE token_id = a.token_id LIMIT 1) v
      CROSS JOIN LATERAL (
        SELECT CASE WHEN t.in_pool THEN ${addressOfId('v.pool_id')} WHEN NOT t.in_pool THEN d.launchpad END AS venue
      ) place
      LEFT JOIN LATERAL (
        SELECT ${valueOf('f.amount', 'r', 'oracle.price')} AS value,
          ${valueOf(MORE_DECIMALS, 'r', 'oracle.price')} AS unit_value
        FROM ${reservesAt('f.token_id', 'f.block_number')} r CROSS JOIN (SELECT ${oraclePriceAt('f.block_number')} AS price) oracle
      ) market ON true
    ) AS items
    FROM indexed_head h CROSS JOIN deployment d CROSS JOIN below`,
};

/** A wallet's events, and the rewards that it was paid from below the same position, as many. */
interface WalletEvents {
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
const WALLET_EVENTS: HeadStatement<
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
      ) c CROSS JOIN deployment d CROSS JOIN LATERAL (SELECT ${oraclePriceAt('c.block_number')} AS price) oracle
    ) AS claims
    FROM page CROSS JOIN below`,
};

/**
 * A wallet's events and the rewards that it was paid, newest first. A reward in an app's token is the transfer that paid it.
 *
 * @param limit how many of each kind were asked for: so many of both together are known to be the newest
 */
export function mergeClaims({ items, claims, claimed }: WalletEvents, limit: number): ActivityRow[] {
  const positions = new Set(claimed.map(([block, logIndex]) => `${block}.${logIndex}`));
  return items
    .map((row): ActivityRow =>
      positions.has(`${row.block}.${row.logIndex}`) ? { ...row, type: 'claim' } : row,
    )
    .concat(claims)
    .sort((a, b) => b.block - a.block || b.logIndex - a.logIndex)
    .slice(0, limit);
}

/** Reads what happened to wallets. Null means that nothing is indexed yet. */
@Injectable()
export class ActivityRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** A wallet's events, newest first, from below a position. */
  async list(
    wallet: Address,
    below: EventPosition | null,
    limit: number,
  ): Promise<{ asOf: AsOfBlock; items: readonly ActivityRow[] } | null> {
    const { block = null, logIndex = null, blockHash = null } = below ?? {};
    const found = await this.prisma.$runAsOf(WALLET_EVENTS, wallet, block, logIndex, limit, blockHash);
    return found === null ? null : { asOf: found.asOf, items: mergeClaims(found, limit) };
  }
}
