import { Injectable } from '@nestjs/common';
import {
  CursorError,
  CursorFormat,
  Cursors,
  expectIndexed,
  InvalidRequestError,
  isCount,
  isTextOf,
} from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import type { SparklineSpan } from '../sparklines.sql.js';
import type { AppRow } from '../app-rows.types.js';
import { summarizeApps } from '../app-summary.js';
import { AppRepository } from '../app/app.repository.js';
import {
  type AppFilter,
  AppListRepository,
  type AppRanges,
  type LaunchPosition,
  type RankedPosition,
  type RankedSort,
} from './list.repository.js';
import type { AppListDto, ListAppsQueryDto } from './list.dto.js';

/** The last app that a page showed. */
const newestFormat = new CursorFormat<LaunchPosition>('apps.newest.1', {
  block: isCount,
  logIndex: isCount,
});

const rankedFormat = new CursorFormat<RankedPosition>('apps.ranked.2', {
  indexRevision: isTextOf(/^\d{1,18}$/),
  rank: isTextOf(/^-?\d{1,400}(\.\d{1,400})?$/),
  block: isCount,
  logIndex: isCount,
});

interface AskedPage {
  readonly limit: number;
  readonly cursor: string | null;
  readonly sparkline: SparklineSpan | null;
}

@Injectable()
export class AppListService {
  constructor(
    private readonly repository: AppListRepository,
    private readonly apps: AppRepository,
    private readonly cursors: Cursors,
  ) {}

  /** A page of apps in the order asked; later pages of a ranking are of the first page's block. Or the apps of some tokens. */
  list(query: ListAppsQueryDto): Promise<AsOf<AppListDto>> {
    const { sort, limit, cursor = null, stage = null, creator = null, sparkline = null } = query;
    const { minMarketCapUsd = null, minVolume24hUsd = null, minHolders = null } = query;
    const least = { minMarketCapUsd, minVolume24hUsd, minHolders };
    if (query.tokens !== undefined)
      return this.listNamed(query.tokens, { cursor, stage, creator, ...least }, sparkline);
    const filter = { stage, creator, least: toRanges(query) };
    const list = ['apps', sort, stage, creator, ...Object.values(least)].join('|');
    return sort === 'newest'
      ? this.listNewest(filter, list, { limit, cursor, sparkline })
      : this.listRanked(sort, filter, list, { limit, cursor, sparkline });
  }

  private async listNamed(
    tokens: readonly Address[],
    others: Readonly<Record<string, unknown>>,
    sparkline: SparklineSpan | null,
  ): Promise<AsOf<AppListDto>> {
    const sent = Object.keys(others).filter((path) => others[path] !== null);
    if (sent.length > 0)
      throw new InvalidRequestError(sent.map((path) => ({ path, message: 'must not be sent with tokens' })));
    const found = expectIndexed(await this.apps.listNamed([...new Set(tokens)], sparkline));
    const { asOf, items } = found;
    return { asOf, body: { apps: summarizeApps(items, found, sparkline), nextCursor: null } };
  }

  private async listRanked(
    sort: RankedSort,
    filter: AppFilter,
    list: string,
    { limit, cursor, sparkline }: AskedPage,
  ): Promise<AsOf<AppListDto>> {
    const position = this.cursors.position(rankedFormat, list, cursor);
    const found =
      position === null
        ? await this.repository.rank(sort, filter, limit + 1, sparkline)
        : await this.repository.rankBelow(sort, filter, position, limit + 1, sparkline);
    if (found === null && position !== null) throw new CursorError('cursor_expired');
    const page = expectIndexed(found);
    const { indexRevision } = page.asOf;
    const lookedUpTo = page.lookedUpTo ? { ...page.lookedUpTo, indexRevision } : null;
    const rows = { rows: page.items, limit, lookedUpTo };
    const { items, nextCursor } = this.cursors.page(rankedFormat, list, rows, (last) => ({
      ...positionOf(last),
      indexRevision,
      rank: last.rank,
    }));
    return { asOf: page.asOf, body: { apps: summarizeApps(items, page, sparkline), nextCursor } };
  }

  private async listNewest(
    filter: AppFilter,
    list: string,
    { limit, cursor, sparkline }: AskedPage,
  ): Promise<AsOf<AppListDto>> {
    const below = this.cursors.position(newestFormat, list, cursor);
    const page = expectIndexed(await this.repository.listNewest(filter, below, limit + 1, sparkline));
    const rows = { rows: page.items, limit, lookedUpTo: page.lookedUpTo ?? null };
    const { items, nextCursor } = this.cursors.page(newestFormat, list, rows, positionOf);
    return { asOf: page.asOf, body: { apps: summarizeApps(items, page, sparkline), nextCursor } };
  }
}

/** What a query asks the least of. */
function toRanges({ minMarketCapUsd, minVolume24hUsd, minHolders }: ListAppsQueryDto): AppRanges {
  return {
    ...(minMarketCapUsd !== undefined && { marketCapUsd: leastExact(minMarketCapUsd) }),
    ...(minVolume24hUsd !== undefined && { volume24hUsd: leastExact(minVolume24hUsd) }),
    ...(minHolders !== undefined && { holders: String(minHolders) }),
  };
}

const positionOf = ({ launchBlock: block, launchLogIndex: logIndex }: AppRow): LaunchPosition => ({
  block,
  logIndex,
});

/** JSON numbers of ours have at most so many digits. */
const DIGITS = 15;

/**
 * The lowest exact figure that is served as a number of at least this one: half of its last digit below. So an app has its own figure
 * at least. A number of more digits than are served is exact itself.
 *
 * @param text a JSON number, not negative
 */
export function leastExact(text: string): string {
  const [mantissa = ''] = text.split(/e/i);
  const significant = mantissa.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  if (significant === '' || significant.length > DIGITS) return text;
  const [digits = '', exponent = ''] = Number(text)
    .toExponential(DIGITS - 1)
    .split('e');
  const units = BigInt(digits.replace('.', ''));
  const place = Number(exponent) - DIGITS + 1;
  // Below a power of ten numbers lie ten times as near.
  const isPower = units === 10n ** BigInt(DIGITS - 1);
  return isPower ? `${units * 100n - 5n}e${place - 2}` : `${units * 10n - 5n}e${place - 1}`;
}
