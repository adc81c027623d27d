import { Injectable } from '@nestjs/common';
import type { Address, AsOfBlock } from '@slipway/domain';
import {
  type HeadRow,
  idOfAddress,
  isHidden,
  PrismaService,
  type Run,
  splitHead,
  type Statement,
} from '@slipway/database';
import { nameNeighbours } from '@slipway/name-matching';

/** What a candidate is looked up by; null is not looked up, since no such name, symbol or creator can be. */
export interface CandidateLookup {
  readonly name: { readonly keys: readonly string[]; readonly skeleton: string } | null;
  /** The name itself, for those like it. */
  readonly similarTo: string | null;
  readonly symbolKey: string | null;
  readonly creator: Address | null;
}

/** The name of an app, with what it is compared by (libs/name-matching), as the index keeps them. */
export interface KnownName {
  readonly name: string;
  readonly key: string;
  readonly skeleton: string;
}

/** What the database knows of a candidate at a block. False and zero where nothing was looked up. */
export interface LaunchRecord {
  readonly nameTaken: boolean;
  readonly nameReserved: boolean;
  readonly symbolTaken: boolean;
  readonly symbolReserved: boolean;
  readonly creatorBlocked: boolean;
  /** The creator's launches in the 24 hours up to the block, counted up to the most that are allowed. */
  readonly launchesIn24h: number;
  readonly maxPerCreatorPer24h: number;
  /** Apps whose names may be like the candidate's, oldest first; empty when looking took too long. */
  readonly neighbours: readonly KnownName[];
  readonly platformSymbol: string;
}

const CREATOR_ID = idOfAddress('$4::text');

/**
 * The index's data on a candidate at the head. $1 keys of its name, $2 its skeleton, $3 key of its symbol, $4 creator; each
 * null when there is nothing to look up. Every look-up is one of an index, however many apps there are. A creator's apps are in
 * the order of their index by creator: where creators have many, the planner would read all apps in the order of blocks.
 */
export const LAUNCH_RECORD: Statement<
  [nameKeys?: readonly string[], skeleton?: string, symbolKey?: string | null, creator?: Address | null],
  HeadRow & Omit<LaunchRecord, 'neighbours'>
> = {
  name: 'launch-record',
  text: `
    SELECT h.*,
      EXISTS (SELECT FROM apps WHERE name_key = ANY($1::text[]))
        OR EXISTS (SELECT FROM apps WHERE name_skeleton = $2::text) AS "nameTaken",
      EXISTS (SELECT FROM reserved_words
        WHERE kind = 'name' AND (key = ANY($1::text[]) OR skeleton = $2::text)) AS "nameReserved",
      EXISTS (SELECT FROM apps WHERE symbol_key = $3::text) AS "symbolTaken",
      EXISTS (SELECT FROM reserved_words WHERE kind = 'symbol' AND key = $3::text) AS "symbolReserved",
      EXISTS (SELECT FROM blocked_creators WHERE creator = $4::text) AS "creatorBlocked",
      (SELECT count(*)::int FROM (
        SELECT launched_at FROM apps WHERE creator_id BETWEEN ${CREATOR_ID} AND ${CREATOR_ID}
        ORDER BY creator_id DESC, block_number DESC, log_index DESC LIMIT p.max_per_creator_per_24h
      ) AS launches WHERE launched_at > h.block_time - interval '24 hours') AS "launchesIn24h",
      p.max_per_creator_per_24h AS "maxPerCreatorPer24h", d.platform_symbol AS "platformSymbol"
    FROM indexed_head h CROSS JOIN launch_policy p CROSS JOIN deployment d`,
};

/**
 * Apps whose names' neighbourhood meets another's, oldest first, but for those that operators hide. $1 hashes.
 *
 * PostgreSQL takes every hash for a common one, and would rather read all apps in the order asked: the step of its own,
 * and {@link NEIGHBOURS_SETTINGS}, leave it the index of the hashes.
 */
const NAME_NEIGHBOURS: Statement<[hashes: readonly number[]], KnownName> = {
  name: 'name-neighbours',
  text: `
    WITH meeting AS MATERIALIZED (
      SELECT token_id, name, name_key, name_skeleton, block_number, log_index FROM apps
      WHERE name_neighbours && $1::int[]
    )
    SELECT m.name, m.name_key AS key, m.name_skeleton AS skeleton FROM meeting m
    WHERE NOT ${isHidden('m.token_id')}
    ORDER BY m.block_number, m.log_index LIMIT 100`,
};

/** Similar names are worth 30 ms of a builder's time, and of the database's. */
const NEIGHBOURS_SETTINGS: Statement<[], never> = {
  text: 'SET LOCAL statement_timeout = 30; SET LOCAL enable_seqscan = off',
};

/** SQLSTATE of a statement that took longer than it may. */
const QUERY_CANCELED = '57014';

@Injectable()
export class PreflightRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The index's data on a candidate, all of it at one block; null before anything is indexed. */
  readRecord(lookup: CandidateLookup): Promise<{ asOf: AsOfBlock; record: LaunchRecord } | null> {
    const { name, symbolKey, creator, similarTo } = lookup;
    return this.prisma.$inSnapshot(async (run) => {
      const [row] = await run(LAUNCH_RECORD, name?.keys, name?.skeleton, symbolKey, creator);
      const neighbours = similarTo === null ? [] : await listNeighbours(run, similarTo);
      if (row === undefined) return null;
      const { asOf, ...record } = splitHead(row);
      return { asOf, record: { ...record, neighbours } };
    });
  }
}

/** Names that may be similar; none when finding them takes longer than it may. */
async function listNeighbours(run: Run, name: string): Promise<KnownName[]> {
  const hashes = nameNeighbours(name);
  if (hashes.length === 0) return [];
  await run(NEIGHBOURS_SETTINGS);
  try {
    return await run(NAME_NEIGHBOURS, hashes);
  } catch (error) {
    // The transaction wrote nothing: that it is rolled back now is as good as its end.
    if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) return [];
    throw error;
  }
}
