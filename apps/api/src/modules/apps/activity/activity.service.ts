import { Injectable } from '@nestjs/common';
import { ApiError, CursorFormat, Cursors, expectIndexed, isBlockHashOrNull, isCount } from '@slipway/http';
import { type Address, type AsOf, toAppItem } from '@slipway/domain';
import { type ActivityPosition, ActivityRepository, type ActivityRow } from './activity.repository.js';
import type { ActivityListDto, ActivityQueryDto } from './activity.dto.js';

/** The last event that a page showed, and its block's hash while that is kept. */
const cursorFormat = new CursorFormat<ActivityPosition>('app.activity.2', {
  block: isCount,
  logIndex: isCount,
  blockHash: isBlockHashOrNull,
});

@Injectable()
export class ActivityService {
  constructor(
    private readonly repository: ActivityRepository,
    private readonly cursors: Cursors,
  ) {}

  /**
   * What happened to an app, newest first.
   *
   * @throws ApiError `not_found` when no app has the token
   */
  async list(token: Address, query: ActivityQueryDto): Promise<AsOf<ActivityListDto>> {
    const { type = null, limit, cursor = null } = query;
    const list = `${token}|${type ?? ''}`;
    const below = this.cursors.position(cursorFormat, list, cursor);
    const found = await this.repository.readActivity(token, type, below, limit + 1);
    const { asOf, activity: rows } = expectIndexed(found);
    if (rows === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const page = { rows, limit };
    const { items, nextCursor } = this.cursors.page(cursorFormat, list, page, positionOf);
    return { asOf, body: { activity: items.map(toAppItem), nextCursor } };
  }
}

export const positionOf = ({ blockNumber: block, logIndex, blockHash }: ActivityRow): ActivityPosition => ({
  block,
  logIndex,
  blockHash,
});
