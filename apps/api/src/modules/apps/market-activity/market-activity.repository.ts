import { Injectable } from '@nestjs/common';
import { type Address, type MarketEvent, ZERO_ADDRESS } from '@slipway/domain';
import {
  addressOfId,
  type AtHead,
  blockStands,
  type HeadStatement,
  idOfAddress,
  isHidden,
  keptHashOf,
  PrismaService,
} from '@slipway/database';
import type { ActivityPosition, ActivityRow, ActivityType } from '../activity/activity.repository.js';

/** What the market's activity is asked for. */
export interface MarketActivityFilter {
  readonly types: readonly ActivityType[];
  readonly token: Address | null;
  readonly wallet: Address | null;
}

/** An event of the market as the database keeps it. */
type MarketActivityRow = ActivityRow & MarketEvent<ActivityType>;

/** Where a page may be looked for at most, and what of it was found. */
export interface MarketActivityPage {
  /** False when a reorganisation has undone the block of the cursor. */
  readonly stands: boolean;
  readonly activity: readonly MarketActivityRow[];
  /** The last event that was looked at, when others may come after it. */
  readonly lookedUpTo: ActivityPosition | null;
}

/** How events are read: from the newest down, or from one on. */
export type Direction = 'older' | 'newer';

/** Events that a page looks at when not each of them belongs to it. Fewer than asked may be found: the cursor goes on below. */
const MOST_LOOKED_AT = 1_000;

/**
 * No events of their own: transfers of nothing, mints of a launch, a graduation's moves into its pool, and transfers that carried
 * a trade.
 */
const IS_TRANSFER = `f.trade_log_index IS NULL AND f.amount > 0 AND f.sender_id IS DISTINCT FROM position.launchpad
  AND f.sender_id IS DISTINCT FROM position.zero AND (f.sender_id <> v.pool_id OR f.tx_hash <> v.graduation_tx_hash) IS NOT FALSE`;

const TYPE = `CASE WHEN t.log_index IS NOT NULL THEN CASE WHEN t.is_buy THEN 'buy' ELSE 'sell' END
  WHEN f.log_index IS NOT NULL THEN 'transfer' WHEN event.kind = 'launch' THEN 'launch' ELSE 'graduation' END`;

/** The row of an event, looked up for each: joined, the planner may read a whole table for a page of it. */
const ofEvent = (table: 'trades' | 'transfers'): string =>
  `(SELECT * FROM ${table} WHERE block_number = event.block_number AND log_index = event.log_index LIMIT 1)`;

interface Shape {
  readonly name: string;
  /** Where the events are, each in the order of an index. */
  readonly sources: readonly string[];
  /** Whether each event that they name belongs to the page. */
  readonly isExact: boolean;
}

/** A column of the position as a value: joined with it, a source could not be read in its order and no further than the page needs. */
const AT = (column: 'block' | 'log' | 'token' | 'wallet'): string => `(SELECT ${column} FROM position)`;

/** The tables to read for a filter. `$6` is how many events, `beyond` and `order` the direction. */
function shapeOf({ types, token, wallet }: MarketActivityFilter, beyond: string, order: string): Shape {
  const wants = (...some: ActivityType[]): boolean => some.some((type) => types.includes(type));
  const read = (
    kind: string,
    columns: string,
    from: string,
    key = 'block_number, log_index',
    bound = `${AT('block')}, ${AT('log')}`,
  ): string =>
    `(SELECT ${columns}, '${kind}' AS kind FROM ${from} AND (${key}) ${beyond} (${bound})
      ORDER BY ${key.replaceAll(', ', ` ${order}, `)} ${order} LIMIT $6::int)`;
  const at = 'block_number, log_index, NULL::int AS token_id';
  const launched = 'block_number, log_index, token_id';
  const graduated = 'graduated_block AS block_number, graduation_log_index AS log_index, token_id';
  const graduatedAt = 'graduated_block, graduation_log_index';
  if (wallet !== null) {
    const ofToken = token === null ? '' : ` AND token_id = ${AT('token')}`;
    // In the order of the index by creator: where creators have many apps, the planner would read all in the order of blocks.
    const ofCreator = `creator_id ${beyond === '<' ? '>=' : '<='} ${AT('wallet')}`;
    const byCreator = [
      'creator_id, block_number, log_index',
      `${AT('wallet')}, ${AT('block')}, ${AT('log')}`,
    ] as const;
    return {
      name: token === null ? 'wallet' : 'wallet-token',
      isExact: false,
      sources: [
        ...(wants('buy', 'sell', 'transfer')
          ? [read('event', at, `ledger_entries WHERE wallet_id = ${AT('wallet')}${ofToken}`)]
          : []),
        ...(wants('launch')
          ? [read('launch', launched, `apps WHERE ${ofCreator}${ofToken}`, ...byCreator)]
          : []),
      ],
    };
  }
  const side = (type: 'buy' | 'sell'): string[] =>
    wants(type)
      ? [read('event', at, `trades WHERE token_id = ${AT('token')} AND is_buy = ${String(type === 'buy')}`)]
      : [];
  if (token !== null) {
    return {
      name: 'token',
      isExact: !wants('transfer'),
      sources: [
        ...side('buy'),
        ...side('sell'),
        ...(wants('transfer')
          ? [read('event', at, `transfers WHERE token_id = ${AT('token')} AND trade_log_index IS NULL`)]
          : []),
        ...(wants('launch') ? [read('launch', launched, `apps WHERE token_id = ${AT('token')}`)] : []),
        ...(wants('graduation')
          ? [
              read(
                'graduation',
                graduated,
                `curves WHERE token_id = ${AT('token')} AND graduated_block IS NOT NULL`,
                graduatedAt,
              ),
            ]
          : []),
      ],
    };
  }
  return {
    name: 'market',
    isExact: !wants('transfer') && wants('buy') === wants('sell'),
    sources: [
      ...(wants('buy', 'sell') ? [read('event', at, 'trades WHERE true')] : []),
      ...(wants('transfer') ? [read('event', at, 'transfers WHERE true')] : []),
      ...(wants('launch') ? [read('launch', launched, 'apps WHERE true')] : []),
      ...(wants('graduation')
        ? [read('graduation', graduated, 'curves WHERE graduated_block IS NOT NULL', graduatedAt)]
        : []),
    ],
  };
}

type Values = [
  block: number | null,
  logIndex: number | null,
  hash: string | null,
  token: Address | null,
  wallet: Address | null,
  looked: number,
  limit: number,
];

/**
 * A page of the market's events. $1, $2, $3 block, log index and block hash of the event that it goes on from (or null). $4 and
 * $5 token and wallet (or null). $6 how many events are looked at, $7 how many are returned.
 *
 * Each table is read in the order of its index, and no further than that many events: what does not belong to the page costs a
 * bounded time. An app that operators hide is left out. Older pages whose block was undone begin at the newest event again, as an
 * app's activity does.
 */
export function marketActivitySql(
  filter: MarketActivityFilter,
  direction: Direction,
): HeadStatement<Values, MarketActivityPage> {
  const [beyond, order] = direction === 'older' ? ['<', 'DESC'] : ['>', 'ASC'];
  const { name, sources } = shapeOf(filter, beyond, order);
  const first = direction === 'older' ? '9223372036854775807' : '-1';
  const types = filter.types.map((type) => `'${type}'`).join(', ');
  const ofWallet =
    filter.wallet === null
      ? 'true'
      : `(t.trader_id = position.wallet OR f.log_index IS NOT NULL OR event.kind = 'launch')`;
  const sorting = `block_number ${order}, log_index ${order}`;
  return {
    // PostgreSQL keeps 63 characters of a name.
    name: `market-activity-${name}-${direction}-${filter.types.map(([letter]) => letter).join('')}`,
    text: `
      WITH position AS MATERIALIZED (
        SELECT stands, CASE WHEN stands THEN $1::bigint ELSE ${first} END AS block, CASE WHEN stands THEN $2::int ELSE 0 END AS log,
          ${idOfAddress('$4::text')} AS token, ${idOfAddress('$5::text')} AS wallet,
          ${idOfAddress('d.launchpad')} AS launchpad, ${idOfAddress(`'${ZERO_ADDRESS}'`)} AS zero
        FROM (SELECT ${blockStands('$1::bigint', '$3::text')} AS stands FROM head h) cursor CROSS JOIN deployment d
      ), events AS MATERIALIZED (
        SELECT * FROM (${sources.join(' UNION ALL ')}) every
        ORDER BY ${sorting} LIMIT $6::int
      ), page AS MATERIALIZED (
        SELECT event.block_number, event.log_index, ${addressOfId('a.token_id')} AS token, a.symbol, ${TYPE} AS type, ${addressOfId('t.trader_id')} AS trader,
          coalesce(t.tx_hash, f.tx_hash, CASE event.kind WHEN 'launch' THEN a.launch_tx_hash WHEN 'graduation' THEN v.graduation_tx_hash END) AS tx_hash,
          CASE WHEN t.is_buy THEN venue.address WHEN NOT t.is_buy THEN ${addressOfId('t.trader_id')} WHEN f.log_index IS NOT NULL
            THEN ${addressOfId('f.sender_id')} WHEN event.kind = 'launch' THEN ${addressOfId('a.creator_id')} ELSE d.launchpad END AS sender,
          CASE WHEN t.is_buy THEN ${addressOfId('t.trader_id')} WHEN NOT t.is_buy THEN venue.address WHEN f.log_index IS NOT NULL
            THEN ${addressOfId('f.recipient_id')} WHEN event.kind = 'graduation' THEN ${addressOfId('v.pool_id')} END AS recipient,
          coalesce(t.token_amount, f.amount, r.token_reserve) AS token_amount,
          coalesce(t.platform_amount, r.platform_reserve, CASE event.kind WHEN 'launch' THEN a.launch_cost END) AS platform_amount, t.fee,
          CASE event.kind WHEN 'launch' THEN a.launched_at ELSE b.time END AS time, b.oracle_price
        FROM events event CROSS JOIN position CROSS JOIN deployment d
          LEFT JOIN LATERAL ${ofEvent('trades')} t ON event.kind = 'event'
          LEFT JOIN LATERAL ${ofEvent('transfers')} f ON event.kind = 'event'
          LEFT JOIN LATERAL (SELECT time, oracle_price FROM block_times WHERE number = event.block_number LIMIT 1) b ON true
          CROSS JOIN LATERAL (SELECT coalesce(event.token_id, t.token_id, f.token_id) AS id OFFSET 0) named
          JOIN apps a ON a.token_id = named.id JOIN curves v ON v.token_id = named.id
          LEFT JOIN reserves r ON event.kind = 'graduation' AND r.token_id = named.id
            AND r.block_number = event.block_number AND r.log_index = event.log_index
          CROSS JOIN LATERAL (SELECT CASE WHEN t.in_pool THEN ${addressOfId('v.pool_id')} ELSE d.launchpad END AS address) venue
        WHERE (t.log_index IS NOT NULL OR event.kind <> 'event' OR (f.log_index IS NOT NULL AND ${IS_TRANSFER}))
          AND ${TYPE} IN (${types}) AND ${ofWallet}
          AND NOT ${isHidden('named.id')}
        ORDER BY ${sorting.replaceAll('block_number', 'event.block_number').replaceAll('log_index', 'event.log_index')} LIMIT $7::int
      )
      SELECT h.*, ($1::bigint IS NULL OR position.stands) AS stands, (
        SELECT json_build_object('block', last.block_number, 'logIndex', last.log_index, 'blockHash', ${keptHashOf('last.block_number')})
        FROM events last WHERE (SELECT count(*) FROM page) < $7::int
        ORDER BY ${sorting.replaceAll('block_number', 'last.block_number').replaceAll('log_index', 'last.log_index')} OFFSET $6::int - 1 LIMIT 1
      ) AS "lookedUpTo", (
        SELECT coalesce(json_agg(json_build_object('type', page.type, 'token', page.token, 'symbol', page.symbol, 'trader', page.trader,
          'txHash', '0x' || encode(page.tx_hash, 'hex'), 'logIndex', page.log_index, 'blockNumber', page.block_number,
          'blockHash', ${keptHashOf('page.block_number')}, 'timestamp', page.time, 'from', page.sender, 'to', page.recipient,
          'tokenAmount', page.token_amount::text, 'platformAmount', page.platform_amount::text, 'fee', page.fee::text,
          'oraclePrice', page.oracle_price::text) ORDER BY page.block_number ${order}, page.log_index ${order}), '[]') FROM page
      ) AS activity
      FROM indexed_head h CROSS JOIN position`,
  };
}

/** How many events a page of a length looks at: no more where each of them belongs to it. */
export function lookedAt(filter: MarketActivityFilter, limit: number): number {
  return shapeOf(filter, '<', 'DESC').isExact ? Math.max(limit + 20, 50) : MOST_LOOKED_AT;
}

/** Reads the market's events. Null means that nothing is indexed yet. */
@Injectable()
export class MarketActivityRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Events of the market, from a position on, in a direction. */
  readMarketActivity(
    filter: MarketActivityFilter,
    direction: Direction,
    from: ActivityPosition | null,
    limit: number,
  ): Promise<AtHead<MarketActivityPage> | null> {
    const { block = null, logIndex = null, blockHash = null } = from ?? {};
    const { token, wallet } = filter;
    const position = [block, logIndex, blockHash] as const;
    return this.prisma.$runAsOf(
      marketActivitySql(filter, direction),
      ...position,
      token,
      wallet,
      lookedAt(filter, limit),
      limit,
    );
  }
}
