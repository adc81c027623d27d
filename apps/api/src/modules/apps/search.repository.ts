import { Injectable } from '@nestjs/common';
import { PrismaService } from '#database';
import type { Address } from '#values';
import type { AppPage } from './apps.types.js';
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
  constructor(private readonly prisma: PrismaService) {}

  /** Apps that match, best first. Null means that nothing is indexed yet. */
  search(
    { token, symbolKey, nameKey, nameKeys, nameSkeleton, neighbours }: Wanted,
    limit: number,
  ): Promise<AppPage | null> {
    const keys = [token, symbolKey, nameKey, nameKeys, neighbours] as const;
    return this.prisma.$runAsOf(SEARCH_APPS, ...keys, limit, nameSkeleton);
  }
}
