import { Injectable } from '@nestjs/common';
import { PrismaService } from '@slipway/database';
import type { Address, AsOfBlock } from '@slipway/domain';
import { HISTORY_LOOK_UPS, type HistorySpan } from './history-span.js';
import { PORTFOLIO_HISTORY } from './portfolio-history.sql.js';
import { PORTFOLIO_SUMS, POSITIONS_AT, POSITIONS_NOW } from './portfolio.sql.js';
import type { ActivityRow, HistoryRow, PortfolioNow, PositionRow } from './types/portfolio.types.js';
import { mergeClaims } from './merge-claims.js';
import { WALLET_EVENTS } from './wallet-claims.sql.js';

/** The block that pages of positions are of. */
export interface RankedBlock {
  readonly block: number;
  readonly time: Date;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

/** A page of a wallet's positions at a block. */
export interface RankedPositions {
  readonly asOf: AsOfBlock;
  readonly items: readonly PositionRow[];
}

/** An event's position in the chain, and the block that was there: 64 hexadecimal digits, null once it is final. */
export interface EventPosition {
  readonly block: number;
  readonly blockHash: string | null;
  readonly logIndex: number;
}

/** Reads wallets' positions and their ledger. Null means that nothing is indexed yet, unless said otherwise. */
@Injectable()
export class PortfolioRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The first positions of a wallet as they are now. */
  rankPositions(wallet: Address, limit: number): Promise<RankedPositions | null> {
    return this.prisma.$runAsOf(POSITIONS_NOW, wallet, limit);
  }

  /** Positions of a wallet as they were at a block; null when that block is not in the index (any more). */
  async rankPositionsAt(
    wallet: Address,
    { block, time, hash }: RankedBlock,
    offset: number,
    limit: number,
  ): Promise<RankedPositions | null> {
    const [row] = await this.prisma.$run(POSITIONS_AT, wallet, offset, limit, block, hash);
    return row === undefined ? null : { ...row, asOf: { block: BigInt(block), time, hash, version: hash } };
  }

  readSums(wallet: Address): Promise<(PortfolioNow & { asOf: AsOfBlock }) | null> {
    return this.prisma.$runAsOf(PORTFOLIO_SUMS, wallet);
  }

  /** A wallet's sums over time, oldest first; none for a wallet without events. */
  readHistory(
    wallet: Address,
    { seconds, steps }: HistorySpan,
  ): Promise<{ asOf: AsOfBlock; points: readonly HistoryRow[] } | null> {
    return this.prisma.$runAsOf(PORTFOLIO_HISTORY, wallet, seconds, steps, HISTORY_LOOK_UPS);
  }

  /** A wallet's events, newest first, from below a position. */
  async listActivity(
    wallet: Address,
    below: EventPosition | null,
    limit: number,
  ): Promise<{ asOf: AsOfBlock; items: readonly ActivityRow[] } | null> {
    const { block = null, logIndex = null, blockHash = null } = below ?? {};
    const found = await this.prisma.$runAsOf(WALLET_EVENTS, wallet, block, logIndex, limit, blockHash);
    return found === null ? null : { asOf: found.asOf, items: mergeClaims(found, limit) };
  }
}
