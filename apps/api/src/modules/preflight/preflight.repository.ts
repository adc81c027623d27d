import { Injectable } from '@nestjs/common';
import { PrismaService, splitHead, type Run } from '@slipway/database';
import { nameNeighbours } from '@slipway/name-matching';
import type { AsOfBlock } from '@slipway/domain';
import { LAUNCH_RECORD, NAME_NEIGHBOURS, NEIGHBOURS_SETTINGS } from './preflight.sql.js';
import type { CandidateLookup, KnownName, LaunchRecord } from './types/preflight.types.js';

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
