import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { BooleanProperty, DateTimeProperty, EnumProperty, LimitProperty } from '@slipway/http';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiAmount,
  ApiBoolean,
  ApiInteger,
  ApiNumber,
  ApiTime,
  NULLABLE,
} from '../../../openapi/api-properties.js';
import {
  CANDLE_CURRENCIES,
  CANDLE_INTERVALS,
  type CandleCurrency,
  type CandleInterval,
} from './candles.repository.js';

export { CANDLE_INTERVALS, type CandleInterval };

export class CandlesQueryDto {
  @EnumProperty(CANDLE_INTERVALS, {
    description: 'Length of a candle. Days start at 00:00 UTC, weeks on Mondays.',
    required: true,
  })
  interval!: CandleInterval;

  @DateTimeProperty(
    'The first candle is the one that holds this time. With it the response is the first `limit` candles of the range, ' +
      'without it the last.',
  )
  from?: Date;

  @DateTimeProperty('The last candle is the last one that opens before this time. Later than `from`.')
  to?: Date;

  @LimitProperty({ max: 1_000, default: 300 })
  limit: number = 300;

  @EnumProperty(CANDLE_CURRENCIES, { default: 'usd', description: 'What open to close are in.' })
  currency: CandleCurrency = 'usd';

  @BooleanProperty({ description: 'Whether intervals without a trade have a candle.', default: true })
  fill: boolean = true;
}

@ApiSchema({ name: 'Candle', description: 'Marginal prices and volumes of one interval.' })
export class CandleDto {
  @ApiTime('When the interval begins.')
  openTime!: string;

  @ApiNumber(
    'Marginal price when the interval begins, for one whole token: the close before. Of the first candle, the launch price.',
  )
  open!: number;

  @ApiNumber(
    "Highest marginal price, the open included; in USD each at the last of the feed's answers in its block.",
  )
  high!: number;

  @ApiNumber('Lowest marginal price, the open included.')
  low!: number;

  @ApiNumber(
    'Marginal price when the interval ends; of the candle that is not `closed`, at `X-As-Of-Block`. Without a price of the feed, at its last one.',
  )
  close!: number;

  @ApiNumber(
    "USD: sum of the gross platform amounts, each at the feed's price of its block. Null when any trade had none.",
    NULLABLE,
  )
  volumeUsd!: number | null;

  @ApiAmount('Sum of the gross platform amounts, wei.')
  volumePlatform!: string;

  @ApiInteger('Number of trades.')
  trades!: number;

  @ApiBoolean('Whether the interval had ended at `X-As-Of-Time`.')
  closed!: boolean;
}

@ApiSchema({ name: 'CandleSeries', description: 'Candles, oldest first.' })
export class CandleSeriesDto {
  @ApiAddress("The app's token, EIP-55.")
  tokenAddress!: Address;

  @ApiProperty({ enum: CANDLE_INTERVALS })
  interval!: CandleInterval;

  @ApiProperty({ enum: CANDLE_CURRENCIES, description: 'What open to close are in.' })
  currency!: CandleCurrency;

  @ApiProperty({ type: [CandleDto] })
  candles!: CandleDto[];
}
