import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { Address } from '#values';
import type { Position, PositionList } from '../portfolio.types.js';

@ApiSchema({
  name: 'Position',
  description: 'One app token that a wallet holds. What is not known is absent.',
})
export class PositionDto implements Position {
  @ApiProperty({ type: 'string', description: "The app's token, EIP-55." })
  tokenAddress!: Address;

  @ApiProperty({
    type: 'string',
    description: 'Untrusted text that a stranger wrote to the chain. Not unique.',
  })
  symbol!: string;

  @ApiProperty({ type: 'string', description: 'Wei, a decimal integer.' })
  balance!: string;

  @ApiPropertyOptional({
    type: 'number',
    description: "USD: the balance at the app's marginal price. Absent without a price.",
  })
  valueUsd?: number;

  @ApiPropertyOptional({
    type: 'number',
    description:
      'USD that one whole token of the balance cost on average. Absent when any of it has no known cost.',
  })
  avgEntryPriceUsd?: number;

  @ApiPropertyOptional({
    type: 'number',
    description: 'USD: `valueUsd` - `balance` x `avgEntryPriceUsd`. Absent when either is.',
  })
  unrealizedPnlUsd?: number;
}

@ApiSchema({ name: 'PositionList', description: "A wallet's positions, highest value first." })
export class PositionListDto implements PositionList {
  @ApiProperty({ type: [PositionDto] })
  positions!: PositionDto[];
}
