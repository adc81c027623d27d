import { Injectable } from '@nestjs/common';
import type { Address, AsOfBlock } from '@slipway/domain';
import {
  addressOfId,
  blockStands,
  type HeadStatement,
  keptHashOf,
  lastBlockUpTo,
  PrismaService,
} from '@slipway/database';
import { HELD, MORE_DECIMALS, WALLET_ID } from '../valuation.sql.js';

/** What a wallet sold of one token in one transaction. USD has 44 decimals. */
export interface DisposalRow {
  readonly token: Address;
  readonly symbol: string;
  readonly txHash: string;
  readonly block: number;
  /** 64 hexadecimal digits; null when it is not kept. */
  readonly blockHash: string | null;
  /** Of the last of its sales. */
  readonly logIndex: number;
  readonly time: string;
  readonly amount: string;
  /** After the fee; null without a price of the feed. */
  readonly proceeds: string | null;
  /** What the transaction added to the position's realised gains. */
  readonly gain: string;
  /** Whether it changed the position. */
  readonly isHeld: boolean;
  /** Whether none of the position was of unknown cost, before and after. */
  readonly isKnown: boolean;
}

/** Where a page of sales ended: the last sale it showed, or with null the whole block. */
export interface GainsPosition {
  readonly block: number;
  readonly blockHash: string | null;
  readonly logIndex: number | null;
}

export interface GainsPage {
  /** Whether the block that the page begins at is in the index. */
  readonly stands: boolean;
  /** Of all sales of the year, USD with 44 decimals. */
  readonly total: string;
  readonly disposals: readonly DisposalRow[];
  /** The end of what was looked at; null when that is all of the year. */
  readonly lookedUpTo: GainsPosition | null;
}

/** The last moment before a year begins: times have milliseconds. */
const endBefore = (year: string): string =>
  `make_timestamptz(${year}, 1, 1, 0, 0, 0, 'UTC') - interval '1 millisecond'`;

/** Realised gains of the wallet and token of held, after its last entry that the condition takes. */
const realizedBy = (condition: string): string => `coalesce((
  SELECT realized FROM ledger_entries e
  WHERE e.wallet_id = ${WALLET_ID} AND e.token_id = held.token_id AND ${condition}
  ORDER BY e.block_number DESC, e.log_index DESC LIMIT 1
), 0)`;

/** The key of an entry's event in the table that has it. */
const OF_EVENT = 'block_number = e.block_number AND log_index = e.log_index';

/**
 * A wallet's sales of a year, oldest first: $1 wallet, $2 year, $6 how many. $3, $4 and $5 block, log index and block hash that the page
 * begins after (or null; a null log index is the whole block).
 *
 * The ledger has a position after each event, and after all of a transaction where that has several of them: so the difference to the entry
 * before is what the transaction realised, at the first of its entries. 2,000 entries are looked at, in whole blocks. Each look-up is
 * by a key: the limits make the planner do so. With both ends of the year as a condition it would read and sort all of the wallet's entries.
 */
export const WALLET_GAINS: HeadStatement<
  [
    wallet: Address,
    year: number,
    block: number | null,
    logIndex: number | null,
    hash: string | null,
    limit: number,
  ],
  GainsPage
> = {
  name: 'wallet-gains',
  text: `
    WITH ${HELD}, span AS MATERIALIZED (
      SELECT ${lastBlockUpTo(endBefore('$2::int'))} + 1 AS first, ${lastBlockUpTo(endBefore('$2::int + 1'))} AS last
    ), looked AS MATERIALIZED (
      SELECT * FROM (
        SELECT * FROM ledger_entries
        WHERE wallet_id = ${WALLET_ID} AND block_number >= (
          SELECT greatest(first, CASE WHEN $4::int IS NULL THEN $3::int + 1 ELSE $3::int END) FROM span
        )
        ORDER BY block_number FETCH FIRST 2000 ROWS WITH TIES
      ) next WHERE block_number <= (SELECT last FROM span)
    ), steps AS (
      SELECT e.block_number, e.log_index, e.token_id, coalesce(t.tx_hash, f.tx_hash) AS tx_hash, t.is_buy IS FALSE AS is_sale,
        CASE WHEN NOT t.is_buy THEN coalesce(share.token_amount, t.token_amount) END AS sold,
        CASE WHEN NOT t.is_buy THEN coalesce(share.platform_amount - share.fee, t.platform_amount - t.fee) END AS brought,
        e.realized - coalesce(before.realized, 0) AS gain,
        e.known_quantity <> coalesce(before.known_quantity, 0) OR e.unknown_quantity <> coalesce(before.unknown_quantity, 0)
          AS is_held,
        e.unknown_quantity = 0 AND coalesce(before.unknown_quantity, 0) = 0 AS is_known
      FROM looked e
      LEFT JOIN LATERAL (
        SELECT * FROM ledger_entries b
        WHERE b.wallet_id = ${WALLET_ID} AND b.token_id = e.token_id
          AND (b.block_number, b.log_index) < (e.block_number, e.log_index)
        ORDER BY b.block_number DESC, b.log_index DESC LIMIT 1
      ) before ON true
      LEFT JOIN LATERAL (SELECT * FROM trades WHERE ${OF_EVENT} LIMIT 1) t ON true
      LEFT JOIN LATERAL (SELECT * FROM trade_shares WHERE ${OF_EVENT} AND wallet_id = ${WALLET_ID} LIMIT 1) share ON true
      LEFT JOIN LATERAL (SELECT tx_hash FROM transfers WHERE ${OF_EVENT} LIMIT 1) f ON true
    ), sales AS (
      SELECT block_number, tx_hash, token_id, max(log_index) FILTER (WHERE is_sale) AS log_index, sum(sold) AS sold,
        sum(brought) AS brought, sum(gain) AS gain, bool_or(is_held) AS is_held, bool_and(is_known) AS is_known
      FROM steps GROUP BY block_number, tx_hash, token_id HAVING bool_or(is_sale)
    ), page AS (
      SELECT * FROM sales
      WHERE block_number > coalesce($3::int, -1) OR log_index > coalesce($4::int, 2147483647)
      ORDER BY block_number, log_index LIMIT $6::int
    )
    SELECT h.*, $3::int IS NULL OR ${blockStands('$3::bigint', '$5::text')} AS stands, (
      SELECT coalesce(sum(${realizedBy('e.block_number <= (SELECT last FROM span)')}
        - ${realizedBy('e.block_number < (SELECT first FROM span)')}), 0)::text FROM held
    ) AS total, (
      SELECT coalesce(json_agg(json_build_object('token', ${addressOfId('p.token_id')}, 'symbol', a.symbol,
        'txHash', '0x' || encode(p.tx_hash, 'hex'), 'block', p.block_number, 'blockHash', ${keptHashOf('p.block_number')},
        'logIndex', p.log_index, 'time', b.time, 'amount', p.sold::text,
        'proceeds', (p.brought * b.oracle_price * ${MORE_DECIMALS})::text, 'gain', p.gain::text, 'isHeld', p.is_held,
        'isKnown', p.is_known) ORDER BY p.block_number, p.log_index), '[]')
      FROM page p
      CROSS JOIN LATERAL (SELECT symbol FROM apps WHERE token_id = p.token_id LIMIT 1) a
      CROSS JOIN LATERAL (SELECT time, oracle_price FROM block_times WHERE number = p.block_number LIMIT 1) b
    ) AS disposals, (
      SELECT json_build_object('block', l.block_number, 'blockHash', ${keptHashOf('l.block_number')}, 'logIndex', NULL)
      FROM (SELECT block_number FROM looked ORDER BY block_number DESC LIMIT 1) l
      WHERE EXISTS (
        SELECT FROM ledger_entries WHERE wallet_id = ${WALLET_ID} AND block_number > l.block_number
          AND block_number <= (SELECT last FROM span)
      )
    ) AS "lookedUpTo"
    FROM indexed_head h`,
};

/** Reads what wallets sold. Null means that nothing is indexed yet. */
@Injectable()
export class GainsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** A wallet's sales of a year, oldest first, from after a position. */
  readGains(
    wallet: Address,
    year: number,
    after: GainsPosition | null,
    limit: number,
  ): Promise<(GainsPage & { asOf: AsOfBlock }) | null> {
    const { block = null, logIndex = null, blockHash = null } = after ?? {};
    return this.prisma.$runAsOf(WALLET_GAINS, wallet, year, block, logIndex, blockHash, limit);
  }
}
