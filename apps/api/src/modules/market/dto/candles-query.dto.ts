import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { BooleanProperty, DateTimeProperty, LimitProperty, OptionalWhenAbsent } from '#http';
import {
  CANDLE_CURRENCIES,
  CANDLE_INTERVALS,
  type CandleCurrency,
  type CandleInterval,
} from '../candles.types.js';

export class CandlesQueryDto {
  @ApiProperty({
    enum: CANDLE_INTERVALS,
    description: 'Length of a candle. Aligned to the Unix epoch: days start at 00:00 UTC.',
  })
  @IsIn(CANDLE_INTERVALS, { message: `must be one of ${CANDLE_INTERVALS.join(', ')}` })
  interval!: CandleInterval;

  @DateTimeProperty(
    'The first candle is the one that holds this time. With it the answer is the first `limit` candles of the range, ' +
      'without it the last.',
  )
  from?: Date;

  @DateTimeProperty('The last candle is the last one that opens before this time. Later than `from`.')
  to?: Date;

  @LimitProperty({ max: 1_000, default: 300 })
  limit: number = 300;

  @ApiPropertyOptional({ enum: CANDLE_CURRENCIES, default: 'usd', description: 'What open to close are in.' })
  @OptionalWhenAbsent()
  @IsIn(CANDLE_CURRENCIES, { message: `must be one of ${CANDLE_CURRENCIES.join(', ')}` })
  currency: CandleCurrency = 'usd';

  @BooleanProperty({ description: 'Whether intervals without a trade have a candle.', default: true })
  fill: boolean = true;
}
