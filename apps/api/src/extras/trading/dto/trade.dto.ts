import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { TradeSide, TradeVenue } from '@slipway/protocols';
import { AddressProperty, AmountProperty, EnumProperty, OptionalWhenAbsent } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { IsInt, Max, Min } from 'class-validator';
import {
  ApiAddress,
  ApiAmount,
  ApiNumber,
  ApiTime,
  NULLABLE,
  RATIO,
} from '../../../openapi/api-properties.js';
import { TRADE_VENUES } from '../../../modules/market/curves/curves.dto.js';
import { TRADE_SIDES } from '../trade-calls.js';
import { PayloadDto } from './payload.dto.js';

const MAX_SLIPPAGE_BPS = 5_000;
const SLIPPAGE_MESSAGE = `must be an integer from 0 to ${MAX_SLIPPAGE_BPS}`;

@ApiSchema({ name: 'TradeRequest', description: 'A trade that a wallet wants to make.' })
export class TradeRequestDto {
  @AddressProperty({ description: "The app's token." })
  tokenAddress!: Address;

  @AddressProperty({ description: 'The wallet that signs, pays and is paid.' })
  trader!: Address;

  @EnumProperty(TRADE_SIDES, { description: 'Buying the app token, or selling it.', required: true })
  side!: TradeSide;

  @AmountProperty({
    description: 'What goes in, in wei: platform token (fee included) for a buy, app token for a sale.',
  })
  amount!: bigint;

  @AmountProperty({
    description: 'The least that it may give, in wei: what was shown. Else `slippageBps`.',
    required: false,
    allowsZero: true,
  })
  minOut?: bigint;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_SLIPPAGE_BPS,
    example: 100,
    description: 'How much less than quoted now it may give, in basis points: 100 is 1 %.',
  })
  @OptionalWhenAbsent()
  @IsInt({ message: SLIPPAGE_MESSAGE })
  @Min(0, { message: SLIPPAGE_MESSAGE })
  @Max(MAX_SLIPPAGE_BPS, { message: SLIPPAGE_MESSAGE })
  slippageBps?: number;
}

@ApiSchema({ name: 'TradePayload', description: 'A trade to sign, true at `X-As-Of-Block`.' })
export class TradePayloadDto extends PayloadDto {
  @ApiAddress('Who sends the calls, and is paid.')
  trader!: Address;

  @ApiProperty({ enum: TRADE_SIDES })
  side!: TradeSide;

  @ApiProperty({ enum: TRADE_VENUES, description: 'Where the app trades: in a pool once graduated.' })
  venue!: TradeVenue;

  @ApiAmount(
    'What the contract would take, wei. Less than `amount` only when a buy meets the graduation threshold.',
  )
  amountIn!: string;

  @ApiAmount('What `trader` would receive, fee taken off, wei.')
  amountOut!: string;

  @ApiAmount('What `trader` receives at the least, wei; a trade that gives less reverts.')
  minOut!: string;

  @ApiAmount("The launchpad's fee, or the pool's 0.3 %, in platform token, wei.")
  fee!: string;

  @ApiNumber(
    'How much less the trader gets, fee left aside, than at the price before the trade: 0.01 is 1 %.',
    RATIO,
  )
  priceImpact!: number;

  @ApiTime('When a call in a pool is no longer good; null on the curve, whose calls stay good.', NULLABLE)
  deadline!: string | null;
}
