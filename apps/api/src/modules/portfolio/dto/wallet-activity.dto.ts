import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiAmount,
  ApiHash,
  ApiInteger,
  ApiNextCursor,
  ApiNumber,
  ApiTime,
  ApiUntrustedText,
  NULLABLE,
} from '../../../openapi/api-properties.js';
import { ACTIVITY_TYPES, type ActivityType } from '../types/portfolio.types.js';

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
