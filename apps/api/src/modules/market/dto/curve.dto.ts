import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import { CURVE_STAGES, type Curve } from '../curves.types.js';

const WEI = { type: 'string', pattern: '^(0|[1-9][0-9]*)$' } as const;

@ApiSchema({ name: 'Curve', description: "An app's bonding curve, true at `X-As-Of-Block`." })
export class CurveDto implements Curve {
  @ApiProperty({ ...ADDRESS_SCHEMA, description: "The app's token, EIP-55." })
  tokenAddress!: Address;

  @ApiProperty({ enum: CURVE_STAGES, description: 'Whether the curve still trades.' })
  stage!: Curve['stage'];

  @ApiProperty({ ...WEI, description: 'Virtual reserve of platform token, wei.' })
  virtualPlatformReserve!: string;

  @ApiProperty({ ...WEI, description: 'Virtual reserve of the app token, wei.' })
  virtualTokenReserve!: string;

  @ApiProperty({ ...WEI, description: 'Platform token in the curve, wei; 0 once graduated.' })
  realPlatformReserve!: string;

  @ApiProperty({ ...WEI, description: 'App token left in the curve, wei; 0 once graduated.' })
  realTokenReserve!: string;

  @ApiProperty({ ...WEI, description: 'Platform token at which the app graduates, wei.' })
  graduationThreshold!: string;

  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: '`min(1, realPlatformReserve / graduationThreshold)`; 1 once graduated.',
  })
  progress!: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$',
    description:
      'Marginal price without fee: platform tokens for one whole app token, at most 18 decimals, truncated.',
  })
  priceInPlatform!: string | null;

  @ApiProperty({
    ...ADDRESS_SCHEMA,
    nullable: true,
    description: 'The Uniswap V2 pair that the app graduated into.',
  })
  pool!: Address | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: "Time of the graduation's block.",
  })
  graduatedAt!: string | null;
}
