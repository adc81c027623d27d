import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { TradeSide } from '#curve';
import { TRADE_SIDES, type Quote } from '../curves.types.js';

const WEI = { type: 'string', pattern: '^(0|[1-9][0-9]*)$' } as const;

@ApiSchema({ name: 'CurveQuote', description: 'What a trade on a curve would do at `X-As-Of-Block`.' })
export class QuoteDto implements Quote {
  @ApiProperty({ enum: TRADE_SIDES })
  side!: TradeSide;

  @ApiProperty({
    ...WEI,
    description:
      'What the contract would take, wei: platform token for a buy, app token for a sale. Less than the `amount` ' +
      'asked for only when a buy meets the graduation threshold.',
  })
  amountIn!: string;

  @ApiProperty({
    ...WEI,
    description:
      'What the trader would receive, fee taken off, wei: app token for a buy, platform token for a sale.',
  })
  amountOut!: string;

  @ApiProperty({ ...WEI, description: "The launchpad's fee in platform token, wei." })
  fee!: string;

  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    description:
      'How much less the trader gets, fee left aside, than at the price before the trade: 0.01 is 1 %.',
  })
  priceImpact!: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$',
    description:
      'Marginal price after the trade: platform tokens for one whole app token, truncated to 18 decimals.',
  })
  priceInPlatformAfter!: string | null;
}
