import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import type { Portfolio } from '../portfolio.types.js';

const UNKNOWN = 'Null when the wallet has positions and none of them has this figure.';

@ApiSchema({ name: 'Portfolio', description: "Sums over a wallet's positions, true at `X-As-Of-Block`." })
export class PortfolioDto implements Portfolio {
  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The wallet, EIP-55.' })
  address!: Address;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: `USD: sum of \`valueUsd\` over the priced positions. ${UNKNOWN}`,
  })
  totalValueUsd!: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: `USD: sum of \`balance\` x \`avgEntryPriceUsd\` over the priced positions whose cost is known. ${UNKNOWN}`,
  })
  totalCostUsd!: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: `USD: sum of \`unrealizedPnlUsd\` over the same positions. ${UNKNOWN}`,
  })
  unrealizedPnlUsd!: number | null;

  @ApiProperty({
    type: 'number',
    description:
      'USD: over all sales since the first, what they brought after the fee less the average cost of what was sold. Of ' +
      'sold tokens without a known cost nothing is counted.',
  })
  realizedPnlUsd!: number;

  @ApiProperty({ type: 'integer', description: 'App tokens with a balance.' })
  positions!: number;

  @ApiProperty({ type: 'integer', description: 'Those of them that have a price now.' })
  pricedPositions!: number;
}
