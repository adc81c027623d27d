import { Injectable } from '@nestjs/common';
import { ApiError, CursorError, CursorFormat, Cursors, expectIndexed, isCount } from '#http';
import type { Address, Answer } from '#values';
import { describeApp, summarizeApp } from './app-summary.js';
import { AppsRepository, type LaunchPosition, type RankedPosition } from './apps.repository.js';
import type { AppFilter, AppPage, AppRow, AppSort, RankedSort } from './apps.types.js';
import type { AppDetailDto, AppListDto } from './dto/app.dto.js';

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

/** The last app that a walk over a ranking has shown. */
const rankedCursor = new CursorFormat<RankedPosition & { list: string }>(
  'apps.ranked.2',
  ({ list, generation, rank, block, logIndex }) => [list, generation, rank, block, logIndex],
  ([list, generation, rank, block, logIndex]) =>
    typeof list === 'string' &&
    typeof generation === 'string' &&
    /^\d{1,18}$/.test(generation) &&
    typeof rank === 'string' &&
    /^-?\d{1,400}(\.\d{1,400})?$/.test(rank) &&
    isCount(block) &&
    isCount(logIndex)
      ? { list, generation, rank, block, logIndex }
      : null,
);

@Injectable()
export class AppsService {
  constructor(
    private readonly repository: AppsRepository,
    private readonly cursors: Cursors,
  ) {}

  /** A page of apps in the order asked; later pages of a ranking are of the first page's block. */
  list({ sort, limit, cursor, ...filter }: ListAppsRequest): Promise<Answer<AppListDto>> {
    const list = `apps|${sort}|${filter.stage ?? ''}|${filter.creator ?? ''}`;
    return sort === 'newest'
      ? this.listNewest(filter, list, limit, cursor)
      : this.listRanked(sort, filter, list, limit, cursor);
  }

  /** @throws ApiError `not_found` when no app has the token */
  async get(token: Address): Promise<Answer<AppDetailDto>> {
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
  ): Promise<Answer<AppListDto>> {
    const place = cursor === null ? null : this.cursors.decode(rankedCursor, cursor);
    if (place !== null && place.list !== list) throw new CursorError('cursor_invalid');
    // One more than the page, which tells whether there is a next one.
    const found =
      place === null
        ? await this.repository.rank(sort, filter, limit + 1)
        : await this.repository.rankBelow(sort, filter, place, limit + 1);
    if (found === null && place !== null) throw new CursorError('cursor_expired');
    const page = expectIndexed(found);
    return toList(page, limit, ({ rank, launchBlock: block, launchLogIndex: logIndex }) =>
      this.cursors.encode(rankedCursor, { list, generation: page.asOf.generation, rank, block, logIndex }),
    );
  }

  private async listNewest(
    filter: AppFilter,
    list: string,
    limit: number,
    cursor: string | null,
  ): Promise<Answer<AppListDto>> {
    const below = cursor === null ? null : this.cursors.decode(newestCursor, cursor);
    if (below !== null && below.list !== list) throw new CursorError('cursor_invalid');
    const page = expectIndexed(await this.repository.listNewest(filter, below, limit + 1));
    return toList(page, limit, ({ launchBlock: block, launchLogIndex: logIndex }) =>
      this.cursors.encode(newestCursor, { list, block, logIndex }),
    );
  }
}

/** The first apps of a page that was read one longer than asked, and a cursor to go on below the last of them. */
function toList<Facts extends AppRow>(
  { asOf, context, items }: AppPage<Facts>,
  limit: number,
  cursorAt: (last: Facts) => string,
): Answer<AppListDto> {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = items.length <= limit || last === undefined ? null : cursorAt(last);
  return { asOf, body: { apps: shown.map((facts) => summarizeApp(facts, context)), nextCursor } };
}
