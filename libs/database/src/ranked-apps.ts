/** Where an app is traded: its bonding curve or its pool. */
export type AppStage = 'curve' | 'graduated';

/** Which rows of `app_stats s` are of a stage. */
export const IS_IN_STAGE: Record<AppStage, string> = {
  curve: 'NOT s.is_graduated',
  graduated: 's.is_graduated',
};

interface RankedApps {
  /** Columns of `app_stats s`, beside the rank and the launch. */
  readonly columns: string;
  readonly rank: string;
  readonly where: string;
  /** A number, or a parameter. */
  readonly limit: number | string;
  /** Null for all apps. */
  readonly stage?: AppStage | null;
}

const BY_RANK = 'rank DESC, launch_block DESC, launch_log_index DESC';

/**
 * The highest of `app_stats s` by a rank, equal ones newest first, in the order of an index. Each index of a rank begins with
 * whether an app has graduated: a page of a stage passes over no app of the other one. All apps are both, merged.
 */
export function highestApps({ columns, rank, where, limit, stage = null }: RankedApps): string {
  const ofStage = (one: AppStage): string => `
    SELECT ${columns}, ${rank} AS rank, s.launch_block, s.launch_log_index FROM app_stats s
    WHERE ${IS_IN_STAGE[one]} AND ${where}
    ORDER BY ${BY_RANK} LIMIT ${limit}`;
  return stage === null
    ? `SELECT * FROM ((${ofStage('curve')}) UNION ALL (${ofStage('graduated')})) stages ORDER BY ${BY_RANK} LIMIT ${limit}`
    : ofStage(stage);
}
