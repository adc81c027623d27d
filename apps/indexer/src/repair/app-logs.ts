import type { Hex } from 'viem';
import type { ChainEvent, EventTable } from '@slipway/chain';
import type { Deployment } from '@slipway/protocols';
import { addressOfId, idOfAddress } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { isAfter, placeOf, type Position } from '../decode/rows.js';
import type { Session } from '../postgres/session.js';
import type { FeedPhases } from '../registry/feed-phases.js';
import { readFeedPhases } from '../tables/feed-phases.js';

interface AppPool extends Position {
  readonly pool: Address;
}

interface IndexedApp {
  readonly launched: number;
  readonly pool: AppPool | null;
}

/** Which logs an app has, or the feed, and which of them the index knows: each such log has a row at its place. */
export class AppLogs {
  private constructor(
    private readonly session: Session,
    private readonly deployment: Deployment,
    readonly app: Address,
    /** Null: the index does not know its launch. */
    readonly indexed: IndexedApp | null,
    private readonly fresh: readonly ChainEvent[],
    private readonly feeds: FeedPhases,
  ) {}

  /** @param fresh events of blocks that are not written yet */
  static async read(
    session: Session,
    deployment: Deployment,
    app: Address,
    fresh: readonly ChainEvent[],
  ): Promise<AppLogs> {
    const { rows } = await session.query<{
      launched: number;
      pool: Address | null;
      block: number;
      log: number;
    }>(
      `SELECT apps.block_number AS launched, ${addressOfId('pool_id')} AS pool, graduated_block AS block,
        graduation_log_index AS log
      FROM apps LEFT JOIN curves USING (token_id) WHERE token_id = ${idOfAddress('$1::text')}`,
      [app],
    );
    const [row] = rows;
    const graduation = fresh.find((event) => event.name === 'Graduated' && event.token === app);
    let pool: AppPool | null = null;
    if (typeof row?.pool === 'string') pool = { pool: row.pool, blockNumber: row.block, logIndex: row.log };
    else if (graduation?.name === 'Graduated') pool = { ...graduation, pool: graduation.pair };
    const indexed = row === undefined ? null : { launched: row.launched, pool };
    return new AppLogs(session, deployment, app, indexed, fresh, await readFeedPhases(session));
  }

  get events(): EventTable {
    return this.deployment.protocol.events;
  }

  private get isFeed(): boolean {
    return this.feeds.aggregators.has(this.app);
  }

  /** Contracts that log for nobody else: a block's bloom names one of them when it lacks a log. */
  get own(): Hex[] {
    const pool = this.indexed?.pool ?? null;
    return pool === null ? [this.app] : [this.app, pool.pool];
  }

  get contracts(): Hex[] {
    return this.isFeed ? this.own : [...this.own, this.deployment.launchpad];
  }

  /** Whether a log of these contracts has a row of its own. Of an app that is not indexed nothing has, and its launch lacks. */
  private isOurs(event: ChainEvent): boolean {
    if (this.indexed === null)
      return (
        event.name === 'Launched' && event.contract === this.deployment.launchpad && event.token === this.app
      );
    if (event.name === 'Transfer') return event.contract === this.app;
    if (event.name === 'Sync') {
      const pool = this.indexed.pool;
      return event.contract === pool?.pool && isAfter(event, pool);
    }
    if (event.contract !== this.deployment.launchpad) return false;
    // What its trades pay is all apps' business.
    return event.name === 'FeeChanged' || ('token' in event && event.token === this.app);
  }

  /** Of some events those of the app that the index does not know. */
  async unknownOf(events: readonly (ChainEvent | null)[], from: number, to: number): Promise<ChainEvent[]> {
    const all = events.filter((event) => event !== null);
    const answers = this.feeds.lastAnswers(all);
    const ours = all.filter((event) => (this.isFeed ? answers.has(event) : this.isOurs(event)));
    if (ours.length === 0) return [];
    const known = await this.known(from, to);
    return ours.filter((event) => !known.has(placeOf(event)));
  }

  private async known(from: number, to: number): Promise<Set<number>> {
    const within = 'block_number BETWEEN $2 AND $3';
    const id = idOfAddress('$1::text');
    const statement = this.isFeed
      ? `SELECT block_number::float8 AS block, log_index AS log FROM oracle_prices WHERE $1::text <> '' AND ${within}`
      : `SELECT block_number::float8 AS block, log_index AS log FROM transfers WHERE token_id = ${id} AND ${within}
        UNION SELECT block_number, log_index FROM reserves WHERE token_id = ${id} AND ${within}
        UNION SELECT block_number, log_index FROM curve_fees WHERE ${within}`;
    const { rows } = await this.session.query<{ block: number; log: number }>(statement, [
      this.app,
      from,
      to,
    ]);
    return new Set([
      ...rows.map(({ block, log }) => placeOf({ blockNumber: block, logIndex: log })),
      ...this.fresh.map(placeOf),
    ]);
  }
}
