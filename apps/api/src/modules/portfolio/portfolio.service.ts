import { Injectable } from '@nestjs/common';
import { CursorError, Cursors, expectIndexed } from '#http';
import { mapKnown, type Address, type Answer } from '#values';
import type { PortfolioDto, PortfolioHistoryDto, PositionListDto } from './dto/portfolio.dto.js';
import type { WalletActivityListDto } from './dto/wallet-activity.dto.js';
import { HISTORY_SPANS } from './history-span.js';
import { activityCursor, positionsCursor } from './portfolio-cursors.js';
import { PortfolioRepository, type RankedPositions } from './portfolio.repository.js';
import type { HistoryPeriod } from './portfolio.types.js';
import { toHistoryPoint, toPosition, toTotals } from './position-figures.js';
import { toActivity } from './wallet-activity.js';

/** A list without `limit` answers whole, up to so many items. */
const WHOLE_LIST = 1_000;

@Injectable()
export class PortfolioService {
  constructor(
    private readonly repository: PortfolioRepository,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A wallet's positions, highest value first: all of them without a limit. Later pages are of the first page's block.
   *
   * @returns the page, and the cursor of the next one
   */
  async listPositions(
    wallet: Address,
    limit: number | null,
    cursor: string | null,
  ): Promise<{ answer: Answer<PositionListDto>; nextCursor: string | null }> {
    const length = limit ?? WHOLE_LIST;
    // One more than the page, which tells whether there is a next one.
    const { page, offset } = await this.findPositions(wallet, length + 1, cursor);
    const items = page.items.slice(0, length);
    const isLast = page.items.length <= length;
    return {
      answer: { asOf: page.asOf, body: { positions: items.map(toPosition) } },
      nextCursor: isLast
        ? null
        : this.cursors.encode(positionsCursor, { wallet, block: page.block, offset: offset + length }),
    };
  }

  async getPortfolio(address: Address): Promise<Answer<PortfolioDto>> {
    const { asOf, ...sums } = expectIndexed(await this.repository.readSums(address));
    return { asOf, body: { address, ...toTotals(sums) } };
  }

  async getHistory(address: Address, period: HistoryPeriod): Promise<Answer<PortfolioHistoryDto>> {
    const { asOf, points } = expectIndexed(await this.repository.readHistory(address, HISTORY_SPANS[period]));
    return { asOf, body: { address, period, points: points.map(toHistoryPoint) } };
  }

  async listActivity(
    wallet: Address,
    limit: number,
    cursor: string | null,
  ): Promise<Answer<WalletActivityListDto>> {
    const below = mapKnown(cursor, (text) => this.cursors.decode(activityCursor, text));
    if (below !== null && below.wallet !== wallet) throw new CursorError('cursor_invalid');
    const { asOf, items: found } = expectIndexed(
      await this.repository.listActivity(wallet, below, limit + 1),
    );
    const items = found.slice(0, limit);
    const last = items.at(-1);
    const nextCursor =
      found.length <= limit || last === undefined
        ? null
        : this.cursors.encode(activityCursor, { wallet, ...last });
    return { asOf, body: { activity: items.map(toActivity), nextCursor } };
  }

  private async findPositions(
    wallet: Address,
    limit: number,
    cursor: string | null,
  ): Promise<{ page: RankedPositions; offset: number }> {
    if (cursor === null) {
      return { page: expectIndexed(await this.repository.rankPositions(wallet, limit)), offset: 0 };
    }
    const place = this.cursors.decode(positionsCursor, cursor);
    if (place.wallet !== wallet) throw new CursorError('cursor_invalid');
    const page = await this.repository.rankPositionsAt(wallet, place.block, place.offset, limit);
    if (page === null) throw new CursorError('cursor_expired');
    return { page, offset: place.offset };
  }
}
