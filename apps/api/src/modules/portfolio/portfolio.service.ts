import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import {
  CursorError,
  CursorFormat,
  Cursors,
  expectIndexed,
  isBlockHash,
  isBlockHashOrNull,
  isCount,
  type Moment,
} from '@slipway/http';
import { PlatformBalances, UnreachableError } from '@slipway/chain';
import {
  LEDGER_USD_UNIT,
  mapKnown,
  ONE_TOKEN,
  priceTradeOf,
  toJsonNumber,
  unitsToJsonNumber,
  USD_WEI_DECIMALS,
  type Address,
  type AsOf,
  type TradeDigits,
} from '@slipway/domain';
import {
  PortfolioRepository,
  HISTORY_SPANS,
  type PositionRow,
  type RankedPositions,
  type HistoryPeriod,
  type HistoryRow,
} from './portfolio.repository.js';
import type {
  HistoryPointDto,
  PlatformTokenDto,
  PortfolioDto,
  PortfolioHistoryDto,
  PositionDto,
  PositionListDto,
  WalletActivityDto,
  WalletActivityListDto,
} from './portfolio.dto.js';
import { MomentsService } from '../../platform/moments/moments.service.js';
import type { PortfolioSums } from './valuation.sql.js';
import { ActivityRepository, type ActivityRow, type EventPosition } from './activity.repository.js';

/** A list without `limit` is returned whole, up to so many items. */
const WHOLE_LIST = 1_000;

/** The block that a page of positions is of, its time in milliseconds since 1970, and how many came before. */
interface PositionsOffset {
  readonly block: number;
  readonly time: number;
  readonly hash: string;
  readonly offset: number;
}

const positionsFormat = new CursorFormat<PositionsOffset>('portfolio.positions.1', {
  block: isCount,
  // What PostgreSQL can hold, up to the year 9999.
  time: (time): time is number =>
    Number.isInteger(time) && Number(time) >= 0 && Number(time) < 253_402_300_800_000,
  hash: isBlockHash,
  offset: isCount,
});

const activityFormat = new CursorFormat<EventPosition>('portfolio.activity.2', {
  block: isCount,
  logIndex: isCount,
  blockHash: isBlockHashOrNull,
});

/** So long the chain is asked for what a wallet has of the platform token, and again after a pause. */
const BALANCE_WITHIN_MS = 800;

const ASK_AGAIN_MS = 100;

@Injectable()
export class PortfolioService {
  private readonly logger = new Logger(PortfolioService.name);

  constructor(
    private readonly repository: PortfolioRepository,
    private readonly activity: ActivityRepository,
    private readonly cursors: Cursors,
    private readonly balances: PlatformBalances,
    private readonly moments: MomentsService,
  ) {}

  /**
   * A wallet's positions, highest value first: all of them without a limit. Later pages are of the first page's block.
   *
   * @param at a moment that the first page is of; null: now
   * @returns the page, and the cursor of the next one
   */
  async listPositions(
    wallet: Address,
    limit: number | null,
    cursor: string | null,
    at: Moment | null = null,
  ): Promise<{ response: AsOf<PositionListDto>; nextCursor: string | null }> {
    const length = limit ?? WHOLE_LIST;
    const { page, offset } = await this.findPositions(wallet, length + 1, cursor, at);
    const { block, time, hash } = page.asOf;
    const rows = { rows: page.items, limit: length };
    const { items, nextCursor } = this.cursors.page(positionsFormat, wallet, rows, () => ({
      block: Number(block),
      time: time.getTime(),
      hash,
      offset: offset + length,
    }));
    return { response: { asOf: page.asOf, body: { positions: items.map(toPosition) } }, nextCursor };
  }

  async getPortfolio(address: Address): Promise<AsOf<PortfolioDto>> {
    const endsAt = performance.now() + BALANCE_WITHIN_MS;
    for (;;) {
      const { asOf, ...sums } = expectIndexed(await this.repository.readSums(address));
      const balance = await this.balances.read(asOf, address).catch((error: unknown) => error);
      // A node has no block that a reorganisation took, nor one that it has yet to see: soon the index, or the node, is there.
      const maySaySoon = typeof balance !== 'bigint' && !(balance instanceof UnreachableError);
      if (maySaySoon && performance.now() < endsAt) {
        await sleep(ASK_AGAIN_MS);
        continue;
      }
      const platformToken = typeof balance === 'bigint' ? toPlatformToken(balance, sums.oraclePrice) : null;
      if (platformToken === null) {
        // Without the chain the rest of the overview is known.
        const reason = balance instanceof Error ? balance.name : String(balance);
        this.logger.warn({
          message: 'the chain did not say what a wallet has of the platform token',
          reason,
        });
      }
      return { asOf, body: { address, ...toTotals(sums), platformToken } };
    }
  }

  async getHistory(address: Address, period: HistoryPeriod): Promise<AsOf<PortfolioHistoryDto>> {
    const { asOf, points } = expectIndexed(await this.repository.readHistory(address, HISTORY_SPANS[period]));
    return { asOf, body: { address, period, points: points.map(toHistoryPoint) } };
  }

  async listActivity(
    wallet: Address,
    limit: number,
    cursor: string | null,
  ): Promise<AsOf<WalletActivityListDto>> {
    const below = this.cursors.position(activityFormat, wallet, cursor);
    const found = await this.activity.list(wallet, below, limit + 1);
    const { asOf, items: rows } = expectIndexed(found);
    const { items, nextCursor } = this.cursors.page(activityFormat, wallet, { rows, limit }, (last) => last);
    return { asOf, body: { activity: items.map(toActivity), nextCursor } };
  }

  private async findPositions(
    wallet: Address,
    limit: number,
    cursor: string | null,
    at: Moment | null,
  ): Promise<{ page: RankedPositions; offset: number }> {
    const position = this.cursors.position(positionsFormat, wallet, cursor);
    if (position === null) {
      if (at === null)
        return { page: expectIndexed(await this.repository.rankPositions(wallet, limit)), offset: 0 };
      const { found } = await this.moments.read(at, (moment) =>
        this.repository.rankPositionsAt(wallet, moment, 0, limit),
      );
      return { page: found, offset: 0 };
    }
    const { block, time, hash, offset } = position;
    const past = { block, time: new Date(time), hash };
    const page = await this.repository.rankPositionsAt(wallet, past, offset, limit);
    if (page === null) throw new CursorError('cursor_expired');
    return { page, offset };
  }
}

/** A position's figures (docs/http-contract.md section 3, Positions), exact until the last step. */
function toPosition({ token, symbol, balance, ...row }: PositionRow): PositionDto {
  const value = mapKnown(row.value, BigInt);
  const cost = mapKnown(row.cost, BigInt);
  return {
    tokenAddress: token,
    symbol,
    balance,
    ...(value !== null && { valueUsd: toUsd(value) }),
    ...(cost !== null && {
      avgEntryPriceUsd: toJsonNumber({
        numerator: cost * ONE_TOKEN,
        denominator: BigInt(balance) * LEDGER_USD_UNIT,
      }),
    }),
    ...(value !== null && cost !== null && { unrealizedPnlUsd: toUsd(value - cost) }),
  };
}

/** A wallet's totals. Without positions they are 0; with positions of which none has a figure, its total is unknown. */
function toTotals(sums: PortfolioSums): Omit<PortfolioDto, 'address' | 'platformToken'> {
  const total = (sum: string | null): number | null =>
    sums.positions === 0 ? 0 : mapKnown(sum, (known) => toUsd(BigInt(known)));
  return {
    totalValueUsd: total(sums.value),
    totalCostUsd: total(sums.cost),
    unrealizedPnlUsd: total(sums.unrealized),
    realizedPnlUsd: toUsd(BigInt(sums.realized ?? 0)),
    positions: sums.positions,
    pricedPositions: sums.priced,
  };
}

/** What a wallet has of the platform token; its worth is unknown while the feed has no price. */
function toPlatformToken(balance: bigint, oraclePrice: string | null): PlatformTokenDto {
  const units = mapKnown(oraclePrice, (price) => balance * BigInt(price));
  return {
    balance: balance.toString(),
    valueUsd: mapKnown(units, (known) => unitsToJsonNumber(known.toString(), USD_WEI_DECIMALS)),
  };
}

/** The same totals at a moment of a wallet's history. */
function toHistoryPoint(sums: HistoryRow): HistoryPointDto {
  const unrealized = sums.positions === 0 ? '0' : sums.unrealized;
  return {
    timestamp: new Date(sums.at).toISOString(),
    valueUsd: toTotals(sums).totalValueUsd,
    pnlUsd: mapKnown(unrealized, (known) => toUsd(BigInt(known) + BigInt(sums.realized ?? 0))),
  };
}

/** A line of a wallet's activity, as the interface gives it. */
export function toActivity(row: ActivityRow): WalletActivityDto {
  return {
    type: row.type,
    tokenAddress: row.token,
    symbol: row.symbol,
    txHash: row.txHash,
    logIndex: row.logIndex,
    blockNumber: row.block,
    timestamp: new Date(row.time).toISOString(),
    from: row.from,
    to: row.to,
    tokenAmount: row.tokenAmount,
    platformAmount: row.platformAmount,
    priceUsd: tradePrice(row) ?? mapKnown(row.unitValue, (known) => toUsd(BigInt(known))),
    valueUsd: mapKnown(row.value, (known) => toUsd(BigInt(known))),
  };
}

/** A trade's own price in USD; of a share that is too small for one, the whole trade's. */
function tradePrice({ type, oraclePrice, shared, ...own }: ActivityRow): number | null {
  const priceOf = (digits: TradeDigits): number | null => priceTradeOf(type, digits, oraclePrice).priceUsd;
  return priceOf(own) ?? mapKnown(shared, priceOf);
}

/** @param amount with 44 decimals */
export function toUsd(amount: bigint): number {
  return toJsonNumber({ numerator: amount, denominator: LEDGER_USD_UNIT });
}
