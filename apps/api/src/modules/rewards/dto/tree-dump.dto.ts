import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'TreeValue', description: 'A leaf and where it is in the tree.' })
export class TreeValueDto {
  @ApiProperty({ type: [String], description: 'Account, reward token, cumulative amount in wei.' })
  value!: string[];

  @ApiProperty({ type: 'integer' })
  treeIndex!: number;
}

@ApiSchema({ name: 'TreeDump', description: "OpenZeppelin's dump of a `StandardMerkleTree`." })
export class TreeDumpDto {
  @ApiProperty({ type: 'string', enum: ['standard-v1'] })
  format!: 'standard-v1';

  @ApiProperty({ type: [String] })
  leafEncoding!: string[];

  @ApiProperty({ type: [String], description: 'Hashes, the root first.' })
  tree!: string[];

  @ApiProperty({ type: [TreeValueDto] })
  values!: TreeValueDto[];
}
