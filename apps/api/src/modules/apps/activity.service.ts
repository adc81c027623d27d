import { Injectable } from '@nestjs/common';
import { ApiError, Cursors, PositionFormat, expectIndexed, isBlockHashOrNull, isCount } from '@slipway/http';
import { mapKnown, unitsToJsonNumber, USD_WEI_DECIMALS, type Address, type AsOf } from '@slipway/domain';
import { AppsRepository } from './apps.repository.js';
import type { ActivityFacts, ActivityPlace } from './activity.types.js';
import type { ActivityDto, ActivityListDto, ActivityQueryDto } from './dto/activity.dto.js';

/** The last event that a page showed, and its block's hash while that is kept. */
const cursorFormat = new PositionFormat<ActivityPlace>('app.activity.2', {
  blockNumber: isCount,
  logIndex: isCount,
  blockHash: isBlockHashOrNull,
});

@Injectable()
export class ActivityService {
  constructor(
    private readonly repository: AppsRepository,
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
    const { asOf, activity: facts } = expectIndexed(found);
    if (facts === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const page = { rows: facts, limit };
    const { items, nextCursor } = this.cursors.page(cursorFormat, list, page, (last) => last);
    return { asOf, body: { activity: items.map(toActivity), nextCursor } };
  }
}

function toActivity(facts: ActivityFacts): ActivityDto {
  return {
    type: facts.type,
    txHash: facts.txHash,
    logIndex: facts.logIndex,
    blockNumber: facts.blockNumber,
    timestamp: new Date(facts.timestamp).toISOString(),
    from: facts.from,
    to: facts.to,
    tokenAmount: facts.tokenAmount,
    platformAmount: facts.platformAmount,
    priceUsd: facts.priceUsd,
    valueUsd: mapKnown(facts.usdAmount, (units) => unitsToJsonNumber(units, USD_WEI_DECIMALS)),
  };
}
