import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '#values';
import type { ProgramItem, ProgramList } from '../rewards.types.js';

@ApiSchema({ name: 'Program', description: 'A reward program.' })
export class ProgramDto implements ProgramItem {
  @ApiProperty({ type: 'string' })
  id!: string;

  @ApiProperty({ type: 'string', description: '`protocol`, or `app` for a program about one app.' })
  source!: 'protocol' | 'app';

  @ApiProperty({ type: 'string' })
  name!: string;

  @ApiProperty({ type: 'string', description: 'What it pays, EIP-55.' })
  rewardToken!: Address;

  @ApiProperty({ type: 'string', description: 'Wei of the reward token a day.' })
  emissionsPerDay!: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  startsAt!: string;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'It spends nothing from then on.' })
  endsAt!: string;

  @ApiProperty({ type: 'string', description: 'Who earns, in words.' })
  eligibility!: string;
}

@ApiSchema({ name: 'ProgramList', description: 'The active programs, by id.' })
export class ProgramListDto implements ProgramList {
  @ApiProperty({ type: [ProgramDto] })
  programs!: ProgramDto[];
}
