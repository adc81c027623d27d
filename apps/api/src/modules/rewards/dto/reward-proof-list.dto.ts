import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import type { RewardProof, RewardProofList } from '../rewards.types.js';

const HASH = '^0x[0-9a-f]{64}$';
const AMOUNT = '^(0|[1-9][0-9]*)$';

@ApiSchema({ name: 'RewardProof', description: "A wallet's leaf in a program's tree." })
export class RewardProofDto implements RewardProof {
  @ApiProperty({ type: 'string' })
  programId!: string;

  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The contract that pays, EIP-55.' })
  distributor!: Address;

  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'What it pays, EIP-55.' })
  rewardToken!: Address;

  @ApiProperty({ type: 'string', pattern: HASH })
  root!: string;

  @ApiProperty({ type: 'string', pattern: AMOUNT, description: 'All that the wallet was ever due, in wei.' })
  cumulative!: string;

  @ApiProperty({ type: 'string', pattern: AMOUNT, description: 'What of it was claimed on chain, in wei.' })
  claimed!: string;

  @ApiProperty({ type: 'string', pattern: HASH, description: "The leaf's hash." })
  leaf!: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', pattern: HASH },
    description: "Sibling hashes from the leaf up to the root's children; empty for a tree of one leaf.",
  })
  proof!: string[];
}

@ApiSchema({ name: 'RewardProofList', description: "A wallet's proofs, by program id." })
export class RewardProofListDto implements RewardProofList {
  @ApiProperty({ type: [RewardProofDto] })
  proofs!: RewardProofDto[];
}
