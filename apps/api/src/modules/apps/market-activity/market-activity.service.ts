import { Injectable } from '@nestjs/common';
import {
  CursorFormat,
  Cursors,
  expectIndexed,
  InvalidRequestError,
  isBlockHashOrNull,
  isCount,
} from '@slipway/http';
import { type AsOf, mapKnown, toMarketItem } from '@slipway/domain';
import type { ActivityPosition } from '../activity/activity.repository.js';
import { positionOf } from '../activity/activity.service.js';
import { type MarketActivityFilter, MarketActivityRepository } from './market-activity.repository.js';
import type { MarketActivityListDto, MarketActivityQueryDto } from './market-activity.dto.js';

/** The market's feed without being asked for more: transfers are many, and no news to most. */
const DEFAULT_TYPES = ['launch', 'buy', 'sell', 'graduation'] as const;

const cursorFormat = new CursorFormat<ActivityPosition>('market.activity.1', {
  block: isCount,
  logIndex: isCount,
  blockHash: isBlockHashOrNull,
});

@Injectable()
export class MarketActivityService {
  constructor(
    private readonly repository: MarketActivityRepository,
    private readonly cursors: Cursors,
  ) {}

  /**
   * What happened to all apps: newest first, or with `after` what came since, oldest first.
   *
   * @throws InvalidRequestError for both `cursor` and `after`; `cursor_expired` when a reorganisation has undone the block of `after`
   */
  async list(query: MarketActivityQueryDto): Promise<AsOf<MarketActivityListDto>> {
    const { cursor = null, after = null, limit } = query;
    if (cursor !== null && after !== null)
      throw new InvalidRequestError([{ path: 'after', message: 'must not be sent with cursor' }]);
    const filter = toFilter(query);
    const scope = [filter.types.join(), filter.token, filter.wallet].join('|');
    const from = this.cursors.position(cursorFormat, scope, cursor ?? after);
    const direction = after === null ? 'older' : 'newer';
    const found = expectIndexed(await this.repository.readMarketActivity(filter, direction, from, limit + 1));
    if (after !== null && !found.stands) {
      const message = 'names a block that was undone; start again from the newest events';
      throw new InvalidRequestError([{ path: 'after', message }], 'cursor_expired');
    }
    const { asOf, activity: rows, lookedUpTo } = found;
    const items = rows.slice(0, limit);
    const [first = null, last = null] = [items[0], items.at(-1)].map((row) =>
      mapKnown(row ?? null, positionOf),
    );
    // Beyond the last item there is more when it was found, or may be when not all was looked at.
    const next = rows.length > limit ? last : lookedUpTo;
    const newest = after === null ? first : (next ?? last ?? from);
    const toCursor = (position: ActivityPosition | null): string | null =>
      position === null ? null : this.cursors.encode(cursorFormat, scope, position);
    return {
      asOf,
      body: {
        activity: items.map(toMarketItem),
        nextCursor: toCursor(next),
        latestCursor: toCursor(newest),
      },
    };
  }
}

function toFilter(query: MarketActivityQueryDto): MarketActivityFilter {
  const asked = new Set(query.type ?? DEFAULT_TYPES);
  // One statement for a set, in whichever order it was written.
  return { types: [...asked].sort(), token: query.token ?? null, wallet: query.wallet ?? null };
}
