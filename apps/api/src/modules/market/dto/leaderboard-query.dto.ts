import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { LimitProperty, OptionalWhenAbsent } from '#http';
import { BOARD_METRICS, BOARD_WINDOWS, type BoardMetric, type BoardWindow } from '../leaderboards.types.js';

export class LeaderboardQueryDto {
  @ApiPropertyOptional({
    enum: BOARD_METRICS,
    description:
      'What is compared (default: `volume`). Each board has its own metrics, see the table; another one is a 400.',
  })
  @OptionalWhenAbsent()
  @IsIn(BOARD_METRICS, { message: `must be one of ${BOARD_METRICS.join(', ')}` })
  metric?: BoardMetric;

  @ApiPropertyOptional({
    enum: BOARD_WINDOWS,
    default: '7d',
    description: 'The time before `X-As-Of-Time` that counts.',
  })
  @OptionalWhenAbsent()
  @IsIn(BOARD_WINDOWS, { message: `must be one of ${BOARD_WINDOWS.join(', ')}` })
  window: BoardWindow = '7d';

  @LimitProperty()
  limit: number = 20;
}
