import { ApiProperty } from '@nestjs/swagger';
import { ApiNextCursor } from '../../../openapi/api-properties.js';
import { PortfolioDto, PositionDto } from '../../../modules/portfolio/portfolio.dto.js';
import { RewardsSummaryDto } from '../../../modules/rewards/rewards.dto.js';

/** A wallet's totals, and its positions of highest value. */
export class PortfolioResult extends PortfolioDto {
  @ApiProperty({ type: [PositionDto] })
  holdings!: PositionDto[];

  @ApiNextCursor()
  nextCursor!: string | null;
}

export class RewardsResult extends RewardsSummaryDto {
  @ApiNextCursor()
  nextCursor!: string | null;
}
