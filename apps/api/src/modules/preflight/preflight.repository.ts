import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import { nameNeighbours } from '#names';
import type { AsOf } from '#values';
import { LAUNCH_RECORD, NAME_NEIGHBOURS, NEIGHBOURS_SETTINGS } from './preflight.sql.js';
import type { CandidateLookup, KnownName, LaunchRecord } from './preflight.types.js';

interface RecordRow extends HeadRow {
  readonly name_taken: boolean;
  readonly name_reserved: boolean;
  readonly symbol_taken: boolean;
  readonly symbol_reserved: boolean;
  readonly creator_blocked: boolean;
  readonly launches_24h: number;
  readonly max_per_creator_per_24h: number;
  readonly platform_symbol: string;
}

/** SQLSTATE of a statement that took longer than it may. */
const QUERY_CANCELED = '57014';

@Injectable()
export class PreflightRepository {
  constructor(private readonly pool: Pool) {}

  /** What is known of a candidate, all of it at one block; null before anything is indexed. */
  async readRecord(lookup: CandidateLookup): Promise<{ asOf: AsOf; record: LaunchRecord } | null> {
    const client = await this.pool.connect();
    let broken = true;
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const { rows } = await client.query<RecordRow>({
        ...LAUNCH_RECORD,
        values: [lookup.name?.keys, lookup.name?.skeleton, lookup.symbolKey, lookup.creator],
      });
      const neighbours = lookup.similarTo === null ? [] : await listNeighbours(client, lookup.similarTo);
      // After a statement that was cancelled this rolls back, which is as good: nothing was written.
      await client.query('COMMIT');
      broken = false;
      const row = rows[0];
      return row === undefined ? null : { asOf: toIndexedHead(row), record: toRecord(row, neighbours) };
    } finally {
      client.release(broken);
    }
  }
}

/** Names that may be similar; none when finding them takes longer than it may. */
async function listNeighbours(client: PoolClient, name: string): Promise<KnownName[]> {
  const hashes = nameNeighbours(name);
  if (hashes.length === 0) return [];
  await client.query(NEIGHBOURS_SETTINGS);
  try {
    const { rows } = await client.query<KnownName>({ ...NAME_NEIGHBOURS, values: [hashes] });
    return rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) return [];
    throw error;
  }
}

function toRecord(row: RecordRow, neighbours: readonly KnownName[]): LaunchRecord {
  return {
    nameTaken: row.name_taken,
    nameReserved: row.name_reserved,
    symbolTaken: row.symbol_taken,
    symbolReserved: row.symbol_reserved,
    creatorBlocked: row.creator_blocked,
    launchesIn24h: row.launches_24h,
    maxPerCreatorPer24h: row.max_per_creator_per_24h,
    neighbours,
    platformSymbol: row.platform_symbol,
  };
}
