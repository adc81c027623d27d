import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import type { Address, Answer, AsOf } from '#values';
import { HISTORY_LIMITS, type HistorySpan } from './history-span.js';
import { PORTFOLIO_HISTORY } from './portfolio-history.sql.js';
import { PORTFOLIO_SUMS, POSITIONS_AT, POSITIONS_NOW, WALLET_ACTIVITY } from './portfolio.sql.js';
import type { ActivityFacts, HistoryFacts, PortfolioSums, PositionFacts } from './portfolio.types.js';

/** The block that a walk over positions is of. */
export interface RankedBlock {
  readonly number: number;
  readonly time: Date;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

/** A page of a wallet's positions at a block. */
export interface RankedPositions {
  readonly block: RankedBlock;
  readonly asOf: AsOf;
  readonly items: readonly PositionFacts[];
}

/** An event's place in the chain, and the block that was there: 64 hexadecimal digits, null once it is final. */
export interface EventPosition {
  readonly block: number;
  readonly blockHash: string | null;
  readonly logIndex: number;
}

type Ranking = Pick<RankedPositions, 'items'>;

/** Reads wallets' positions and their ledger. Null means that nothing is indexed yet, unless said otherwise. */
@Injectable()
export class PortfolioRepository {
  constructor(private readonly pool: Pool) {}

  /** The first positions of a wallet as they are now. */
  async rankPositions(wallet: Address, limit: number): Promise<RankedPositions | null> {
    const { rows } = await this.pool.query<HeadRow & Ranking & { block_hash: string }>({
      ...POSITIONS_NOW,
      values: [wallet, limit],
    });
    const row = rows[0];
    if (row === undefined) return null;
    const block = { number: Number(row.block_number), time: row.block_time, hash: row.block_hash };
    return { block, asOf: toIndexedHead(row), items: row.items };
  }

  /** Positions of a wallet as they were at a block; null when that block is not in the index (any more). */
  async rankPositionsAt(
    wallet: Address,
    block: RankedBlock,
    offset: number,
    limit: number,
  ): Promise<RankedPositions | null> {
    const { rows } = await this.pool.query<Ranking>({
      ...POSITIONS_AT,
      values: [wallet, offset, limit, block.number, block.time, block.hash],
    });
    const row = rows[0];
    if (row === undefined) return null;
    return { ...row, block, asOf: { block: BigInt(block.number), time: block.time, version: block.hash } };
  }

  async readSums(wallet: Address): Promise<Answer<PortfolioSums> | null> {
    const { rows } = await this.pool.query<HeadRow & PortfolioSums>({ ...PORTFOLIO_SUMS, values: [wallet] });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), body: row };
  }

  /** A wallet's sums over time, oldest first; none for a wallet without events. */
  async readHistory(
    wallet: Address,
    { seconds, steps }: HistorySpan,
  ): Promise<Answer<readonly HistoryFacts[]> | null> {
    const { rows } = await this.pool.query<HeadRow & { points: HistoryFacts[] }>({
      ...PORTFOLIO_HISTORY,
      values: [wallet, seconds, steps, HISTORY_LIMITS.values, HISTORY_LIMITS.lookUps, HISTORY_LIMITS.days],
    });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), body: row.points };
  }

  /** A wallet's events, newest first, from below a place. */
  async listActivity(
    wallet: Address,
    below: EventPosition | null,
    limit: number,
  ): Promise<Answer<readonly ActivityFacts[]> | null> {
    const { rows } = await this.pool.query<HeadRow & { items: ActivityFacts[] }>({
      ...WALLET_ACTIVITY,
      values: [wallet, below?.block ?? null, below?.logIndex ?? null, limit, below?.blockHash ?? null],
    });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), body: row.items };
  }
}
