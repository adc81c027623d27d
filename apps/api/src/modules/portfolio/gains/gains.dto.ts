import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import { CursorProperty, LimitProperty, YearProperty } from '@slipway/http';
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

export class GainsQueryDto {
  @YearProperty('The calendar year, UTC.')
  year!: number;

  @LimitProperty({ max: 1_000, default: 100 })
  limit: number = 100;

  @CursorProperty()
  cursor?: string;
}

@ApiSchema({ name: 'Disposal', description: 'What a wallet sold of one token in one transaction.' })
export class DisposalDto {
  @ApiAddress("The app's token, EIP-55.")
  tokenAddress!: Address;

  @ApiUntrustedText('Untrusted text that a stranger wrote to the chain. Not unique.')
  symbol!: string;

  @ApiHash('The transaction.')
  txHash!: string;

  @ApiInteger('The block.')
  blockNumber!: number;

  @ApiTime("The block's time.")
  timestamp!: string;

  @ApiAmount('What was sold, wei.')
  amount!: string;

  @ApiNumber(
    "USD: what it brought after the fee, at the feed's price of the block; null without one.",
    NULLABLE,
  )
  proceedsUsd!: number | null;

  @ApiNumber('USD: the average cost of what was sold; null when any of it has no known cost.', NULLABLE)
  costUsd!: number | null;

  @ApiNumber(
    'USD: `proceedsUsd` - `costUsd`. Where only a part of `amount` has a known cost it is the gain of that part; null when none has.',
    NULLABLE,
  )
  gainUsd!: number | null;
}

@ApiSchema({ name: 'Gains', description: "A page of a wallet's sales in a year, oldest first." })
export class GainsDto {
  @ApiAddress('The wallet, EIP-55.')
  address!: Address;

  @ApiInteger('The year asked for.')
  year!: number;

  @ApiNumber(
    'USD: sum of `gainUsd` over all sales of the year, whatever the page. All years add up to `realizedPnlUsd`.',
  )
  totalGainUsd!: number;

  @ApiProperty({ type: [DisposalDto] })
  disposals!: DisposalDto[];

  @ApiNextCursor()
  nextCursor!: string | null;
}
