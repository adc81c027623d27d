import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import type { Address, AsOf } from '#values';
import { HOLDERS_PAGE } from './holders.sql.js';
import type { HolderFacts, HolderPlace } from './holders.types.js';

/** A page of an app's holders. */
export interface HolderPage {
  /** Names the state of the index that the page is of. */
  readonly generation: string;
  /** Total supply in wei. */
  readonly supply: string;
  readonly total: number;
  readonly holders: readonly HolderFacts[];
}

@Injectable()
export class HoldersRepository {
  constructor(private readonly pool: Pool) {}

  /**
   * An app's holders, richest first, from below a place in a walk, or from the top at the head. `page` is null when no
   * app has the token; all is null when the walk's state is kept no longer, or nothing is indexed yet.
   */
  async readHolders(
    token: Address,
    below: HolderPlace | null,
    limit: number,
  ): Promise<{ asOf: AsOf; page: HolderPage | null } | null> {
    const { rows } = await this.pool.query<HoldersRow>({
      ...HOLDERS_PAGE,
      values: [token, below?.generation ?? null, below?.balance ?? null, below?.holder ?? null, limit],
    });
    const row = rows[0];
    if (row === undefined) return null;
    const { generation, supply, total, holders, known } = row;
    return { asOf: toIndexedHead(row), page: known ? { generation, supply, total, holders } : null };
  }
}

interface HoldersRow extends HeadRow {
  readonly generation: string;
  readonly supply: string;
  readonly known: boolean;
  readonly total: number;
  readonly holders: readonly HolderFacts[];
}
