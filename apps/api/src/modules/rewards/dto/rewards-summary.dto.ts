import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { Address } from '#values';
import type { RewardItem, RewardsSummary } from '../rewards.types.js';

@ApiSchema({ name: 'RewardItem', description: 'What one program owes the wallet.' })
export class RewardItemDto implements RewardItem {
  @ApiProperty({ type: 'string' })
  programId!: string;

  @ApiProperty({ type: 'string', description: 'The reward token, EIP-55.' })
  tokenAddress!: Address;

  @ApiProperty({ type: 'string', description: "The reward token's symbol; untrusted text." })
  symbol!: string;

  @ApiProperty({ type: 'string', description: 'Wei of the reward token, net of what was claimed on chain.' })
  claimable!: string;

  @ApiPropertyOptional({ type: 'number', description: 'Absent when the reward token has no price.' })
  claimableUsd?: number;
}

@ApiSchema({ name: 'RewardsSummary', description: 'What a wallet may claim, by program id.' })
export class RewardsSummaryDto implements RewardsSummary {
  @ApiProperty({ type: 'string' })
  address!: Address;

  @ApiPropertyOptional({
    type: 'number',
    description:
      'Sum of the priced items: 0 without items, absent when there are items and none has a price.',
  })
  totalClaimableUsd?: number;

  @ApiProperty({ type: [RewardItemDto] })
  items!: RewardItemDto[];
}
