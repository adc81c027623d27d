import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { AggregatorsService } from './aggregators.service.js';
import {
  AssetQueryDto,
  BlockRangeQueryDto,
  DexAssetResponseDto,
  DexEventsDto,
  DexLatestBlockDto,
  DexPairResponseDto,
  PairQueryDto,
} from './dto/dex.dto.js';

const READ = { status: 'proposed', access: 'public', limit: 'read', ignoresUnknownQuery: true } as const;

@ApiTags('Integrations')
@Controller('integrations/dexscreener')
export class DexScreenerController {
  constructor(private readonly aggregators: AggregatorsService) {}

  @Get('latest-block')
  @Operation({
    ...READ,
    id: 'getDexScreenerLatestBlock',
    summary: 'DEX Screener: the newest final block',
    description:
      'DEX Screener Adapter 1.1. `GET /integrations/dexscreener/events` has all events up to this block, and no reorganisation takes one back.',
    response: DexLatestBlockDto,
  })
  getLatestBlock(): Promise<AsOf<DexLatestBlockDto>> {
    return this.aggregators.latestBlock();
  }

  @Get('asset')
  @Operation({
    ...READ,
    id: 'getDexScreenerAsset',
    summary: 'DEX Screener: a token',
    description: 'DEX Screener Adapter 1.1. Apps that operators hide are not there.',
    response: DexAssetResponseDto,
    errors: ['not_found'],
  })
  async getAsset(@Query() { id }: AssetQueryDto): Promise<AsOf<DexAssetResponseDto>> {
    const { asOf, body } = await this.aggregators.getAsset(id);
    const { id: token, name, symbol, totalSupply } = body.asset;
    const asset = { id: token, name, symbol, ...(totalSupply !== undefined && { totalSupply }) };
    return { asOf, body: { asset } };
  }

  @Get('pair')
  @Operation({
    ...READ,
    id: 'getDexScreenerPair',
    summary: 'DEX Screener: a market',
    description:
      'DEX Screener Adapter 1.1. A curve is a market from the launch to the graduation, the pool from then on.',
    response: DexPairResponseDto,
    errors: ['not_found'],
  })
  getPair(@Query() { id }: PairQueryDto): Promise<AsOf<DexPairResponseDto>> {
    return this.aggregators.getPair(id);
  }

  @Get('events')
  @Operation({
    ...READ,
    id: 'listDexScreenerEvents',
    summary: 'DEX Screener: trades and liquidity of a range of blocks',
    description:
      'DEX Screener Adapter 1.1: every event of the blocks, both ends included, in order; a graduation is an `exit` of all ' +
      'that the curve holds and the first `join` of the pool. At most 10,000 blocks, and 2,000 events unless it is one ' +
      'block: a 400 names the last `toBlock` that fits. Beyond the latest block it is 422 `block_not_final`.',
    response: DexEventsDto,
    errors: ['block_not_final'],
  })
  listEvents(@Query() { fromBlock, toBlock }: BlockRangeQueryDto): Promise<AsOf<DexEventsDto>> {
    return this.aggregators.listEvents(fromBlock, toBlock);
  }
}
