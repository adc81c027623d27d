import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { TradeSide } from '@slipway/bonding-curve';
import { AmountProperty, EnumProperty } from '@slipway/http';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiAmount,
  ApiNumber,
  ApiPrice,
  ApiTime,
  NULLABLE,
  RATIO,
} from '../../../openapi/api-properties.js';
import { SigningWarningDto } from './signing-warning.dto.js';
import { CURVE_STAGES, TRADE_SIDES, TRADE_VENUES, type TradeVenue } from '../types/curves.types.js';

@ApiSchema({ name: 'Curve', description: "An app's bonding curve, true at `X-As-Of-Block`." })
export class CurveDto {
  @ApiAddress("The app's token, EIP-55.")
  tokenAddress!: Address;

  @ApiProperty({ enum: CURVE_STAGES, description: 'Whether the curve still trades.' })
  stage!: (typeof CURVE_STAGES)[number];

  @ApiAmount('Virtual reserve of platform token, wei.')
  virtualPlatformReserve!: string;

  @ApiAmount('Virtual reserve of the app token, wei.')
  virtualTokenReserve!: string;

  @ApiAmount('Platform token in the curve, wei; 0 once graduated.')
  realPlatformReserve!: string;

  @ApiAmount('App token left in the curve, wei; 0 once graduated.')
  realTokenReserve!: string;

  @ApiAmount('Platform token at which the app graduates, wei.')
  graduationThreshold!: string;

  @ApiNumber('`min(1, realPlatformReserve / graduationThreshold)`, 0.05 is 5 %; 1 once graduated.', RATIO)
  progress!: number;

  @ApiPrice(
    'Marginal price without fee: platform tokens for one whole app token, at most 18 decimals, truncated.',
    NULLABLE,
  )
  priceInPlatform!: string | null;

  @ApiAddress('The Uniswap V2 pair that the app graduated into.', NULLABLE)
  pool!: Address | null;

  @ApiTime("Time of the graduation's block.", NULLABLE)
  graduatedAt!: string | null;
}

export class QuoteQueryDto {
  @EnumProperty(TRADE_SIDES, { description: 'Buying the app token, or selling it.', required: true })
  side!: TradeSide;

  @AmountProperty({
    description: 'What goes in, in wei: platform token (fee included) for a buy, app token for a sale.',
  })
  amount!: bigint;
}

@ApiSchema({ name: 'CurveQuote', description: 'What a trade would do at `X-As-Of-Block`.' })
export class QuoteDto {
  @ApiProperty({ enum: TRADE_SIDES })
  side!: TradeSide;

  @ApiProperty({ enum: TRADE_VENUES, description: 'Where the app trades: in a pool once graduated.' })
  venue!: TradeVenue;

  @ApiAmount(
    'What the contract would take, wei: platform token for a buy, app token for a sale. Less than the `amount` ' +
      'asked for only when a buy meets the graduation threshold.',
  )
  amountIn!: string;

  @ApiAmount(
    'What the trader would receive, fee taken off, wei: app token for a buy, platform token for a sale.',
  )
  amountOut!: string;

  @ApiAmount("The launchpad's fee, or the pool's 0.3 %, in platform token, wei.")
  fee!: string;

  @ApiNumber(
    'How much less the trader gets, fee left aside, than at the price before the trade: 0.01 is 1 %.',
    RATIO,
  )
  priceImpact!: number;

  @ApiPrice(
    'Marginal price after the trade: platform tokens for one whole app token, truncated to 18 decimals.',
    NULLABLE,
  )
  priceInPlatformAfter!: string | null;

  @ApiProperty({ type: [SigningWarningDto], description: 'What to look at twice before trading so.' })
  warnings!: SigningWarningDto[];
}
