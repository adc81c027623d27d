import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import { EnumProperty, type Moment, MomentProperty, WholeListQueryDto } from '@slipway/http';
import {
  ApiAddress,
  ApiAmount,
  ApiHash,
  ApiInteger,
  ApiNextCursor,
  ApiNumber,
  ApiText,
  ApiTime,
  ApiUntrustedText,
  NULLABLE,
  OPTIONAL,
} from '../../openapi/api-properties.js';
import { HISTORY_PERIODS, type HistoryPeriod } from './portfolio.repository.js';
import { ACTIVITY_TYPES, type ActivityType } from './activity.repository.js';

@ApiSchema({
  name: 'Position',
  description: 'One app token that a wallet holds. What is not known is absent.',
})
export class PositionDto {
  @ApiText("The app's token, EIP-55.")
  tokenAddress!: Address;

  @ApiUntrustedText('Untrusted text that a stranger wrote to the chain. Not unique.')
  symbol!: string;

  @ApiText('Wei, a decimal integer.')
  balance!: string;

  @ApiNumber("USD: the balance at the app's marginal price. Absent without a price.", OPTIONAL)
  valueUsd?: number;

  @ApiNumber(
    'USD that one whole token of the balance cost on average. Absent when any of it has no known cost.',
    OPTIONAL,
  )
  avgEntryPriceUsd?: number;

  @ApiNumber('USD: `valueUsd` - `balance` x `avgEntryPriceUsd`. Absent when either is.', OPTIONAL)
  unrealizedPnlUsd?: number;
}

@ApiSchema({ name: 'PositionList', description: "A wallet's positions, highest value first." })
export class PositionListDto {
  @ApiProperty({ type: [PositionDto] })
  positions!: PositionDto[];
}

const UNKNOWN = 'Null when the wallet has positions and none of them has this figure.';

@ApiSchema({ name: 'PlatformTokenBalance', description: 'A balance of the platform token.' })
export class PlatformTokenDto {
  @ApiAmount('Wei.')
  balance!: string;

  @ApiNumber(`USD. ${UNKNOWN}`, NULLABLE)
  valueUsd!: number | null;
}

@ApiSchema({ name: 'Portfolio', description: "Sums over a wallet's positions, true at `X-As-Of-Block`." })
export class PortfolioDto {
  @ApiAddress('The wallet, EIP-55.')
  address!: Address;

  @ApiNumber(`USD: sum of \`valueUsd\` over the priced positions. ${UNKNOWN}`, NULLABLE)
  totalValueUsd!: number | null;

  @ApiNumber(
    `USD: sum of \`balance\` x \`avgEntryPriceUsd\` over the priced positions whose cost is known. ${UNKNOWN}`,
    NULLABLE,
  )
  totalCostUsd!: number | null;

  @ApiNumber(`USD: sum of \`unrealizedPnlUsd\` over the same positions. ${UNKNOWN}`, NULLABLE)
  unrealizedPnlUsd!: number | null;

  @ApiNumber(
    'USD: over all sales since the first, what they brought after the fee less the average cost of what was sold. Of ' +
      'sold tokens without a known cost nothing is counted.',
  )
  realizedPnlUsd!: number;

  @ApiInteger('App tokens with a balance.')
  positions!: number;

  @ApiInteger('Those of them that have a price now.')
  pricedPositions!: number;

  @ApiProperty({
    type: PlatformTokenDto,
    nullable: true,
    description:
      'What the wallet has of the platform token, asked of the chain at `X-As-Of-Block`; null while no node can say.',
  })
  platformToken!: PlatformTokenDto | null;
}

export class PositionsQueryDto extends WholeListQueryDto {
  @MomentProperty('Positions as they were then, valued at the prices of then. Counts as ten requests.')
  at?: Moment;
}

export class HistoryQueryDto {
  @EnumProperty(HISTORY_PERIODS, {
    default: '30d',
    description: "How far back; `all` since the wallet's first event.",
  })
  period: HistoryPeriod = '30d';
}

@ApiSchema({ name: 'PortfolioHistoryPoint', description: "A wallet's totals at one moment." })
export class HistoryPointDto {
  @ApiTime()
  timestamp!: string;

  @ApiNumber("USD: the overview's `totalValueUsd` as it was then.", NULLABLE)
  valueUsd!: number | null;

  @ApiNumber(
    "USD: realised and unrealised since the wallet's first trade, the overview's `realizedPnlUsd` + " +
      '`unrealizedPnlUsd` as they were then. Null when the latter is.',
    NULLABLE,
  )
  pnlUsd!: number | null;
}

@ApiSchema({ name: 'PortfolioHistory', description: "A wallet's totals at evenly spaced moments." })
export class PortfolioHistoryDto {
  @ApiAddress('The wallet, EIP-55.')
  address!: Address;

  @ApiProperty({ enum: HISTORY_PERIODS, description: 'The period asked for.' })
  period!: HistoryPeriod;

  @ApiProperty({ type: [HistoryPointDto], description: 'At most 200, oldest first.' })
  points!: HistoryPointDto[];
}

@ApiSchema({ name: 'WalletActivity', description: 'One event of a wallet and a token.' })
export class WalletActivityDto {
  @ApiProperty({ enum: ACTIVITY_TYPES })
  type!: ActivityType;

  @ApiAddress("The app's token, EIP-55; of a claim, the token that was paid.")
  tokenAddress!: Address;

  @ApiUntrustedText('Untrusted text that a stranger wrote to the chain. Not unique.')
  symbol!: string;

  @ApiHash()
  txHash!: string;

  @ApiInteger("Index of the event's log in its block.")
  logIndex!: number;

  @ApiInteger()
  blockNumber!: number;

  @ApiTime('Time of the block.')
  timestamp!: string;

  @ApiAddress(
    'Where the tokens came from: launchpad or pool for a buy, the distributor for a claim; the creator for a launch.',
    NULLABLE,
  )
  from!: Address | null;

  @ApiAddress('Where they went: launchpad or pool for a sale. Null for a launch.', NULLABLE)
  to!: Address | null;

  @ApiAmount('Of `tokenAddress`, in wei. Null for a launch.', NULLABLE)
  tokenAmount!: string | null;

  @ApiAmount(
    "Platform token, in wei: what a buyer paid, a seller's proceeds before the fee, what a launch cost. Null for a transfer and a claim.",
    NULLABLE,
  )
  platformAmount!: string | null;

  @ApiNumber(
    "USD for one whole token: what moved the reserves (a buy's gross less the fee, a sale's gross), for a transfer and a claim the " +
      "market price at its block's end. " +
      'Null for a launch, and where there was no price.',
    NULLABLE,
  )
  priceUsd!: number | null;

  @ApiNumber(
    "USD: the platform amount at the feed's price of the block, for a transfer and a claim the market value. " +
      'Null for a launch, and where there was no price.',
    NULLABLE,
  )
  valueUsd!: number | null;
}

@ApiSchema({ name: 'WalletActivityList', description: "A page of a wallet's activity, newest first." })
export class WalletActivityListDto {
  @ApiProperty({ type: [WalletActivityDto] })
  activity!: WalletActivityDto[];

  @ApiNextCursor()
  nextCursor!: string | null;
}
