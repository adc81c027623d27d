import { Injectable } from '@nestjs/common';
import { ApiError, CursorFormat, Cursors, expectIndexed, isBlockHashOrNull, isCount } from '@slipway/http';
import {
  type Address,
  type AsOf,
  mapKnown,
  priceTradeOf,
  unitsToJsonNumber,
  USD_WEI_DECIMALS,
} from '@slipway/domain';
import { type ActivityPosition, ActivityRepository, type ActivityRow } from './activity.repository.js';
import type { ActivityDto, ActivityListDto, ActivityQueryDto } from './activity.dto.js';

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
    return { asOf, body: { activity: items.map(toActivity), nextCursor } };
  }
}

export const positionOf = ({ blockNumber: block, logIndex, blockHash }: ActivityRow): ActivityPosition => ({
  block,
  logIndex,
  blockHash,
});

/** An event as responses have it. */
export function toActivity(row: ActivityRow): ActivityDto {
  const { usdAmount, priceUsd } = priceTradeOf(row.type, row, row.oraclePrice);
  return {
    type: row.type,
    txHash: row.txHash,
    logIndex: row.logIndex,
    blockNumber: row.blockNumber,
    timestamp: new Date(row.timestamp).toISOString(),
    from: row.from,
    to: row.to,
    tokenAmount: row.tokenAmount,
    platformAmount: row.platformAmount,
    priceUsd,
    valueUsd: mapKnown(usdAmount, (units) => unitsToJsonNumber(units.toString(), USD_WEI_DECIMALS)),
  };
}
