import { Injectable } from '@nestjs/common';
import type { Address } from '@slipway/domain';
import {
  addressOfId,
  type AtHead,
  type HeadStatement,
  holderOrderOf,
  idOfAddress,
  PrismaService,
} from '@slipway/database';

export const HOLDER_LABELS = ['curve', 'pool', 'creator'] as const;

export type HolderLabel = (typeof HOLDER_LABELS)[number];

/** A holder as the database keeps it; the balance is a decimal string of wei. */
type HolderRow = readonly [address: Address, balance: string, label: HolderLabel | null];

/** A position in the order of an app's holders. */
export interface HolderPlace {
  readonly balance: string;
  readonly holder: string;
}

/** The same, in one state of the index. */
export interface HolderPosition extends HolderPlace {
  readonly indexRevision: string;
}

/** A page of an app's holders. */
export interface HolderPage {
  /** Whether an app has the token. */
  readonly known: boolean;
  /** Total supply in wei. */
  readonly supply: string;
  readonly total: number;
  readonly holders: readonly HolderRow[];
}

const TOKEN_ID = idOfAddress('$1');

/** Bytes of the holder that the page starts below, and what the index has of them: null without one. */
const CURSOR_BYTES = `decode(substr($4, 3), 'hex')`;

const CURSOR_ORDER = holderOrderOf(CURSOR_BYTES);

/** Holders that moved since pagination began are in the page as they were. */
const UNMOVED = 'NOT IN (SELECT past.holder_id FROM past)';

/** More holders of one balance and first bytes than are read whole. */
const LARGE_TIE = 1_000;

/** The first two bytes of a tie's addresses; with what follows, none of them sorts above it. */
const FIRST_BYTES = `decode(lpad(to_hex(holder_order + 32768), 4, '0'), 'hex')`;

const LAST_BYTES = `${FIRST_BYTES} || decode(repeat('ff', 19), 'hex')`;

/** One at a time: asked for all that begin so, the planner would read and sort all of them. */
const nextAddress = (below: string): string =>
  `(SELECT id, bytes FROM addresses WHERE bytes >= ties.first_bytes AND bytes < ${below} ORDER BY bytes DESC LIMIT 1)`;

/**
 * Where a page may begin or end in the middle: holders with the balance and first bytes of the cursor's, and of the last one
 * below it. They are read whole and sorted; many of them in the order of addresses, each looked up: made-up ones may
 * all begin alike, and then most addresses that do are holders.
 */
const TIES = `ties AS MATERIALIZED (
      SELECT tie.*, EXISTS (
          SELECT FROM balances b
          WHERE b.token_id = ${TOKEN_ID} AND b.balance = tie.balance AND b.holder_order = tie.holder_order OFFSET ${LARGE_TIE}
        ) AS is_large, ${FIRST_BYTES} AS first_bytes, coalesce(tie.bytes, ${LAST_BYTES}) AS end_bytes
      FROM (
        SELECT $3::numeric AS balance, ${CURSOR_ORDER} AS holder_order, ${CURSOR_BYTES} AS bytes WHERE $3 IS NOT NULL
        UNION ALL
        (SELECT balance, holder_order, NULL FROM below ORDER BY balance, holder_order LIMIT 1)
      ) tie
    ), tied AS MATERIALIZED (
      SELECT b.holder_id, b.balance FROM ties CROSS JOIN LATERAL (
        SELECT * FROM balances b
        WHERE b.token_id = ${TOKEN_ID} AND b.balance = ties.balance AND b.holder_order = ties.holder_order
          AND holder_id ${UNMOVED} LIMIT ${LARGE_TIE}
      ) b
      WHERE NOT is_large
      UNION ALL
      SELECT a.id, ties.balance FROM ties CROSS JOIN LATERAL (
        WITH RECURSIVE scan AS (
          ${nextAddress('ties.end_bytes')}
          UNION ALL
          SELECT next.* FROM scan CROSS JOIN LATERAL ${nextAddress('scan.bytes')} next
        )
        SELECT id FROM scan WHERE id ${UNMOVED} AND ties.balance = (
          SELECT b.balance FROM balances b WHERE b.token_id = ${TOKEN_ID} AND b.holder_id = scan.id
        )
        LIMIT $5::int
      ) a
      WHERE is_large
    )`;

/**
 * A page of an app's holders, richest first, in the state of the index that pagination began in: balances of now, but for those
 * that changed since, which are as they were. So a first page freezes nothing. A page costs what it shows and what moved
 * meanwhile, however many holders there are. A state whose block was replaced is no longer found. Equal balances stand by their
 * address as a number, which its text in lower case sorts by. $1 token, $2 the index revision (or null: now). $3, $4 balance and
 * holder that the page starts below (or null). $5 its length.
 */
export const HOLDERS_PAGE: HeadStatement<
  [
    token: Address,
    indexRevision: string | null,
    balance: string | null,
    holder: string | null,
    limit: number,
  ],
  HolderPage
> = {
  name: 'holders-page',
  text: `
    WITH snapshot AS MATERIALIZED (
      SELECT * FROM indexed_head WHERE $2::bigint IS NULL OR index_revision = $2
      UNION ALL SELECT * FROM head_history_rows WHERE index_revision = $2
    ), past AS MATERIALIZED (
      SELECT DISTINCT ON (holder_id) holder_id, balance FROM balance_history
      WHERE token_id = ${TOKEN_ID} AND revision >= (SELECT index_revision FROM snapshot)
      ORDER BY holder_id, revision
    ), below AS MATERIALIZED (
      SELECT holder_id, balance, holder_order FROM balances
      WHERE token_id = ${TOKEN_ID} AND holder_id ${UNMOVED}
        AND (balance, holder_order) < (coalesce($3::numeric, 'Infinity'), coalesce(${CURSOR_ORDER}, 0))
      ORDER BY balance DESC, holder_order DESC LIMIT $5::int
    ), ${TIES}, page AS (
      SELECT holder, balance FROM (
        SELECT holder_id, balance FROM below
        WHERE (balance, holder_order) > (SELECT balance, holder_order FROM below ORDER BY balance, holder_order LIMIT 1)
        UNION ALL SELECT * FROM tied
        UNION ALL SELECT holder_id, balance FROM past WHERE balance > 0
      ) candidates CROSS JOIN LATERAL (SELECT ${addressOfId('candidates.holder_id')} AS holder OFFSET 0) named
      WHERE (balance, lower(holder)) < (coalesce($3::numeric, 'Infinity'), lower(coalesce($4, '')))
      ORDER BY balance DESC, lower(holder) DESC LIMIT $5::int
    )
    SELECT snapshot.*, coalesce(nullif(d.total_supply, 0), (
        SELECT p.supply FROM app_history p
        WHERE p.token_id = ${TOKEN_ID} AND p.revision >= snapshot.index_revision ORDER BY p.revision LIMIT 1
      ), s.supply)::text AS supply, a.token_id IS NOT NULL AS known, s.holders + (
        SELECT count(*) FILTER (WHERE past.balance > 0) - count(b.holder_id)
        FROM past LEFT JOIN balances b ON b.token_id = ${TOKEN_ID} AND b.holder_id = past.holder_id
      )::int AS total, (
        SELECT coalesce(json_agg(json_build_array(page.holder, page.balance::text, CASE page.holder
          WHEN d.launchpad THEN 'curve' WHEN ${addressOfId('v.pool_id')} THEN 'pool' WHEN ${addressOfId('a.creator_id')} THEN 'creator' END)
          ORDER BY page.balance DESC, lower(page.holder) DESC), '[]')
        FROM page
      ) AS holders
    FROM snapshot CROSS JOIN deployment d LEFT JOIN apps a ON a.token_id = ${TOKEN_ID} LEFT JOIN app_stats s ON s.token_id = a.token_id
      LEFT JOIN curves v ON v.token_id = a.token_id`,
};

/** Reads an app's holders. Null means that nothing is indexed yet. */
@Injectable()
export class HoldersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** An app's holders, richest first, from below a position, or of now. Null too when the position's state is kept no longer. */
  readHolders(
    token: Address,
    below: HolderPosition | null,
    limit: number,
  ): Promise<AtHead<HolderPage> | null> {
    const { indexRevision = null, balance = null, holder = null } = below ?? {};
    return this.prisma.$runAsOf(HOLDERS_PAGE, token, indexRevision, balance, holder, limit);
  }
}
