import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EnumProperty, PageQueryDto } from '@slipway/http';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiAmount,
  ApiInteger,
  ApiNextCursor,
  ApiNumber,
  ApiTime,
  NULLABLE,
} from '../../../openapi/api-properties.js';
import { ACTIVITY_TYPES, type ActivityType } from './activity.repository.js';

export class ActivityQueryDto extends PageQueryDto {
  @EnumProperty(ACTIVITY_TYPES, { description: 'Only events of this type.' })
  type?: ActivityType;
}

@ApiSchema({ name: 'AppActivity', description: 'One event of an app.' })
export class ActivityDto {
  @ApiProperty({
    enum: ACTIVITY_TYPES,
    description:
      'A trade is one item, on the curve or in the pool: the transfer that carried its tokens is not repeated, nor ' +
      'are those of a launch and a graduation.',
  })
  type!: ActivityType;

  @ApiProperty({ type: 'string', pattern: '^0x[a-f0-9]{64}$', description: 'The transaction.' })
  txHash!: string;

  @ApiInteger("Index of the event's log in its block.")
  logIndex!: number;

  @ApiInteger('The block.')
  blockNumber!: number;

  @ApiTime("The block's time.")
  timestamp!: string;

  @ApiAddress(
    'Who gave the tokens: the seller, the sender, or for buys and the graduation the launchpad or the pool. For a ' +
      'launch, its creator.',
    NULLABLE,
  )
  from!: Address | null;

  @ApiAddress(
    'Who got them: the buyer, the recipient, or for sales the launchpad or the pool, for the graduation the pool. ' +
      'Null for a launch.',
    NULLABLE,
  )
  to!: Address | null;

  @ApiAmount('App token, wei; null for a launch. For the graduation, what the pool began with.', NULLABLE)
  tokenAmount!: string | null;

  @ApiAmount(
    'Platform token, wei: gross amount of a trade, cost of a launch, what the pool began with; null for a transfer.',
    NULLABLE,
  )
  platformAmount!: string | null;

  @ApiNumber(
    "USD for one whole token: what moved the reserves (a buy's gross less the fee, a sale's gross), at the feed's " +
      'price of the block; null for all but trades.',
    NULLABLE,
  )
  priceUsd!: number | null;

  @ApiNumber(
    "USD: the gross platform amount at the feed's price of the block; null for all but trades.",
    NULLABLE,
  )
  valueUsd!: number | null;
}

@ApiSchema({ name: 'AppActivityList', description: "A page of an app's events, newest first." })
export class ActivityListDto {
  @ApiProperty({ type: [ActivityDto] })
  activity!: ActivityDto[];

  @ApiNextCursor()
  nextCursor!: string | null;
}
