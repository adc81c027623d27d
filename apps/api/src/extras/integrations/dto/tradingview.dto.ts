import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { MaxLength } from 'class-validator';
import {
  AddressProperty,
  CountProperty,
  EnumProperty,
  OptionalWhenAbsent,
  UnixTimeProperty,
} from '@slipway/http';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiBoolean,
  ApiInteger,
  ApiText,
  ApiUntrustedText,
} from '../../../openapi/api-properties.js';

/** TradingView's resolutions (minutes, days, weeks) and our intervals. */
export const INTERVAL_OF = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '60': '1h',
  '240': '4h',
  '1D': '1d',
  D: '1d',
  '1W': '1w',
  W: '1w',
} as const;

export type Resolution = keyof typeof INTERVAL_OF;

/** All that are understood; a chart is offered one name of each. */
const RESOLUTIONS: readonly Resolution[] = ['1', '5', '15', '60', '240', '1D', 'D', '1W', 'W'];
export const INTRADAY_RESOLUTIONS: readonly Resolution[] = ['1', '5', '15', '60', '240'];
export const OFFERED_RESOLUTIONS: readonly Resolution[] = [...INTRADAY_RESOLUTIONS, '1D', '1W'];

/** Seconds of a bar. */
export const SECONDS_OF: Readonly<Record<(typeof INTERVAL_OF)[Resolution], number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
};

/** An example that is its own checksum. */
const ADDRESS = { example: `0x${'1'.repeat(40)}` };
const SYMBOL = "The app's token.";

const TextProperty =
  (description: string): PropertyDecorator =>
  (target, key) => {
    ApiPropertyOptional({ type: 'string', maxLength: 64, description })(target, key);
    OptionalWhenAbsent()(target, key);
    MaxLength(64, { message: 'must be at most 64 characters' })(target, key);
  };

export class UdfSymbolQueryDto {
  @AddressProperty({ description: SYMBOL })
  symbol!: Address;

  @TextProperty('Of the prices: `USD`, in any case, is the one that is served.')
  currencyCode?: string;
}

export class UdfHistoryQueryDto extends UdfSymbolQueryDto {
  @EnumProperty(RESOLUTIONS, { description: 'Length of a bar.', required: true })
  resolution!: Resolution;

  @UnixTimeProperty('The first bar begins here or later. Without meaning beside `countback`.', {
    required: false,
    example: 1_795_132_800,
  })
  from?: number;

  @UnixTimeProperty('Bars begin before this time.')
  to!: number;

  @CountProperty('So many bars before `to`; at most 1,000 are returned.')
  countback?: number;
}

export class UdfSearchQueryDto {
  @TextProperty('Name, symbol or token address; without it the apps that trend.')
  query?: string;

  @TextProperty('Narrows nothing.')
  type?: string;

  @TextProperty('Narrows nothing.')
  exchange?: string;

  @CountProperty('At most so many, and never more than 100; 0 for 30.', { default: 30 })
  limit: number = 30;
}

@ApiSchema({ name: 'UdfExchange' })
export class UdfExchangeDto {
  @ApiText()
  value!: string;

  @ApiText()
  name!: string;

  @ApiText()
  desc!: string;
}

@ApiSchema({ name: 'UdfConfig' })
export class UdfConfigDto {
  @ApiProperty({ type: [String] })
  supported_resolutions!: string[];

  @ApiBoolean()
  supports_search!: boolean;

  @ApiBoolean()
  supports_group_request!: boolean;

  @ApiBoolean()
  supports_marks!: boolean;

  @ApiBoolean()
  supports_timescale_marks!: boolean;

  @ApiBoolean()
  supports_time!: boolean;

  @ApiProperty({ type: [UdfExchangeDto] })
  exchanges!: UdfExchangeDto[];
}

@ApiSchema({
  name: 'UdfSymbol',
  description: "An app in USD. Name and symbol are strangers' text, on one line.",
})
export class UdfSymbolDto {
  @ApiUntrustedText()
  name!: string;

  @ApiAddress("The app's token: what `history` takes.", ADDRESS)
  ticker!: Address;

  @ApiUntrustedText()
  description!: string;

  @ApiText()
  type!: string;

  @ApiText()
  session!: string;

  @ApiText()
  timezone!: string;

  @ApiText()
  exchange!: string;

  @ApiText()
  listed_exchange!: string;

  @ApiText()
  format!: string;

  @ApiInteger()
  minmov!: number;

  @ApiInteger('A power of ten: the smallest step of the price is one of these parts.')
  pricescale!: number;

  @ApiBoolean()
  has_intraday!: boolean;

  @ApiProperty({ type: [String], description: 'The minutes that bars can have; others are made of these.' })
  intraday_multipliers!: string[];

  @ApiBoolean()
  has_daily!: boolean;

  @ApiBoolean()
  has_weekly_and_monthly!: boolean;

  @ApiProperty({ type: [String] })
  supported_resolutions!: string[];

  @ApiInteger()
  volume_precision!: number;

  @ApiText()
  data_status!: string;

  @ApiText()
  currency_code!: string;
}

@ApiSchema({ name: 'UdfSearchResult' })
export class UdfSearchResultDto {
  @ApiUntrustedText()
  symbol!: string;

  @ApiUntrustedText()
  full_name!: string;

  @ApiUntrustedText()
  description!: string;

  @ApiText()
  exchange!: string;

  @ApiAddress("The app's token.", ADDRESS)
  ticker!: Address;

  @ApiText()
  type!: string;
}

const ApiNumbers = (description: string): PropertyDecorator =>
  ApiPropertyOptional({ type: 'array', items: { type: 'number' }, description });

@ApiSchema({ name: 'UdfHistory', description: 'Bars, oldest first, an array for each of their values.' })
export class UdfHistoryDto {
  @ApiProperty({
    enum: ['ok', 'no_data'],
    description: '`no_data`: no bars in the range; the arrays are absent.',
  })
  s!: 'ok' | 'no_data';

  @ApiNumbers('When bars begin, Unix time in seconds.')
  t?: number[];

  @ApiNumbers('Opens, USD.')
  o?: number[];

  @ApiNumbers('Highs, USD.')
  h?: number[];

  @ApiNumbers('Lows, USD.')
  l?: number[];

  @ApiNumbers('Closes, USD.')
  c?: number[];

  @ApiNumbers('Volumes in whole platform tokens, which are always known.')
  v?: number[];

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Of `no_data`: when the last bar before the range begins.',
  })
  nextTime?: number;
}
