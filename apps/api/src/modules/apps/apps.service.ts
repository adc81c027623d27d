import { Injectable } from '@nestjs/common';
import {
  ApiError,
  CursorError,
  CursorFormat,
  Cursors,
  InvalidRequestError,
  expectIndexed,
  isCount,
  isTextOf,
} from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { leastExact } from './least-exact.js';
import { summarizeApps, toAppDetail } from './app-summary.js';
import { AppsRepository, type LaunchPosition, type RankedPosition } from './apps.repository.js';
import type { AppFilter, AppRanges, AppRow, RankedSort } from './types/apps.types.js';
import type { SparklineSpan } from './types/sparkline.types.js';
import type { ListAppsQueryDto } from './dto/app-queries.dto.js';
import type { AppDetailDto, AppListDto, AppSummaryDto } from './dto/app.dto.js';

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
export class AppsService {
  constructor(
    private readonly repository: AppsRepository,
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

  /** @throws ApiError `not_found` when no app has the token */
  async get(token: Address): Promise<AsOf<AppDetailDto>> {
    const { asOf, context, app, market } = expectIndexed(await this.repository.readApp(token));
    if (app === null || market === null)
      throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    return { asOf, body: toAppDetail(app, market, context) };
  }

  /**
   * A list's line of one app, with its sparkline where one is asked for.
   *
   * @throws ApiError `not_found` when no app has the token, or operators hide it
   */
  async getShown(token: Address, sparkline: SparklineSpan | null = null): Promise<AsOf<AppSummaryDto>> {
    const found = expectIndexed(await this.repository.listNamed([token], sparkline));
    const { asOf, items } = found;
    const [app] = summarizeApps(items, found, sparkline);
    if (app === undefined || app.hidden)
      throw new ApiError('not_found', { message: 'No app that is shown has this token.', asOf });
    return { asOf, body: app };
  }

  private async listNamed(
    tokens: readonly Address[],
    others: Readonly<Record<string, unknown>>,
    sparkline: SparklineSpan | null,
  ): Promise<AsOf<AppListDto>> {
    const sent = Object.keys(others).filter((path) => others[path] !== null);
    if (sent.length > 0)
      throw new InvalidRequestError(sent.map((path) => ({ path, message: 'must not be sent with tokens' })));
    const found = expectIndexed(await this.repository.listNamed([...new Set(tokens)], sparkline));
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
