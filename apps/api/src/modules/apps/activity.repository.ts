import { Injectable } from '@nestjs/common';
import { PrismaService } from '#database';
import type { Address, AsOf } from '#values';
import { activitySql } from './activity.sql.js';
import type { ActivityFacts, ActivityPlace, ActivityType } from './activity.types.js';

/** Reads what happened to apps. Null means that nothing is indexed yet. */
@Injectable()
export class ActivityRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Events of an app, newest first, from below a place; `activity` is null when no app has the token. */
  readActivity(
    token: Address,
    type: ActivityType | null,
    below: ActivityPlace | null,
    limit: number,
  ): Promise<{ asOf: AsOf; activity: readonly ActivityFacts[] | null } | null> {
    const { blockNumber = null, logIndex = null, blockHash = null } = below ?? {};
    return this.prisma.$runAsOf(activitySql(type), token, blockNumber, logIndex, blockHash, limit);
  }
}
