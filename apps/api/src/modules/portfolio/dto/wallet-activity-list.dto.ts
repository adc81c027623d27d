import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import {
  ACTIVITY_TYPES,
  type ActivityType,
  type WalletActivity,
  type WalletActivityList,
} from '../portfolio.types.js';

const WEI = { type: 'string', nullable: true, pattern: '^(0|[1-9][0-9]*)$' } as const;

@ApiSchema({ name: 'WalletActivity', description: 'One event of a wallet and an app token.' })
export class WalletActivityDto implements WalletActivity {
  @ApiProperty({ enum: ACTIVITY_TYPES })
  type!: ActivityType;

  @ApiProperty({ ...ADDRESS_SCHEMA, description: "The app's token, EIP-55." })
  tokenAddress!: Address;

  @ApiProperty({
    type: 'string',
    description: 'Untrusted text that a stranger wrote to the chain. Not unique.',
  })
  symbol!: string;

  @ApiProperty({ type: 'string', pattern: '^0x[0-9a-f]{64}$' })
  txHash!: string;

  @ApiProperty({ type: 'integer', description: "Index of the event's log in its block." })
  logIndex!: number;

  @ApiProperty({ type: 'integer' })
  blockNumber!: number;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'Time of the block.' })
  timestamp!: string;

  @ApiProperty({
    ...ADDRESS_SCHEMA,
    nullable: true,
    description: 'Where the tokens came from: launchpad or pool for a buy; the creator for a launch.',
  })
  from!: Address | null;

  @ApiProperty({
    ...ADDRESS_SCHEMA,
    nullable: true,
    description: 'Where they went: launchpad or pool for a sale. Null for a launch.',
  })
  to!: Address | null;

  @ApiProperty({ ...WEI, description: 'App token, in wei. Null for a launch.' })
  tokenAmount!: string | null;

  @ApiProperty({
    ...WEI,
    description:
      "Platform token, in wei: what a buyer paid, a seller's proceeds before the fee, what a launch cost. Null for a transfer.",
  })
  platformAmount!: string | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      "USD for one whole token: what moved the reserves (a buy's gross less the fee, a sale's gross), for a transfer the " +
      "market price at its block's end. " +
      'Null for a launch, and where there was no price.',
  })
  priceUsd!: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      "USD: the platform amount at the feed's answer of the block, for a transfer its market value. " +
      'Null for a launch, and where there was no price.',
  })
  valueUsd!: number | null;
}

@ApiSchema({ name: 'WalletActivityList', description: "A page of a wallet's activity, newest first." })
export class WalletActivityListDto implements WalletActivityList {
  @ApiProperty({ type: [WalletActivityDto] })
  activity!: WalletActivityDto[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: '`cursor` of the next page; null on the last.',
  })
  nextCursor!: string | null;
}
