import type { Rows } from '../decode/rows.js';
import { toColumns } from '../postgres/columns.js';
import type { BalanceChange } from './past-balances.js';
import type { Session } from '../postgres/session.js';

/** What a range does to an app's statistics: reserves are set, the rest is added. */
interface StatsChange {
  platform: bigint | null;
  tokens: bigint | null;
  pricedAt: Date | null;
  platform24h: bigint | null;
  tokens24h: bigint | null;
  volume: bigint;
  /** Trades whose USD is not known. */
  unpriced: number;
  trending: bigint;
  holders: number;
}

/** What a range does to the statistics of apps, gathered so that each is written once. */
export class StatsChanges {
  private readonly byToken = new Map<string, StatsChange>();

  of(token: string): StatsChange {
    let change = this.byToken.get(token);
    if (change === undefined) {
      change = noChange();
      this.byToken.set(token, change);
    }
    return change;
  }

  addHolders(balances: readonly BalanceChange[]): void {
    for (const { token, before, after } of balances) {
      const more = Number(after > 0n) - Number(before > 0n);
      if (more !== 0) this.of(token).holders += more;
    }
  }

  get all(): [string, StatsChange][] {
    return [...this.byToken];
  }

  /** The sums so far, which are then forgotten here. */
  takeSums(): [string, StatsChange][] {
    return this.all.map(([token, change]) => {
      const { volume, trending } = change;
      Object.assign(change, { volume: 0n, trending: 0n });
      return [token, { ...noChange(), volume, trending }];
    });
  }
}

function noChange(): StatsChange {
  return {
    platform: null,
    tokens: null,
    pricedAt: null,
    platform24h: null,
    tokens24h: null,
    volume: 0n,
    unpriced: 0,
    trending: 0n,
    holders: 0,
  };
}

/** Rows for new apps, whose figures come with the range's changes. */
export async function openStats(session: Session, apps: Rows['apps']): Promise<void> {
  if (apps.length === 0) return;
  await session.query({
    name: 'open-stats',
    text: `
      INSERT INTO app_stats (token, creator, launch_block, launch_log_index, platform_reserve, token_reserve, priced_at)
      SELECT token, creator, launch_block, launch_log_index, 0, 0, launched_at
      FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::timestamptz[])
        AS opened (token, creator, launch_block, launch_log_index, launched_at)`,
    values: toColumns(apps, [
      (app) => app.token,
      (app) => app.creator,
      (app) => app.blockNumber,
      (app) => app.logIndex,
      (app) => app.time,
    ]),
  });
}

/** Writes what was gathered, one row an app. */
export async function writeStats(
  session: Session,
  changes: readonly (readonly [string, StatsChange])[],
): Promise<void> {
  if (changes.length === 0) return;
  await session.query({
    name: 'change-stats',
    text: `
      UPDATE app_stats SET
        platform_reserve = coalesce(change.platform, app_stats.platform_reserve),
        token_reserve = coalesce(change.tokens, app_stats.token_reserve),
        priced_at = coalesce(change.priced_at, app_stats.priced_at),
        platform_reserve_24h = coalesce(change.platform_24h, app_stats.platform_reserve_24h),
        token_reserve_24h = coalesce(change.tokens_24h, app_stats.token_reserve_24h),
        volume_usd_24h = app_stats.volume_usd_24h + change.volume,
        unpriced_24h = app_stats.unpriced_24h + change.unpriced,
        trending = app_stats.trending + change.trending,
        holders = app_stats.holders + change.holders
      FROM unnest($1::text[], $2::numeric[], $3::numeric[], $4::timestamptz[], $5::numeric[], $6::numeric[],
        $7::numeric[], $8::numeric[], $9::int[], $10::int[])
        AS change (token, platform, tokens, priced_at, platform_24h, tokens_24h, volume, trending, holders, unpriced)
      WHERE app_stats.token = change.token`,
    values: toColumns(changes, [
      ([token]) => token,
      ([, change]) => change.platform,
      ([, change]) => change.tokens,
      ([, change]) => change.pricedAt,
      ([, change]) => change.platform24h,
      ([, change]) => change.tokens24h,
      ([, change]) => change.volume,
      ([, change]) => change.trending,
      ([, change]) => change.holders,
      ([, change]) => change.unpriced,
    ]),
  });
}

/** Brings the counts of holders back with the balances. */
export async function countHolders(session: Session, balances: readonly BalanceChange[]): Promise<void> {
  const changes = new StatsChanges();
  changes.addHolders(balances);
  await writeStats(session, changes.all);
}
