import { Injectable } from '@nestjs/common';
import { ApiError, CursorError, CursorFormat, expectIndexed } from '#http';
import type { Address, Answer } from '#values';
import { describeApp, summarizeApp } from './app-summary.js';
import { AppsRepository, type AppPage, type LaunchPosition, type RankedPage } from './apps.repository.js';
import type { AppDetail, AppFilter, AppList, AppSort, RankedSort } from './apps.types.js';

export interface ListAppsRequest extends AppFilter {
  readonly sort: AppSort;
  readonly limit: number;
  readonly cursor: string | null;
}

/** A place in the order of launches, of the list it was written for. */
const newestCursor = new CursorFormat<LaunchPosition & { list: string }>(
  'apps.newest.1',
  ({ list, block, logIndex }) => [list, block, logIndex],
  ([list, block, logIndex]) =>
    typeof list === 'string' && isCount(block) && isCount(logIndex) ? { list, block, logIndex } : null,
);

/** A place in a kept ranking. */
const rankedCursor = new CursorFormat<{ list: string; version: string; offset: number }>(
  'apps.ranked.1',
  ({ list, version, offset }) => [list, version, offset],
  ([list, version, offset]) =>
    typeof list === 'string' && typeof version === 'string' && isCount(offset)
      ? { list, version, offset }
      : null,
);

@Injectable()
export class AppsService {
  constructor(private readonly repository: AppsRepository) {}

  /** A page of apps in the order asked; later pages of a ranking are of the first page's block. */
  list({ sort, limit, cursor, ...filter }: ListAppsRequest): Promise<Answer<AppList>> {
    const list = `apps|${sort}|${filter.stage ?? ''}|${filter.creator ?? ''}`;
    return sort === 'newest'
      ? this.listNewest(filter, list, limit, cursor)
      : this.listRanked(sort, filter, list, limit, cursor);
  }

  /** @throws ApiError `not_found` when no app has the token */
  async get(token: Address): Promise<Answer<AppDetail>> {
    const { asOf, context, facts } = expectIndexed(await this.repository.readApp(token));
    if (facts === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    return { asOf, body: describeApp(facts, context) };
  }

  private async listRanked(
    sort: RankedSort,
    filter: AppFilter,
    list: string,
    limit: number,
    cursor: string | null,
  ): Promise<Answer<AppList>> {
    if (cursor === null) {
      return toRankedList(expectIndexed(await this.repository.rank(sort, filter, list, limit)), list, 0);
    }
    const place = rankedCursor.decode(cursor);
    if (place.list !== list) throw new CursorError('cursor_invalid');
    const page = await this.repository.findRankedPage(list, place.version, place.offset, limit);
    if (page === null) throw new CursorError('cursor_expired');
    return toRankedList(page, list, place.offset);
  }

  private async listNewest(
    filter: AppFilter,
    list: string,
    limit: number,
    cursor: string | null,
  ): Promise<Answer<AppList>> {
    const below = cursor === null ? null : newestCursor.decode(cursor);
    if (below !== null && below.list !== list) throw new CursorError('cursor_invalid');
    // One more than the page, which tells whether there is a next one.
    const page = expectIndexed(await this.repository.listNewest(filter, below, limit + 1));
    const items = page.items.slice(0, limit);
    const last = items.at(-1);
    const nextCursor =
      page.items.length <= limit || last === undefined
        ? null
        : newestCursor.encode({ list, block: last.launchBlock, logIndex: last.launchLogIndex });
    return toList({ ...page, items }, nextCursor);
  }
}

function toRankedList(page: RankedPage, list: string, offset: number): Answer<AppList> {
  const next = offset + page.items.length;
  const nextCursor =
    next < page.total ? rankedCursor.encode({ list, version: page.version, offset: next }) : null;
  return toList(page, nextCursor);
}

function toList({ asOf, context, items }: AppPage, nextCursor: string | null): Answer<AppList> {
  return { asOf, body: { apps: items.map((facts) => summarizeApp(facts, context)), nextCursor } };
}

/** Whether content of a cursor is a number that PostgreSQL's integer can be. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 2_147_483_647;
}
