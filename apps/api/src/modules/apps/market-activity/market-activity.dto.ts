import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { AddressProperty, CursorProperty, PageQueryDto, PatternListProperty } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { ACTIVITY_TYPES, type ActivityType } from '../activity/activity.repository.js';
import { ApiAddress, ApiNextCursor, ApiUntrustedText, NULLABLE } from '../../../openapi/api-properties.js';
import { ActivityDto } from '../activity/activity.dto.js';

export class MarketActivityQueryDto extends PageQueryDto {
  @CursorProperty('`latestCursor` of an earlier response: what came since, oldest first. Not with `cursor`.')
  after?: string;

  @PatternListProperty({
    description: 'Only events of these types; without it all but transfers.',
    max: ACTIVITY_TYPES.length,
    pattern: new RegExp(`^(${ACTIVITY_TYPES.join('|')})$`),
  })
  type?: ActivityType[];

  @AddressProperty({ description: 'Only events of this app.', required: false })
  token?: Address;

  @AddressProperty({
    description: 'Only trades, transfers and launches of this wallet.',
    required: false,
  })
  wallet?: Address;
}

@ApiSchema({ name: 'MarketActivity', description: 'One event of the market.' })
export class MarketActivityDto extends ActivityDto {
  @ApiAddress("The app's token, EIP-55.")
  tokenAddress!: Address;

  @ApiUntrustedText('Untrusted text that a stranger wrote to the chain. Not unique.')
  symbol!: string;

  @ApiAddress('Whose trade it is, by the flows of its transaction; null for what is no trade.', NULLABLE)
  trader!: Address | null;
}

@ApiSchema({ name: 'MarketActivityList', description: "A page of the market's events." })
export class MarketActivityListDto {
  @ApiProperty({ type: [MarketActivityDto] })
  activity!: MarketActivityDto[];

  @ApiNextCursor()
  nextCursor!: string | null;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    required: true,
    description:
      'The newest event that this response knows of: what to send as `after`. Null while there is none.',
  })
  latestCursor!: string | null;
}
