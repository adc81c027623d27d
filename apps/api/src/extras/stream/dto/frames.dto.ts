import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiHash,
  ApiInteger,
  ApiText,
  ApiTime,
  OPTIONAL,
} from '../../../openapi/api-properties.js';
import { MarketActivityDto } from '../../../modules/apps/market-activity/market-activity.dto.js';
import {
  CANDLE_INTERVALS,
  CandleDto,
  type CandleInterval,
} from '../../../modules/market/candles/candles.dto.js';
import { PriceDto } from '../../../modules/market/prices/prices.dto.js';

const FINALITY = {
  enum: ['pending', 'final'],
  description: 'Whether the block can still be taken back.',
};
const BLOCK = 'The block that it is of.';

@ApiSchema({ name: 'HeadFrame', description: 'A block was indexed.' })
class HeadFrameDto {
  @ApiInteger(BLOCK)
  block!: number;

  @ApiHash()
  blockHash!: string;

  @ApiTime('Of the block.')
  timestamp!: string;

  @ApiProperty(FINALITY)
  finality!: string;
}

@ApiSchema({
  name: 'ActivityFrame',
  description: 'A launch, a trade or a graduation, as `GET /activity` has it.',
})
class ActivityFrameDto extends MarketActivityDto {
  @ApiInteger(BLOCK)
  block!: number;

  @ApiHash()
  blockHash!: string;

  @ApiProperty(FINALITY)
  finality!: string;
}

@ApiSchema({ name: 'CandleRow', description: "A whole row of an app's candles in USD." })
class CandleRowDto extends CandleDto {
  @ApiInteger('Of two rows that open at one time the one with the higher number holds.')
  revision!: number;
}

@ApiSchema({ name: 'CandleFrame', description: "A row of an app's candles, in USD, as it is now." })
class CandleFrameDto extends CandleRowDto {
  @ApiAddress("The app's token, EIP-55.")
  tokenAddress!: Address;

  @ApiProperty({ enum: CANDLE_INTERVALS })
  interval!: CandleInterval;

  @ApiInteger(BLOCK)
  block!: number;

  @ApiHash()
  blockHash!: string;

  @ApiProperty(FINALITY)
  finality!: string;
}

@ApiSchema({ name: 'PriceFrame', description: 'A price as `GET /prices` has it.' })
class PriceFrameDto extends PriceDto {
  @ApiInteger(BLOCK)
  block!: number;

  @ApiHash()
  blockHash!: string;

  @ApiProperty(FINALITY)
  finality!: string;
}

@ApiSchema({ name: 'RetractedTrade', description: 'A trade that never was.' })
class RetractedTradeDto {
  @ApiAddress("The app's token, EIP-55.")
  tokenAddress!: Address;

  @ApiInteger('The block that is gone.')
  blockNumber!: number;

  @ApiInteger()
  logIndex!: number;

  @ApiHash()
  txHash!: string;
}

@ApiSchema({ name: 'RetractedAppEvent', description: 'A launch or graduation that never was.' })
class RetractedAppEventDto extends RetractedTradeDto {
  @ApiProperty({ enum: ['launch', 'graduation'] })
  type!: string;
}

@ApiSchema({
  name: 'RetractFrame',
  description: 'A reorganisation took blocks back. More than 250 events are in several frames.',
})
class RetractFrameDto {
  @ApiInteger('The first block that is gone.')
  fromBlock!: number;

  @ApiInteger('The last one.')
  toBlock!: number;

  @ApiHash('Of the block before them.')
  validHash!: string;

  @ApiTime('Of that block: candles that open after it are gone.')
  validTime!: string;

  @ApiProperty({ type: [RetractedTradeDto] })
  trades!: RetractedTradeDto[];

  @ApiProperty({ type: [RetractedAppEventDto] })
  apps!: RetractedAppEventDto[];

  @ApiProperty({ type: [CandleFrameDto], description: 'Rows of your candles as they are now.' })
  candles!: CandleFrameDto[];
}

@ApiSchema({ name: 'FinalizedFrame', description: 'Blocks became final.' })
class FinalizedFrameDto {
  @ApiInteger('The last final block.')
  block!: number;
}

@ApiSchema({ name: 'ResetFrame', description: 'Forget what you have.' })
class ResetFrameDto {
  @ApiProperty({
    enum: ['expired', 'slow'],
    description: '`expired`: snapshots follow. `slow`: you did not read, and are closed.',
  })
  reason!: string;
}

@ApiSchema({ name: 'ShutdownFrame', description: 'The process ends: come again.' })
class ShutdownFrameDto {
  @ApiInteger()
  retryAfterSeconds!: number;
}

@ApiSchema({ name: 'SnapshotHead', description: 'The newest block.' })
class SnapshotHeadDto {
  @ApiInteger()
  block!: number;

  @ApiHash()
  blockHash!: string;

  @ApiTime()
  timestamp!: string;
}

@ApiSchema({ name: 'SnapshotFrame', description: 'What a topic begins with.' })
class SnapshotFrameDto {
  @ApiText('The topic.')
  topic!: string;

  @ApiProperty({ enum: ['latest', 'final'] })
  finality!: string;

  @ApiInteger(BLOCK, OPTIONAL)
  block?: number;

  @ApiProperty({ type: 'string', pattern: '^0x[0-9a-f]{64}$', required: false })
  blockHash?: string;

  @ApiProperty({
    required: false,
    nullable: true,
    type: () => SnapshotHeadDto,
    description:
      'Of `head`; null when no block was indexed since the stream began, or with `finality=final`.',
  })
  head?: SnapshotHeadDto | null;

  @ApiInteger('Of `head`: the last final block; -1 when it is not known yet.', OPTIONAL)
  finalBlock?: number;

  @ApiProperty({ type: [MarketActivityDto], required: false, description: 'The newest 20, newest first.' })
  activity?: MarketActivityDto[];

  @ApiAddress('Of candles.', OPTIONAL)
  tokenAddress?: Address;

  @ApiProperty({ enum: CANDLE_INTERVALS, required: false })
  interval?: CandleInterval;

  @ApiProperty({ enum: ['usd'], required: false })
  currency?: string;

  @ApiProperty({ type: [CandleRowDto], required: false, description: 'The last two.' })
  candles?: CandleRowDto[];

  @ApiProperty({ type: () => PriceDto, required: false })
  price?: PriceDto;
}

/** The data of each event. */
export const FRAMES = {
  snapshot: SnapshotFrameDto,
  head: HeadFrameDto,
  launch: ActivityFrameDto,
  trade: ActivityFrameDto,
  graduation: ActivityFrameDto,
  candle: CandleFrameDto,
  price: PriceFrameDto,
  retract: RetractFrameDto,
  finalized: FinalizedFrameDto,
  reset: ResetFrameDto,
  shutdown: ShutdownFrameDto,
} as const;
