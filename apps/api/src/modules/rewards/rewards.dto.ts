import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiAmount,
  ApiHash,
  ApiNumber,
  ApiText,
  ApiUntrustedText,
  OPTIONAL,
} from '../../openapi/api-properties.js';

@ApiSchema({ name: 'RewardItem', description: 'What one program owes the wallet.' })
export class RewardItemDto {
  @ApiText()
  programId!: string;

  @ApiText('The reward token, EIP-55.')
  tokenAddress!: Address;

  @ApiUntrustedText("The reward token's symbol; untrusted text.")
  symbol!: string;

  @ApiText('Wei of the reward token, net of what was claimed on chain.')
  claimable!: string;

  @ApiNumber('Absent when the reward token has no price.', OPTIONAL)
  claimableUsd?: number;
}

@ApiSchema({ name: 'RewardsSummary', description: 'What a wallet may claim, by program id.' })
export class RewardsSummaryDto {
  @ApiText()
  address!: Address;

  @ApiNumber(
    'Sum of the priced items of all pages: 0 without items, absent when there are items and none has a price.',
    OPTIONAL,
  )
  totalClaimableUsd?: number;

  @ApiProperty({ type: [RewardItemDto] })
  items!: RewardItemDto[];
}

@ApiSchema({ name: 'RewardProof', description: "A wallet's leaf in a program's tree." })
export class RewardProofDto {
  @ApiText()
  programId!: string;

  @ApiAddress('The contract that pays, EIP-55.')
  distributor!: Address;

  @ApiAddress('What it pays, EIP-55.')
  rewardToken!: Address;

  @ApiHash()
  root!: string;

  @ApiAmount('All that the wallet was ever due, in wei.')
  cumulative!: string;

  @ApiAmount('What of it was claimed on chain, in wei.')
  claimed!: string;

  @ApiHash("The leaf's hash.")
  leaf!: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', pattern: '^0x[0-9a-f]{64}$' },
    description: "Sibling hashes from the leaf up to the root's children; empty for a tree of one leaf.",
  })
  proof!: string[];
}

@ApiSchema({ name: 'RewardProofList', description: "A wallet's proofs, by program id." })
export class RewardProofListDto {
  @ApiProperty({ type: [RewardProofDto] })
  proofs!: RewardProofDto[];
}
