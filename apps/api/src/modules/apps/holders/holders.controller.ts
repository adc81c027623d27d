import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { pastCost } from '../../../platform/moments/past-cost.js';
import { HolderListDto, HoldersQueryDto } from './holders.dto.js';
import { HoldersService } from './holders.service.js';

@ApiTags('Apps')
@Controller('apps/:tokenAddress/holders')
export class HoldersController {
  constructor(private readonly holders: HoldersService) {}

  @Get()
  @Operation({
    id: 'listHolders',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    cost: pastCost('block'),
    summary: 'Holders of an app',
    description:
      'Addresses with a balance, richest first; equal ones by address as a number, highest first. All pages are of the first ' +
      "one's block: `nextCursor` is good for 5 minutes and while the chain has that block, then it is `details.reason: " +
      '"cursor_expired"`. A list with `block` never changes.',
    response: HolderListDto,
    csv: true,
    errors: ['not_found', 'upstream_unavailable'],
  })
  listHolders(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() { limit, cursor, block }: HoldersQueryDto,
  ): Promise<AsOf<HolderListDto>> {
    return block === undefined
      ? this.holders.list(tokenAddress, limit, cursor ?? null)
      : this.holders.listAt(tokenAddress, block, limit, cursor ?? null);
  }
}
