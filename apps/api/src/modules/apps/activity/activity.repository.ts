import { Injectable } from '@nestjs/common';
import { type Address, type AppEvent, type AsOfBlock, ZERO_ADDRESS } from '@slipway/domain';
import {
  addressOfId,
  blockStands,
  type HeadStatement,
  idOfAddress,
  keptHashOf,
  PrismaService,
} from '@slipway/database';

export const ACTIVITY_TYPES = ['launch', 'buy', 'sell', 'transfer', 'graduation'] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** An event of an app as the database keeps it. */
export interface ActivityRow extends AppEvent<ActivityType> {
  /** 64 hexadecimal digits; null when it is not kept. */
  readonly blockHash: string | null;
}

/** The position of an event in the chain, and the block that was there. */
export interface ActivityPosition {
  readonly block: number;
  readonly logIndex: number;
  readonly blockHash: string | null;
}

const TRADE = `t.block_number, t.log_index, NULL::timestamptz AS time, t.tx_hash, t.token_amount, t.platform_amount, t.fee`;

const NOT_PRICED = `NULL::numeric AS fee`;

/** Who holds the tokens that trades move: the launchpad while the app is on its curve, its pool after that. */
const CURVE = 'CASE WHEN NOT t.in_pool THEN d.launchpad END';

const POOL = 'CASE WHEN t.in_pool THEN position.pool END';

/** Events of each type, with who gave tokens and who got them, by address or by id. Times are of the block where there is none. */
const SOURCES: Record<ActivityType, string> = {
  buy: `SELECT ${TRADE}, ${CURVE} AS sender, ${POOL} AS sender_id, NULL AS recipient, t.trader_id AS recipient_id
    FROM trades t WHERE t.token_id = position.token AND t.is_buy`,
  sell: `SELECT ${TRADE}, NULL AS sender, t.trader_id AS sender_id, ${CURVE} AS recipient, ${POOL} AS recipient_id
    FROM trades t WHERE t.token_id = position.token AND NOT t.is_buy`,
  // Of nothing: any contract may log such a transfer in any wallet's name. What a launch mints and a graduation moves into its pool are no transfers of their own either.
  transfer: `SELECT t.block_number, t.log_index, NULL::timestamptz AS time, t.tx_hash, t.amount AS token_amount,
      NULL::numeric AS platform_amount, ${NOT_PRICED}, NULL AS sender, t.sender_id, NULL AS recipient, t.recipient_id
    FROM transfers t
    WHERE t.token_id = position.token AND t.trade_log_index IS NULL AND t.amount > 0
      AND t.sender_id IS DISTINCT FROM position.launchpad AND t.sender_id IS DISTINCT FROM position.zero
      AND (t.sender_id <> position.pool OR t.tx_hash <> v.graduation_tx_hash) IS NOT FALSE`,
  launch: `SELECT t.block_number, t.log_index, t.launched_at AS time, t.launch_tx_hash AS tx_hash,
      NULL::numeric AS token_amount, t.launch_cost AS platform_amount, ${NOT_PRICED},
      NULL AS sender, t.creator_id AS sender_id, NULL AS recipient, NULL::int AS recipient_id
    FROM apps t WHERE t.token_id = position.token`,
  graduation: `SELECT t.block_number, t.log_index, NULL::timestamptz AS time, v.graduation_tx_hash AS tx_hash,
      t.token_reserve AS token_amount, t.platform_reserve AS platform_amount, ${NOT_PRICED},
      d.launchpad AS sender, NULL::int AS sender_id, NULL AS recipient, v.pool_id AS recipient_id
    FROM reserves t
    WHERE t.token_id = position.token AND t.block_number = v.graduated_block AND t.log_index = v.graduation_log_index`,
};

const branchOf = (type: ActivityType): string => `
  (SELECT '${type}' AS type, * FROM (
    ${SOURCES[type]} AND (t.block_number, t.log_index) < (position.block, position.log)
    ORDER BY t.block_number DESC, t.log_index DESC LIMIT $5::int
  ) ${type})`;

/**
 * A page of an app's events, newest first; null when no app has the token. $1 token. $2, $3, $4 block, log index and block hash
 * of the event that the page starts below (or null). $5 its length.
 *
 * A reorganisation that undid that block undid all that stood above it, which is all that the pages have shown. The page is then
 * the first one of the chain as it is now, so that nothing is left out.
 */
export function activitySql(
  type: ActivityType | null,
): HeadStatement<
  [token: Address, block: number | null, logIndex: number | null, hash: string | null, limit: number],
  { activity: readonly ActivityRow[] | null }
> {
  const branches = (type === null ? ACTIVITY_TYPES : [type]).map(branchOf);
  return {
    name: `activity-${type ?? 'all'}`,
    text: `
      WITH position AS MATERIALIZED (
        SELECT CASE WHEN stands THEN $2::bigint ELSE 9223372036854775807 END AS block,
          CASE WHEN stands THEN $3::int ELSE 0 END AS log, ${idOfAddress('$1')} AS token,
          ${idOfAddress('d.launchpad')} AS launchpad, v.pool_id AS pool, ${idOfAddress(`'${ZERO_ADDRESS}'`)} AS zero
        FROM (SELECT ${blockStands('$2::bigint', '$4::text')} AS stands FROM head h) cursor
          CROSS JOIN deployment d LEFT JOIN curves v ON v.token_id = ${idOfAddress('$1')}
      )
      SELECT h.*, CASE WHEN v.token_id IS NOT NULL THEN (
        SELECT coalesce(json_agg(json_build_object('type', page.type, 'txHash', '0x' || encode(page.tx_hash, 'hex'),
            'logIndex', page.log_index, 'blockNumber', page.block_number, 'blockHash', ${keptHashOf('page.block_number')},
            'timestamp', coalesce(page.time, b.time),
            'from', coalesce(page.sender, ${addressOfId('page.sender_id')}),
            'to', coalesce(page.recipient, ${addressOfId('page.recipient_id')}), 'tokenAmount', page.token_amount::text,
            'platformAmount', page.platform_amount::text, 'fee', page.fee::text, 'oraclePrice', b.oracle_price::text)
            ORDER BY page.block_number DESC, page.log_index DESC), '[]')
        FROM (
          SELECT * FROM (${branches.join(' UNION ALL ')}) events
          ORDER BY block_number DESC, log_index DESC LIMIT $5
        ) page LEFT JOIN LATERAL (
          SELECT time, oracle_price FROM block_times WHERE number = page.block_number LIMIT 1
        ) b ON true
      ) END AS activity
      FROM indexed_head h CROSS JOIN deployment d CROSS JOIN position LEFT JOIN curves v ON v.token_id = position.token`,
  };
}

/** Reads an app's events. Null means that nothing is indexed yet. */
@Injectable()
export class ActivityRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Events of an app, newest first, from below a position; `activity` is null when no app has the token. */
  readActivity(
    token: Address,
    type: ActivityType | null,
    below: ActivityPosition | null,
    limit: number,
  ): Promise<{ asOf: AsOfBlock; activity: readonly ActivityRow[] | null } | null> {
    const { block = null, logIndex = null, blockHash = null } = below ?? {};
    return this.prisma.$runAsOf(activitySql(type), token, block, logIndex, blockHash, limit);
  }
}
