import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import type { Address, AsOf } from '#values';
import { activitySql } from './activity.sql.js';
import type { ActivityFacts, ActivityPlace, ActivityType } from './activity.types.js';

/** Reads what happened to apps. Null means that nothing is indexed yet. */
@Injectable()
export class ActivityRepository {
  constructor(private readonly pool: Pool) {}

  /** Events of an app, newest first, from below a place; `activity` is null when no app has the token. */
  async readActivity(
    token: Address,
    type: ActivityType | null,
    below: ActivityPlace | null,
    limit: number,
  ): Promise<{ asOf: AsOf; activity: readonly ActivityFacts[] | null } | null> {
    const { rows } = await this.pool.query<ActivityRow>({
      ...activitySql(type),
      values: [token, below?.blockNumber ?? null, below?.logIndex ?? null, below?.blockHash ?? null, limit],
    });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), activity: row.known ? row.activity : null };
  }
}

interface ActivityRow extends HeadRow {
  readonly known: boolean;
  readonly activity: readonly ActivityFacts[];
}
