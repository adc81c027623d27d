import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { AggregatorsService } from './aggregators.service.js';
import {
  AssetQueryDto,
  BlockRangeQueryDto,
  GeckoAssetResponseDto,
  DexEventsDto,
  DexLatestBlockDto,
  DexPairResponseDto,
  PairQueryDto,
} from './dto/dex.dto.js';

const READ = { status: 'proposed', access: 'public', limit: 'read', ignoresUnknownQuery: true } as const;

@ApiTags('Integrations')
@Controller('integrations/geckoterminal')
export class GeckoTerminalController {
  constructor(private readonly aggregators: AggregatorsService) {}

  @Get('latest-block')
  @Operation({
    ...READ,
    id: 'getGeckoTerminalLatestBlock',
    summary: 'GeckoTerminal: the newest final block',
    description: 'As `GET /integrations/dexscreener/latest-block`.',
    response: DexLatestBlockDto,
  })
  getLatestBlock(): Promise<AsOf<DexLatestBlockDto>> {
    return this.aggregators.latestBlock();
  }

  @Get('asset')
  @Operation({
    ...READ,
    id: 'getGeckoTerminalAsset',
    summary: 'GeckoTerminal: a token',
    description: 'As `GET /integrations/dexscreener/asset`, with decimals.',
    response: GeckoAssetResponseDto,
    errors: ['not_found'],
  })
  getAsset(@Query() { id }: AssetQueryDto): Promise<AsOf<GeckoAssetResponseDto>> {
    return this.aggregators.getAsset(id);
  }

  @Get('pair')
  @Operation({
    ...READ,
    id: 'getGeckoTerminalPair',
    summary: 'GeckoTerminal: a market',
    description: 'As `GET /integrations/dexscreener/pair`.',
    response: DexPairResponseDto,
    errors: ['not_found'],
  })
  getPair(@Query() { id }: PairQueryDto): Promise<AsOf<DexPairResponseDto>> {
    return this.aggregators.getPair(id);
  }

  @Get('events')
  @Operation({
    ...READ,
    id: 'listGeckoTerminalEvents',
    summary: 'GeckoTerminal: trades and liquidity of a range of blocks',
    description: 'As `GET /integrations/dexscreener/events`: the same view, limits and errors.',
    response: DexEventsDto,
    errors: ['block_not_final'],
  })
  listEvents(@Query() { fromBlock, toBlock }: BlockRangeQueryDto): Promise<AsOf<DexEventsDto>> {
    return this.aggregators.listEvents(fromBlock, toBlock);
  }
}
