import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { CoinGeckoService } from './coingecko.service.js';
import {
  GeckoPageQueryDto,
  GeckoPairDto,
  GeckoTickerDto,
  GeckoTradesDto,
  GeckoTradesQueryDto,
} from './dto/coingecko.dto.js';

const READ = { status: 'proposed', access: 'public', limit: 'read', ignoresUnknownQuery: true } as const;

@ApiTags('Integrations')
@Controller('integrations/coingecko')
export class CoinGeckoController {
  constructor(private readonly gecko: CoinGeckoService) {}

  @Get('pairs')
  @Operation({
    ...READ,
    id: 'listGeckoPairs',
    summary: 'CoinGecko: markets',
    description: 'Apps launched in final blocks, oldest first. `Link` has the next page.',
    response: [GeckoPairDto],
    linksNextPage: true,
  })
  listPairs(@Query() query: GeckoPageQueryDto): Promise<AsOf<GeckoPairDto[]>> {
    return this.gecko.listPairs(query);
  }

  @Get('tickers')
  @Operation({
    ...READ,
    id: 'listGeckoTickers',
    summary: 'CoinGecko: prices and volumes',
    description: 'Of the markets of `GET /integrations/coingecko/pairs`, at the newest final block.',
    response: [GeckoTickerDto],
    linksNextPage: true,
  })
  listTickers(@Query() query: GeckoPageQueryDto): Promise<AsOf<GeckoTickerDto[]>> {
    return this.gecko.listTickers(query);
  }

  @Get('historical_trades')
  @Operation({
    ...READ,
    id: 'listGeckoTrades',
    summary: 'CoinGecko: trades',
    description:
      'The last final trades of a market, on the curve and in the pool; both ends of a range of times included.',
    response: GeckoTradesDto,
    errors: ['not_found'],
  })
  listTrades(@Query() query: GeckoTradesQueryDto): Promise<AsOf<GeckoTradesDto>> {
    return this.gecko.listTrades(query);
  }
}
