import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import { APP_STAGES, type AppStage, type AppSummary } from '../apps.types.js';

const UNTRUSTED = 'Untrusted text written to the chain by a stranger.';

@ApiSchema({ name: 'AppSummary', description: 'One line of a list of apps, true at `X-As-Of-Block`.' })
export class AppSummaryDto implements AppSummary {
  @ApiProperty({ ...ADDRESS_SCHEMA, description: "The app's ERC-20 token, EIP-55." })
  tokenAddress!: Address;

  @ApiProperty({ type: 'string', description: `${UNTRUSTED} Not unique. At most 128 code points.` })
  name!: string;

  @ApiProperty({ type: 'string', description: `${UNTRUSTED} Not unique. At most 32 code points.` })
  symbol!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'An https URL on a public host, or null. Untrusted: what it shows is up to a stranger.',
  })
  imageUrl!: string | null;

  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The wallet that launched the app, EIP-55.' })
  creator!: Address;

  @ApiProperty({ enum: APP_STAGES, description: 'Trading on its bonding curve, or in its Uniswap V2 pool.' })
  stage!: AppStage;

  @ApiProperty({ type: 'string', format: 'date-time', description: "Time of the launch's block." })
  launchedAt!: string;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      'USD for one whole token: the marginal price without fee (virtual reserves on the curve, pair reserves after ' +
      "graduation) times the price feed's answer. Null without a price.",
  })
  priceUsd!: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      '`priceUsd` / `priceUsd` 24 hours before - 1: 0.05 is +5 %. Null for apps younger than 24 hours.',
  })
  priceChange24h!: number | null;

  @ApiProperty({ type: 'number', nullable: true, description: 'USD: `priceUsd` times the total supply.' })
  marketCapUsd!: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      "USD: sum of the gross platform amounts of all trades in (t - 24 h, t], each at the feed's answer of its block. " +
      'Null when any of them had none.',
  })
  volume24hUsd!: number | null;

  @ApiProperty({ type: 'integer', description: 'Addresses other than 0x0 with a balance above zero.' })
  holders!: number;

  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'How far the curve is on its way to graduation; 1 once graduated.',
  })
  curveProgress!: number;
}
