import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import type { AppDetail } from '../apps.types.js';
import { AppSummaryDto } from './app-summary.dto.js';

@ApiSchema({ name: 'AppPool', description: 'The Uniswap V2 pair that an app graduated into.' })
export class AppPoolDto {
  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The pair, EIP-55.' })
  address!: Address;

  @ApiProperty({ type: 'string', format: 'date-time', description: "Time of the graduation's block." })
  graduatedAt!: string;
}

@ApiSchema({ name: 'AppDetail', description: 'An app, true at `X-As-Of-Block`.' })
export class AppDetailDto extends AppSummaryDto implements AppDetail {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Untrusted text written to the chain by a stranger. At most 2,000 code points.',
  })
  description!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'An https URL on a public host, or null. Untrusted.',
  })
  website!: string | null;

  @ApiProperty({ type: 'integer', description: 'Decimals of the token: always 18.' })
  decimals!: number;

  @ApiProperty({
    type: 'string',
    pattern: '^(0|[1-9][0-9]*)$',
    description: 'Total supply in base units (wei).',
  })
  totalSupply!: string;

  @ApiProperty({ type: 'string', pattern: '^0x[a-f0-9]{64}$', description: 'Transaction of the launch.' })
  launchTxHash!: string;

  @ApiProperty({ type: 'integer', description: 'Block of the launch.' })
  launchBlock!: number;

  @ApiProperty({
    type: AppPoolDto,
    nullable: true,
    description: 'Where the app trades since its graduation; null before.',
  })
  pool!: AppPoolDto | null;

  @ApiProperty({ type: 'boolean', description: 'Operators keep this app out of lists, search and boards.' })
  hidden!: boolean;
}
