import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, nextLink, Operation, PageQueryDto } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { Address, AsOf } from '@slipway/domain';
import {
  HistoryQueryDto,
  PortfolioDto,
  PortfolioHistoryDto,
  PositionListDto,
  PositionsQueryDto,
  WalletActivityListDto,
} from './portfolio.dto.js';
import { pastCost } from '../../platform/moments/past-cost.js';
import { PortfolioService } from './portfolio.service.js';

const ownRead = { status: 'proposed', access: 'owner', limit: 'read', asOf: true } as const;

const OWN_ADDRESS = "The token's own wallet.";

@ApiTags('Portfolio')
@Controller('portfolio/:address')
export class PortfolioController {
  constructor(
    private readonly service: PortfolioService,
    private readonly settings: Settings,
  ) {}

  @Get('positions')
  @Operation({
    ...ownRead,
    id: 'listPositions',
    cost: pastCost('at'),
    linksNextPage: true,
    summary: 'Positions of a wallet',
    description:
      'Every app token that the wallet holds, highest value first, those without a price last; what is not known is absent. ' +
      'Whole without `limit`, up to 1,000; with it, or beyond, `Link` names the next page, which is of the same block: ' +
      '`details.reason: "cursor_expired"` when the chain gave that up.',
    response: PositionListDto,
    errors: ['upstream_unavailable'],
    csv: true,
  })
  async listPositions(
    @AddressParam('address', OWN_ADDRESS) address: Address,
    @Query() { limit, cursor, at }: PositionsQueryDto,
  ): Promise<AsOf<PositionListDto>> {
    const { response, nextCursor } = await this.service.listPositions(
      address,
      limit ?? null,
      cursor ?? null,
      at ?? null,
    );
    return {
      ...response,
      link: nextLink(`${this.settings.publicBaseUrl}/portfolio/${address}/positions`, {
        limit,
        cursor: nextCursor,
      }),
    };
  }

  @Get()
  @Operation({
    ...ownRead,
    id: 'getPortfolio',
    summary: "A wallet's totals",
    description:
      'What the positions of a wallet add up to, and the profit that its sales have realised. A wallet that never ' +
      'held anything has zeros.',
    response: PortfolioDto,
  })
  getPortfolio(@AddressParam('address', OWN_ADDRESS) address: Address): Promise<AsOf<PortfolioDto>> {
    return this.service.getPortfolio(address);
  }

  @Get('history')
  @Operation({
    ...ownRead,
    id: 'getPortfolioHistory',
    limit: 'heavy',
    summary: "A wallet's value over time",
    description:
      'The overview at evenly spaced moments, oldest first, the last of `X-As-Of-Time`: at most 200, fewer for wallets with ' +
      'more than 250 positions (those left included) or very busy ones. Empty for a wallet that never held anything.',
    response: PortfolioHistoryDto,
  })
  getHistory(
    @AddressParam('address', OWN_ADDRESS) address: Address,
    @Query() { period }: HistoryQueryDto,
  ): Promise<AsOf<PortfolioHistoryDto>> {
    return this.service.getHistory(address, period);
  }

  @Get('activity')
  @Operation({
    ...ownRead,
    id: 'listPortfolioActivity',
    summary: 'What a wallet did, and what happened to it',
    description:
      'Newest first; a trade or a claim is one item, without the transfer that carried its tokens. Transfers of nothing are ' +
      "left out: any contract may log one in any wallet's name. When a reorganisation has undone a cursor's block, the next " +
      'page begins at the newest event.',
    response: WalletActivityListDto,
    csv: true,
  })
  listActivity(
    @AddressParam('address', OWN_ADDRESS) address: Address,
    @Query() { limit, cursor }: PageQueryDto,
  ): Promise<AsOf<WalletActivityListDto>> {
    return this.service.listActivity(address, limit, cursor ?? null);
  }
}
