import { Injectable } from '@nestjs/common';
import {
  addressOfId,
  balancesAt,
  blockStands,
  idOfAddress,
  PrismaService,
  type Statement,
  supplyAt,
} from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { HolderPage, HolderPlace } from './holders.repository.js';

const TOKEN_ID = idOfAddress('$1');

const CURSOR_BALANCE = `coalesce($3::numeric, 'Infinity')`;

/**
 * A page of the holders at the end of final block $2, whose hash was $6, as `HOLDERS_PAGE` has those of now. No row when the index has
 * another block there, or none yet. $3, $4 balance and holder that the page starts below (or null). $5 its length.
 */
const HOLDERS_AT: Statement<
  [token: Address, block: number, balance: string | null, holder: string | null, limit: number, hash: string],
  HolderPage
> = {
  name: 'holders-at',
  text: `
    WITH held AS MATERIALIZED (
      SELECT * FROM ${balancesAt(TOKEN_ID, '$2::int')} held
    ), below AS MATERIALIZED (
      SELECT balance FROM held WHERE balance < ${CURSOR_BALANCE} ORDER BY balance DESC LIMIT $5::int
    ), page AS (
      SELECT holder, balance FROM (
        SELECT * FROM held WHERE balance = $3::numeric
          OR balance < ${CURSOR_BALANCE} AND balance >= (SELECT min(balance) FROM below)
      ) candidates CROSS JOIN LATERAL (SELECT ${addressOfId('candidates.holder_id')} AS holder OFFSET 0) named
      WHERE (balance, lower(holder)) < (${CURSOR_BALANCE}, lower(coalesce($4, '')))
      ORDER BY balance DESC, lower(holder) DESC LIMIT $5::int
    )
    SELECT a.token_id IS NOT NULL AS known, ${supplyAt('$2::bigint')}::text AS supply, (SELECT count(*)::int FROM held) AS total, (
        SELECT coalesce(json_agg(json_build_array(page.holder, page.balance::text, CASE page.holder
          WHEN d.launchpad THEN 'curve' WHEN CASE WHEN v.graduated_block <= $2::int THEN ${addressOfId('v.pool_id')} END THEN 'pool'
          WHEN ${addressOfId('a.creator_id')} THEN 'creator' END)
          ORDER BY page.balance DESC, lower(page.holder) DESC), '[]')
        FROM page
      ) AS holders
    FROM head h CROSS JOIN deployment d LEFT JOIN apps a ON a.token_id = ${TOKEN_ID} AND a.block_number <= $2::int
      LEFT JOIN app_stats s ON s.token_id = a.token_id LEFT JOIN curves v ON v.token_id = a.token_id
    WHERE ${blockStands('$2::bigint', '$6::text')}`,
};

/** Reads the holders of blocks of the past. */
@Injectable()
export class PastHoldersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** A page of them, richest first, from below a place. Null when the index has another block there, or none yet. */
  async readHolders(
    token: Address,
    { block, hash }: { readonly block: number; readonly hash: string },
    below: HolderPlace | null,
    limit: number,
  ): Promise<HolderPage | null> {
    const { balance = null, holder = null } = below ?? {};
    const [page] = await this.prisma.$run(HOLDERS_AT, token, block, balance, holder, limit, hash);
    return page ?? null;
  }
}
