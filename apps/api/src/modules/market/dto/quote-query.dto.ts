import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { AmountProperty } from '#http';
import type { TradeSide } from '#curve';
import { TRADE_SIDES } from '../curves.types.js';

export class QuoteQueryDto {
  @ApiProperty({ enum: TRADE_SIDES, description: 'Buying the app token, or selling it.' })
  @IsIn(TRADE_SIDES, { message: `must be one of ${TRADE_SIDES.join(', ')}` })
  side!: TradeSide;

  @AmountProperty('What goes in, in wei: platform token (fee included) for a buy, app token for a sale.')
  amount!: bigint;
}
