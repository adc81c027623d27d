import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { PatternListProperty, WholeListQueryDto } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { PROGRAM_ID } from '../rewards.repository.js';
import {
  ApiAddress,
  ApiAmount,
  ApiHash,
  ApiInteger,
  ApiText,
  ApiTime,
  NULLABLE,
} from '../../../openapi/api-properties.js';

export { PROGRAM_ID };

export class ProgramListQueryDto extends WholeListQueryDto {
  @PatternListProperty({
    description:
      'These programs, ended ones and those to come too, in this order; unknown ones are left out. Not with `limit` or `cursor`.',
    max: 100,
    pattern: PROGRAM_ID,
  })
  ids?: string[];
}

@ApiSchema({ name: 'Program', description: 'A reward program.' })
export class ProgramDto {
  @ApiText()
  id!: string;

  @ApiText('`protocol`, or `app` for a program about one app.')
  source!: 'protocol' | 'app';

  @ApiText()
  name!: string;

  @ApiText('What it pays, EIP-55.')
  rewardToken!: Address;

  @ApiText('Wei of the reward token a day.')
  emissionsPerDay!: string;

  @ApiTime()
  startsAt!: string;

  @ApiTime('It spends nothing from then on.')
  endsAt!: string;

  @ApiText('Who earns, in words.')
  eligibility!: string;
}

@ApiSchema({
  name: 'ProgramList',
  description: 'The active programs, by id; or those that were asked for, in that order.',
})
export class ProgramListDto {
  @ApiProperty({ type: [ProgramDto] })
  programs!: ProgramDto[];
}

@ApiSchema({ name: 'ProgramDetail', description: 'A reward program with its tree, true at `X-As-Of-Block`.' })
export class ProgramDetailDto extends ProgramDto {
  @ApiAddress('The contract that pays, EIP-55.')
  distributor!: Address;

  @ApiAddress('The app that it is about; null for a program of the protocol.', NULLABLE)
  tokenAddress!: Address | null;

  @ApiHash('The root that the distributor enforces; null before the first.', NULLABLE)
  root!: string | null;

  @ApiInteger('The block that set the root.', NULLABLE)
  rootBlock!: number | null;

  @ApiProperty({
    type: [String],
    description: 'ABI types of a leaf: account, reward token, cumulative amount.',
  })
  leafEncoding!: string[];

  @ApiAmount('What the distributor has paid all in all, in wei of the reward token.')
  claimedTotal!: string;

  @ApiInteger(
    'Accounts in the tree in force; 0 without a root, null when the root is of no tree published here.',
    NULLABLE,
  )
  leaves!: number | null;

  @ApiProperty({ description: 'Whether `GET /rewards/programs/{programId}/tree` has its tree.' })
  hasPublicTree!: boolean;
}

@ApiSchema({ name: 'TreeValue', description: 'A leaf and where it is in the tree.' })
export class TreeValueDto {
  @ApiProperty({ type: [String], description: 'Account, reward token, cumulative amount in wei.' })
  value!: string[];

  @ApiInteger()
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
