import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation, PageQueryDto } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { HolderListDto } from './holders.dto.js';
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
    summary: 'Holders of an app',
    description:
      'Addresses with a balance, richest first; equal ones by address as a number, highest first. The first page is of the newest ' +
      'block; `nextCursor` lists the holders as they were at that block, which every page names in `X-As-Of-Block`, ' +
      'whatever happens meanwhile: the balances of all pages add up to the total supply. Pagination may take 5 minutes; ' +
      'after that, and when the chain gave up its block, its cursors are refused with `details.reason: "cursor_expired"`.',
    response: HolderListDto,
    csv: true,
    errors: ['not_found'],
  })
  listHolders(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() { limit, cursor }: PageQueryDto,
  ): Promise<AsOf<HolderListDto>> {
    return this.holders.list(tokenAddress, limit, cursor ?? null);
  }
}
