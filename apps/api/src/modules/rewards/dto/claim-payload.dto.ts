import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '#values';
import type { ClaimPayload, MerkleProof } from '../rewards.types.js';

@ApiSchema({ name: 'MerkleProof', description: 'The proof in the calldata of one program.' })
export class MerkleProofDto implements MerkleProof {
  @ApiProperty({ type: 'string' })
  programId!: string;

  @ApiProperty({ type: [String], description: "Sibling hashes from the leaf up to the root's children." })
  proof!: string[];
}

@ApiSchema({ name: 'ClaimPayload', description: 'An unsigned call; the wallet, or anybody, sends it.' })
export class ClaimPayloadDto implements ClaimPayload {
  @ApiProperty({ type: 'string', description: 'The distributor, or Multicall3 for several programs.' })
  to!: Address;

  @ApiProperty({ type: 'string', description: 'Calldata.' })
  data!: string;

  @ApiProperty({ type: 'string', description: 'Wei to send along; always `0`.' })
  value!: string;

  @ApiProperty({ type: 'integer' })
  chainId!: number;

  @ApiProperty({ type: [MerkleProofDto], description: 'In program-id order, as in the calldata.' })
  merkleProofs!: MerkleProofDto[];
}
