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
      'Addresses with a balance, richest first; equal ones by address as a number, highest first. The first page is of the newest ' +
      'block; `nextCursor` lists the holders as they were at that block, which every page names in `X-As-Of-Block`: ' +
      'balances add up to the total supply. After 5 minutes, and when the chain ' +
      'gave up its block, its cursors are refused with `details.reason: "cursor_expired"`. ' +
      'With `block` they are those of then: such a list never changes.',
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
