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
      "Uniswap's schema of token lists: the platform token, then apps that graduated in final blocks, in that order, 10,000 tokens at most. " +
      'Left out are apps that operators hide, and those that are confusable by name or symbol with one that graduated before. Names and ' +
      'symbols have visible characters only. The minor version grows with each token, the major one when operators change what is public.',
    response: TokenListDto,
  })
  getTokenList(): Promise<AsOf<TokenListDto>> {
    return this.list.get();
  }
}
