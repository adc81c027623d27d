import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { AppService } from './app.service.js';
import { AppDetailDto } from './app.dto.js';

@ApiTags('Apps')
@Controller('apps')
export class AppController {
  constructor(private readonly service: AppService) {}

  @Get(':tokenAddress')
  @Operation({
    id: 'getApp',
    status: 'stable',
    access: 'public',
    limit: 'read',
    summary: 'One app',
    description:
      'An app by its token: everything a list shows, and what only its own page needs. A hidden app is returned, ' +
      'with `hidden: true`.',
    response: AppDetailDto,
    errors: ['not_found'],
  })
  get(@AddressParam('tokenAddress', "The app's token.") tokenAddress: Address): Promise<AsOf<AppDetailDto>> {
    return this.service.get(tokenAddress);
  }
}
