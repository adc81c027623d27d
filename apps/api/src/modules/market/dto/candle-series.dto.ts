import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import {
  CANDLE_CURRENCIES,
  CANDLE_INTERVALS,
  type Candle,
  type CandleCurrency,
  type CandleInterval,
  type CandleSeries,
} from '../candles.types.js';

@ApiSchema({ name: 'Candle', description: 'Trade prices and volumes of one interval.' })
export class CandleDto implements Candle {
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When the interval begins.' })
  openTime!: string;

  @ApiProperty({
    type: 'number',
    description: 'Price of the first trade, for one whole token; the close before without one.',
  })
  open!: number;

  @ApiProperty({ type: 'number', description: 'Highest price.' })
  high!: number;

  @ApiProperty({ type: 'number', description: 'Lowest price.' })
  low!: number;

  @ApiProperty({ type: 'number', description: 'Price of the last trade.' })
  close!: number;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      "USD: sum of the gross platform amounts, each at the feed's answer of its block. Null when any trade had none.",
  })
  volumeUsd!: number | null;

  @ApiProperty({
    type: 'string',
    pattern: '^(0|[1-9][0-9]*)$',
    description: 'Sum of the gross platform amounts, wei.',
  })
  volumePlatform!: string;

  @ApiProperty({ type: 'integer', description: 'Number of trades.' })
  trades!: number;

  @ApiProperty({ type: 'boolean', description: 'Whether the interval had ended at `X-As-Of-Time`.' })
  closed!: boolean;
}

@ApiSchema({ name: 'CandleSeries', description: 'Candles, oldest first.' })
export class CandleSeriesDto implements CandleSeries {
  @ApiProperty({ ...ADDRESS_SCHEMA, description: "The app's token, EIP-55." })
  tokenAddress!: Address;

  @ApiProperty({ enum: CANDLE_INTERVALS })
  interval!: CandleInterval;

  @ApiProperty({ enum: CANDLE_CURRENCIES, description: 'What open to close are in.' })
  currency!: CandleCurrency;

  @ApiProperty({ type: [CandleDto] })
  candles!: CandleDto[];
}
