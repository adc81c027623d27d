import { Injectable } from '@nestjs/common';
import { ApiError, CursorError, CursorFormat, Cursors, expectIndexed, isBlockHash, isCount } from '#http';
import { mapKnown, unitsToJsonNumber, USD_WEI_DECIMALS, type Address, type Answer } from '#values';
import { ActivityRepository } from './activity.repository.js';
import type { ActivityFacts, ActivityPlace, ActivityType } from './activity.types.js';
import type { ActivityDto, ActivityListDto } from './dto/activity.dto.js';

/** The last event that a walk has shown, and its block's hash while that is kept. */
const cursorFormat = new CursorFormat<ActivityPlace & { list: string }>(
  'app.activity.2',
  ({ list, blockNumber, logIndex, blockHash }) => [list, blockNumber, logIndex, blockHash],
  ([list, blockNumber, logIndex, blockHash]) =>
    typeof list === 'string' &&
    isCount(blockNumber) &&
    isCount(logIndex) &&
    (blockHash === null || isBlockHash(blockHash))
      ? { list, blockNumber, logIndex, blockHash }
      : null,
);

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
  async list(
    token: Address,
    { type, limit, cursor }: { type: ActivityType | null; limit: number; cursor: string | null },
  ): Promise<Answer<ActivityListDto>> {
    const list = `${token}|${type ?? ''}`;
    const below = cursor === null ? null : this.cursors.decode(cursorFormat, cursor);
    if (below !== null && below.list !== list) throw new CursorError('cursor_invalid');
    // One more than the page, which tells whether there is a next one.
    const found = await this.repository.readActivity(token, type, below, limit + 1);
    const { asOf, activity: facts } = expectIndexed(found);
    if (facts === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const shown = facts.slice(0, limit);
    const last = shown.at(-1);
    const nextCursor =
      facts.length <= limit || last === undefined
        ? null
        : this.cursors.encode(cursorFormat, { list, ...last });
    return { asOf, body: { activity: shown.map(toActivity), nextCursor } };
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
