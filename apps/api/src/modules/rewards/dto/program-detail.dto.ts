import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import type { ProgramDetail } from '../rewards.types.js';
import { ProgramDto } from './program-list.dto.js';

const HASH = '^0x[0-9a-f]{64}$';

@ApiSchema({ name: 'ProgramDetail', description: 'A reward program with its tree, true at `X-As-Of-Block`.' })
export class ProgramDetailDto extends ProgramDto implements ProgramDetail {
  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The contract that pays, EIP-55.' })
  distributor!: Address;

  @ApiProperty({
    ...ADDRESS_SCHEMA,
    type: 'string',
    nullable: true,
    description: 'The app that it is about; null for a program of the protocol.',
  })
  tokenAddress!: Address | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    pattern: HASH,
    description: 'The root that the distributor enforces; null before the first.',
  })
  root!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The block that set the root.' })
  rootBlock!: number | null;

  @ApiProperty({
    type: [String],
    description: 'ABI types of a leaf: account, reward token, cumulative amount.',
  })
  leafEncoding!: string[];

  @ApiProperty({
    type: 'string',
    pattern: '^(0|[1-9][0-9]*)$',
    description: 'What the distributor has paid all in all, in wei of the reward token.',
  })
  claimedTotal!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Accounts in the tree in force; 0 without a root, null when the root is of no tree published here.',
  })
  leaves!: number | null;
}
