import { ApiProperty } from '@nestjs/swagger';
import { EnumProperty, OptionalWhenAbsent, PatternListProperty } from '@slipway/http';
import { IsString } from 'class-validator';
import { FINALITIES, MOST_TOPICS, TOPIC_PATTERN, type Finality } from '../topics.js';

export class StreamQueryDto {
  @PatternListProperty({
    description:
      '`head`, `apps` (launches and graduations), `trades`, `trades:{token}`, `candles:{token}:{interval}` in USD, `prices:{token}`, `wallet:{address}` (its trades and launches).',
    max: MOST_TOPICS,
    pattern: TOPIC_PATTERN,
    required: true,
  })
  topics!: string[];

  @EnumProperty(FINALITIES, {
    default: 'latest',
    description:
      '`latest` tells of every block at once, and retracts what a reorganisation takes back. `final` tells of blocks when they are ' +
      'final, and retracts nothing; it has no candles and prices.',
  })
  finality: Finality = 'latest';

  @ApiProperty({
    required: false,
    type: 'string',
    maxLength: 64,
    description:
      'The `id` of the last frame that you have: go on after it. A `Last-Event-ID` header goes before it. One that is not ours: `reset`, then snapshots.',
  })
  @OptionalWhenAbsent()
  @IsString()
  since?: string;

  @ApiProperty({
    required: false,
    type: 'string',
    description: 'The header `Last-Event-ID` where an EventSource sets none: polyfills write it here.',
  })
  @OptionalWhenAbsent()
  @IsString()
  lastEventId?: string;
}
