import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { TokenListDto } from './dto/token-list.dto.js';
import { TokenListService } from './token-list.service.js';

@ApiTags('Integrations')
@Controller('integrations')
export class TokenListController {
  constructor(private readonly list: TokenListService) {}

  @Get('tokenlist.json')
  @Operation({
    id: 'getTokenList',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    ignoresUnknownQuery: true,
    summary: 'Token list of graduated apps',
    description:
      "Uniswap's schema: the platform token, then apps that graduated in final blocks, in that order, at most 10,000; " +
      'without hidden ones, and those confusable by name or symbol with an earlier one. The minor version grows with each ' +
      'token, the major one when operators change what is public.',
    response: TokenListDto,
  })
  getTokenList(): Promise<AsOf<TokenListDto>> {
    return this.list.get();
  }
}
