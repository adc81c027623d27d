import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { CountProperty, CursorProperty, EnumProperty, LimitProperty, UnixTimeProperty } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { ApiAddress, ApiInteger, ApiText } from '../../../openapi/api-properties.js';
import { ApiDecimal, ApiOptionalDecimal } from './dex.dto.js';

const TICKER_PATTERN = /^0x[a-fA-F0-9]{40}_0x[a-fA-F0-9]{40}$/;
const SIDES = ['buy', 'sell'] as const;

export class GeckoPageQueryDto {
  @LimitProperty({ default: 100 })
  limit: number = 100;

  @CursorProperty()
  cursor?: string;
}

export class GeckoTradesQueryDto {
  @ApiProperty({
    type: 'string',
    pattern: TICKER_PATTERN.source,
    description: "An app's token and the platform token.",
  })
  @Matches(TICKER_PATTERN, { message: 'must be two addresses with _ between them' })
  ticker_id!: string;

  @EnumProperty(SIDES, { description: 'Only trades of a side.' })
  type?: (typeof SIDES)[number];

  @CountProperty('How many trades: 0, and more than 500, are 500.', { default: 200 })
  limit: number = 200;

  @UnixTimeProperty('Trades from this time on.', { required: false })
  start_time?: number;

  @UnixTimeProperty('Trades up to this time.', { required: false })
  end_time?: number;
}

@ApiSchema({ name: 'GeckoPair' })
export class GeckoPairDto {
  @ApiText("The app's token and the platform token, with `_` between them.")
  ticker_id!: string;

  @ApiAddress()
  base!: Address;

  @ApiAddress()
  target!: Address;

  @ApiText("The pool's address, or the token's with `-curve`.")
  pool_id!: string;
}

@ApiSchema({ name: 'GeckoTicker' })
export class GeckoTickerDto {
  @ApiText()
  ticker_id!: string;

  @ApiAddress()
  base_currency!: Address;

  @ApiAddress()
  target_currency!: Address;

  @ApiText()
  pool_id!: string;

  @ApiDecimal('Marginal price, in platform tokens.')
  last_price!: string;

  @ApiDecimal('App tokens of the last 24 whole hours.')
  base_volume!: string;

  @ApiDecimal('Platform tokens of the last 24 whole hours.')
  target_volume!: string;

  @ApiOptionalDecimal('Twice the platform side. Absent while the feed has no price of the platform token.')
  liquidity_in_usd?: string;
}

@ApiSchema({ name: 'GeckoTrade' })
export class GeckoTradeDto {
  @ApiInteger()
  trade_id!: number;

  @ApiDecimal('Platform tokens for one app token, without the fee.')
  price!: string;

  @ApiDecimal()
  base_volume!: string;

  @ApiDecimal()
  target_volume!: string;

  @ApiInteger('Unix time in milliseconds.')
  trade_timestamp!: number;

  @ApiProperty({ enum: SIDES })
  type!: (typeof SIDES)[number];
}

@ApiSchema({ name: 'GeckoTrades', description: 'Trades of each side, newest first.' })
export class GeckoTradesDto {
  @ApiProperty({ type: [GeckoTradeDto] })
  buy!: GeckoTradeDto[];

  @ApiProperty({ type: [GeckoTradeDto] })
  sell!: GeckoTradeDto[];
}
