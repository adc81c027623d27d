import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsString, Matches } from 'class-validator';
import { OptionalWhenAbsent } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { PROGRAM_ID } from '../rewards.repository.js';
import { ApiInteger, ApiText } from '../../../openapi/api-properties.js';

const MAX_IDS = 100;

@ApiSchema({ name: 'ClaimRequest', description: 'What to claim.' })
export class ClaimRequestDto {
  @ApiPropertyOptional({
    type: [String],
    description: 'Programs to claim from; absent: every program that can be paid now.',
  })
  @OptionalWhenAbsent()
  @Matches(PROGRAM_ID, { each: true, message: "each must be a program's id" })
  @IsString({ each: true, message: 'each must be text' })
  @ArrayMaxSize(MAX_IDS, { message: `must have at most ${MAX_IDS} entries` })
  @ArrayNotEmpty({ message: 'must not be empty; leave it out to claim everything' })
  @IsArray({ message: 'must be an array' })
  programIds?: string[];
}

@ApiSchema({ name: 'MerkleProof', description: 'The proof in the calldata of one program.' })
export class MerkleProofDto {
  @ApiText()
  programId!: string;

  @ApiProperty({ type: [String], description: "Sibling hashes from the leaf up to the root's children." })
  proof!: string[];
}

@ApiSchema({
  name: 'ClaimPayload',
  description: 'An unsigned call; the wallet, or any other account, sends it.',
})
export class ClaimPayloadDto {
  @ApiText('The distributor, or Multicall3 for several programs.')
  to!: Address;

  @ApiText('Calldata.')
  data!: string;

  @ApiText('Wei to send along; always `0`.')
  value!: string;

  @ApiInteger()
  chainId!: number;

  @ApiProperty({ type: [MerkleProofDto], description: 'In program-id order, as in the calldata.' })
  merkleProofs!: MerkleProofDto[];
}
