import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import type { Address, AsOf } from '#values';
import type { AppFacts, MarketContext } from './apps.types.js';
import { SEARCH_APPS } from './search.sql.js';

/** A text in the forms that apps are compared by. */
export interface Wanted {
  /** The address that the text is, if it is one. */
  readonly token: Address | null;
  readonly symbolKey: string;
  readonly nameKey: string;
  /** All keys that make a name the same. */
  readonly nameKeys: readonly string[];
  readonly nameSkeleton: string;
  /** The neighbourhood of the name, its own hash first. */
  readonly neighbours: readonly number[];
}

@Injectable()
export class SearchRepository {
  constructor(private readonly pool: Pool) {}

  /** Apps that match, best first. Null means that nothing is indexed yet. */
  async search(
    { token, symbolKey, nameKey, nameKeys, nameSkeleton, neighbours }: Wanted,
    limit: number,
  ): Promise<{ asOf: AsOf; context: MarketContext; items: readonly AppFacts[] } | null> {
    const { rows } = await this.pool.query<HeadRow & { context: MarketContext; items: readonly AppFacts[] }>({
      ...SEARCH_APPS,
      values: [token, symbolKey, nameKey, nameKeys, neighbours, limit, nameSkeleton],
    });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), context: row.context, items: row.items };
  }
}
