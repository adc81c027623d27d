import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import { ACTIVITY_TYPES, type Activity, type ActivityList, type ActivityType } from '../activity.types.js';

const WEI = { type: 'string', nullable: true, pattern: '^(0|[1-9][0-9]*)$' } as const;

@ApiSchema({ name: 'AppActivity', description: 'One event of an app.' })
export class ActivityDto implements Activity {
  @ApiProperty({
    enum: ACTIVITY_TYPES,
    description:
      'A trade is one item, on the curve or in the pool: the transfer that carried its tokens is not repeated, nor ' +
      'are those of a launch and a graduation.',
  })
  type!: ActivityType;

  @ApiProperty({ type: 'string', pattern: '^0x[a-f0-9]{64}$', description: 'The transaction.' })
  txHash!: string;

  @ApiProperty({ type: 'integer', description: "Index of the event's log in its block." })
  logIndex!: number;

  @ApiProperty({ type: 'integer', description: 'The block.' })
  blockNumber!: number;

  @ApiProperty({ type: 'string', format: 'date-time', description: "The block's time." })
  timestamp!: string;

  @ApiProperty({
    ...ADDRESS_SCHEMA,
    nullable: true,
    description:
      'Who gave the tokens: the seller, the sender, or for buys and the graduation the launchpad or the pool. For a ' +
      'launch, its creator.',
  })
  from!: Address | null;

  @ApiProperty({
    ...ADDRESS_SCHEMA,
    nullable: true,
    description:
      'Who got them: the buyer, the recipient, or for sales the launchpad or the pool, for the graduation the pool. ' +
      'Null for a launch.',
  })
  to!: Address | null;

  @ApiProperty({
    ...WEI,
    description: 'App token, wei; null for a launch. For the graduation, what the pool began with.',
  })
  tokenAmount!: string | null;

  @ApiProperty({
    ...WEI,
    description:
      'Platform token, wei: gross amount of a trade, cost of a launch, what the pool began with; null for a transfer.',
  })
  platformAmount!: string | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      "USD for one whole token: what moved the reserves (a buy's gross less the fee, a sale's gross), at the feed's " +
      'answer of the block; null for all but trades.',
  })
  priceUsd!: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: "USD: the gross platform amount at the feed's answer of the block; null for all but trades.",
  })
  valueUsd!: number | null;
}

@ApiSchema({ name: 'AppActivityList', description: "A page of an app's events, newest first." })
export class ActivityListDto implements ActivityList {
  @ApiProperty({ type: [ActivityDto] })
  activity!: ActivityDto[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: '`cursor` of the next page; null on the last.',
  })
  nextCursor!: string | null;
}
