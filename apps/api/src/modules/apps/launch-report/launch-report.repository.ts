import { Injectable } from '@nestjs/common';
import { addressOfId, type AtHead, type HeadStatement, idOfAddress, PrismaService } from '@slipway/database';
import { type Address, DAYS, DEAD_ADDRESS, ZERO_ADDRESS } from '@slipway/domain';
import { launchSets } from './launch-sets.sql.js';

/** Transactions, wallets and bundles that are listed at most; pairs and moves of liquidity. */
export const MOST_EVIDENCE = 100;
export const MOST_NEWEST = 20;

export const ASSOCIATE_REASONS = ['funded', 'given'] as const;
export const EXCLUDED_KINDS = ['curve', 'pool', 'burn', 'token', 'distributor'] as const;
export const LIQUIDITY_MOVES = ['added', 'removed', 'moved'] as const;

export type AssociateReason = (typeof ASSOCIATE_REASONS)[number];
export type ExcludedKind = (typeof EXCLUDED_KINDS)[number];
export type LiquidityMoveKind = (typeof LIQUIDITY_MOVES)[number];

/** Who bought in a span; amounts are decimal strings of wei, hashes have their 0x. */
export interface BoughtRow {
  readonly wallets: number;
  readonly bought: string;
  readonly held: string;
  readonly transactions: readonly string[];
}

interface Dealt {
  readonly held: string;
  readonly sold: string;
}

interface AssociateRow extends Dealt {
  readonly wallet: Address;
  readonly reason: AssociateReason;
  readonly transaction: string;
}

interface BundleRow extends BoughtRow {
  readonly transaction: string | null;
  readonly funder: Address | null;
  readonly addresses: readonly Address[];
}

/** A launch, as the database has it. */
export interface LaunchRow {
  readonly supply: string;
  readonly fundingsFrom: number | null;
  readonly isKnown: boolean;
  readonly creator: Dealt & {
    readonly wallet: Address;
    readonly launches: number;
    readonly graduated: number;
    readonly transactions: readonly string[];
  };
  readonly associates: Dealt & { readonly count: number; readonly wallets: readonly AssociateRow[] };
  readonly firstBlock: BoughtRow;
  readonly firstBlocks: BoughtRow;
  readonly firstMinute: BoughtRow;
  readonly firstBlockBuyers: BoughtRow;
  readonly bundles: readonly BundleRow[];
  readonly bundled: string;
  readonly roundTrips: {
    readonly pairs: number;
    readonly volume: string;
    /** Of all trades. */
    readonly traded: string;
    readonly newest: readonly {
      readonly buyer: Address;
      readonly seller: Address;
      readonly buyTransaction: string;
      readonly sellTransaction: string;
      readonly platformAmount: string;
    }[];
  };
  /** Richest first: of wallets the fifty richest, and all that concentration leaves out. */
  readonly richest: readonly string[];
  readonly excluded: readonly {
    readonly address: Address;
    readonly kind: ExcludedKind;
    readonly held: string;
  }[];
  readonly liquidity: {
    readonly pool: Address;
    readonly holders: readonly { readonly address: Address; readonly held: string }[];
    readonly supply: string;
    readonly locked: string;
    /** Whether nobody has sent more than is known to have come. */
    readonly isWhole: boolean;
    readonly newest: readonly {
      readonly kind: LiquidityMoveKind;
      readonly from: Address;
      readonly to: Address;
      readonly amount: string;
      readonly time: string;
      readonly transaction: string;
    }[];
  } | null;
}

const MOST_RICHEST = 50;

const ZERO = idOfAddress(`'${ZERO_ADDRESS}'`);
const DEAD = idOfAddress(`'${DEAD_ADDRESS}'`);

const hash = (bytes: string): string => `'0x' || encode(${bytes}, 'hex')`;

/** The transactions of the first of some buys. */
const transactionsOf = (condition: string): string => `ARRAY(
  SELECT ${hash('tx_hash')} FROM (
    SELECT tx_hash FROM buys WHERE ${condition} GROUP BY tx_hash ORDER BY min(ARRAY[block_number, log_index]) LIMIT ${MOST_EVIDENCE}
  ) first
)`;

const bought = (condition: string): string => `(
  SELECT json_build_object('wallets', count(*), 'bought', coalesce(sum(span.tokens), 0)::text, 'held', coalesce(sum(b.held), 0)::text,
    'transactions', ${transactionsOf(condition)})
  FROM (SELECT wallet_id, sum(tokens) AS tokens FROM buys WHERE ${condition} GROUP BY wallet_id) span JOIN buyers b USING (wallet_id)
)`;

/** Sales of a wallet, its shares of others too: by its ledger, which has each at the sale's place. */
const salesOf = (wallet: string): string => `(
  SELECT coalesce(share.token_amount, t.token_amount) AS tokens, t.tx_hash, t.block_number, t.log_index
  FROM ledger_entries e JOIN trades t ON t.block_number = e.block_number AND t.log_index = e.log_index AND t.token_id = e.token_id AND NOT t.is_buy
    LEFT JOIN trade_shares share ON t.is_shared AND share.block_number = e.block_number AND share.log_index = e.log_index AND share.wallet_id = e.wallet_id
  WHERE e.wallet_id = ${wallet} AND e.token_id = l.token_id AND (NOT t.is_shared OR share.wallet_id IS NOT NULL)
)`;

const CREATOR = `(
  WITH sale AS MATERIALIZED (SELECT * FROM ${salesOf('l.creator_id')} sale)
  SELECT json_build_object('wallet', ${addressOfId('l.creator_id')},
    'launches', (SELECT count(*) FROM app_stats s WHERE s.creator_id = l.creator_id),
    'graduated', (SELECT count(*) FROM app_stats s WHERE s.creator_id = l.creator_id AND s.is_graduated),
    'held', coalesce((SELECT balance FROM balances WHERE token_id = l.token_id AND holder_id = l.creator_id), 0)::text,
    'sold', (SELECT coalesce(sum(tokens), 0)::text FROM sale),
    'transactions', ARRAY(
      SELECT ${hash('tx_hash')} FROM (
        SELECT tx_hash FROM sale GROUP BY tx_hash ORDER BY min(ARRAY[block_number, log_index]) LIMIT ${MOST_EVIDENCE}
      ) first
    ))
)`;

const ASSOCIATES = `(
  SELECT json_build_object('count', count(*), 'held', coalesce(sum(held), 0)::text, 'sold', coalesce(sum(sold), 0)::text, 'wallets', coalesce((
    json_agg(json_build_object('wallet', ${addressOfId('wallet_id')}, 'reason', CASE place WHEN 0 THEN 'funded' ELSE 'given' END,
      'transaction', ${hash('tx_hash')}, 'held', held::text, 'sold', sold::text)
      ORDER BY held DESC, sold DESC, wallet_id) FILTER (WHERE rank <= ${MOST_EVIDENCE})), '[]'))
  FROM (
    SELECT a.*, sold, row_number() OVER (ORDER BY held DESC, sold DESC, wallet_id) AS rank FROM associates a CROSS JOIN LATERAL (
      SELECT coalesce(sum(sale.tokens), 0) AS sold FROM ${salesOf('a.wallet_id')} sale
    ) sales
  ) ranked
)`;

const BUNDLES = `(
  SELECT coalesce(json_agg(json_build_object('transaction', ${hash('bundle')}, 'funder', ${addressOfId('funder_id')}, 'addresses', addresses,
    'wallets', wallets, 'bought', bought::text, 'held', held::text, 'transactions', transactions) ORDER BY bought DESC, bundle, funder_id), '[]')
  FROM (
    SELECT m.bundle, m.funder_id, count(*) AS wallets, sum(b.tokens) AS bought, sum(b.held) AS held,
      (array_agg(${addressOfId('m.wallet_id')} ORDER BY b.tokens DESC, m.wallet_id))[1:${MOST_EVIDENCE}] AS addresses,
      (array_agg(DISTINCT ${hash('m.tx_hash')}) FILTER (WHERE m.tx_hash IS NOT NULL))[1:${MOST_EVIDENCE}] AS transactions
    FROM (SELECT DISTINCT ON (bundle, funder_id, wallet_id) * FROM members ORDER BY bundle, funder_id, wallet_id, tx_hash) m JOIN buyers b USING (wallet_id)
    GROUP BY m.bundle, m.funder_id ORDER BY bought DESC, m.bundle, m.funder_id LIMIT ${MOST_EVIDENCE}
  ) largest
)`;

const BUY = '(CASE WHEN closing.is_buy THEN closing ELSE opening END)';
const SALE = '(CASE WHEN closing.is_buy THEN opening ELSE closing END)';

/** The app's last round trip has the sums of all. */
const ROUND_TRIPS = `(
  SELECT json_build_object('pairs', coalesce(sum(last.pairs), 0), 'volume', coalesce(sum(last.volume_sum), 0)::text, 'traded', coalesce((
    SELECT sum(volume_platform) FROM candles c WHERE c.token_id = l.token_id AND c.slot BETWEEN ${DAYS.epochSlot} AND ${DAYS.lastSlot}
  ), 0)::text, 'newest', (
    SELECT coalesce(json_agg(json_build_object(
      'buyer', ${addressOfId(`${BUY}.trader_id`)}, 'seller', ${addressOfId(`${SALE}.trader_id`)},
      'buyTransaction', ${hash(`${BUY}.tx_hash`)}, 'sellTransaction', ${hash(`${SALE}.tx_hash`)},
      'platformAmount', (closing.platform_amount + opening.platform_amount)::text
    ) ORDER BY trip.block_number DESC, trip.log_index DESC), '[]')
    FROM (
      SELECT * FROM round_trips r WHERE r.token_id = l.token_id ORDER BY r.block_number DESC, r.log_index DESC LIMIT ${MOST_NEWEST}
    ) trip JOIN trades closing ON closing.block_number = trip.block_number AND closing.log_index = trip.log_index
      JOIN trades opening ON opening.block_number = trip.opening_block AND opening.log_index = trip.opening_log_index
  ))
  FROM (
    SELECT pairs, volume_sum FROM round_trips r WHERE r.token_id = l.token_id ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1
  ) last
)`;

const RICHEST = `(
  SELECT coalesce(json_agg(balance::text ORDER BY balance DESC), '[]') FROM (
    SELECT balance FROM (
      SELECT holder_id, balance FROM balances WHERE token_id = l.token_id
      ORDER BY balance DESC, holder_order DESC LIMIT ${MOST_RICHEST} + cardinality(l.no_wallets)
    ) most WHERE holder_id <> ALL (l.no_wallets) ORDER BY balance DESC LIMIT ${MOST_RICHEST}
  ) richest
)`;

const EXCLUDED = `(
  SELECT coalesce(json_agg(json_build_object('address', ${addressOfId('b.holder_id')}, 'held', b.balance::text, 'kind', CASE
      WHEN b.holder_id = l.pool_id THEN 'pool' WHEN b.holder_id IN (${ZERO}, ${DEAD}) THEN 'burn'
      WHEN b.holder_id = (SELECT ${idOfAddress('d.launchpad')} FROM deployment d) THEN 'curve' WHEN b.holder_id = l.token_id THEN 'token' ELSE 'distributor' END)
    ORDER BY b.balance DESC, b.holder_id), '[]')
  FROM balances b WHERE b.token_id = l.token_id AND b.holder_id = ANY (l.no_wallets)
    AND b.holder_id IS DISTINCT FROM (SELECT ${idOfAddress('d.platform_token')} FROM deployment d)
)`;

const KIND = `CASE WHEN m.sender_id = ${ZERO} THEN 'added' WHEN m.sender_id = l.pool_id AND m.recipient_id = ${ZERO} THEN 'removed' ELSE 'moved' END`;

/** LP tokens that the pool itself sends to 0x0 are gone; others that get there are locked. */
const LIQUIDITY = `CASE WHEN l.pool_id IS NOT NULL AND l.is_known THEN (
  SELECT json_build_object('pool', ${addressOfId('l.pool_id')}, 'supply', coalesce(sum(held), 0)::text,
    'locked', coalesce(sum(held) FILTER (WHERE holder_id IN (${ZERO}, ${DEAD})), 0)::text, 'isWhole', coalesce(bool_and(held >= 0), false),
    'holders', coalesce(json_agg(json_build_object('address', ${addressOfId('holder_id')}, 'held', held::text)
      ORDER BY held DESC, holder_id) FILTER (WHERE held > 0 AND rank <= ${MOST_NEWEST}), '[]'),
    'newest', (
      SELECT coalesce(json_agg(json_build_object('kind', ${KIND}, 'from', ${addressOfId('m.sender_id')}, 'to', ${addressOfId('m.recipient_id')},
        'amount', m.amount::text, 'time', m.time, 'transaction', ${hash('m.tx_hash')}) ORDER BY m.block_number DESC, m.log_index DESC), '[]')
      FROM (
        SELECT * FROM liquidity_transfers t WHERE t.token_id = l.token_id ORDER BY t.block_number DESC, t.log_index DESC LIMIT ${MOST_NEWEST}
      ) m
    ))
  FROM (
    SELECT holder_id, sum(amount) AS held, row_number() OVER (ORDER BY sum(amount) DESC, holder_id) AS rank FROM (
      SELECT recipient_id AS holder_id, amount FROM liquidity_transfers t
      WHERE t.token_id = l.token_id AND NOT (t.sender_id = l.pool_id AND t.recipient_id IS NOT DISTINCT FROM ${ZERO})
      UNION ALL
      SELECT sender_id, -amount FROM liquidity_transfers t WHERE t.token_id = l.token_id AND t.sender_id IS DISTINCT FROM ${ZERO}
    ) moves GROUP BY holder_id HAVING sum(amount) <> 0
  ) holders
) END`;

/** A launch: $1 the token. Null when no app has it. */
export const LAUNCH_REPORT: HeadStatement<[token: Address], { launch: LaunchRow | null }> = {
  name: 'launch-report',
  text: `
    WITH ${launchSets(idOfAddress('$1'))}
    SELECT h.*, (
      SELECT json_build_object('supply', l.supply::text, 'fundingsFrom', l.fundings_from, 'isKnown', l.is_known,
        'creator', ${CREATOR}, 'associates', ${ASSOCIATES},
        'firstBlock', ${bought('in_block')}, 'firstBlocks', ${bought('in_blocks')}, 'firstMinute', ${bought('in_minute')},
        'firstBlockBuyers', ${bought('in_block AND wallet_id <> (SELECT creator_id FROM launch)')},
        'bundles', ${BUNDLES}, 'bundled', coalesce((
          SELECT sum(tokens) FROM buyers WHERE wallet_id IN (SELECT wallet_id FROM members)
        ), 0)::text,
        'roundTrips', ${ROUND_TRIPS}, 'richest', ${RICHEST}, 'excluded', ${EXCLUDED}, 'liquidity', ${LIQUIDITY})
      FROM launch l
    ) AS launch
    FROM indexed_head h`,
};

/** Reads what launch reports are made of. Null means that nothing is indexed yet. */
@Injectable()
export class LaunchReportRepository {
  constructor(private readonly prisma: PrismaService) {}

  readLaunch(token: Address): Promise<AtHead<{ launch: LaunchRow | null }> | null> {
    return this.prisma.$runAsOf(LAUNCH_REPORT, token);
  }
}
