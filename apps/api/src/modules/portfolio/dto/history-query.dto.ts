import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalWhenAbsent } from '#http';
import { HISTORY_PERIODS, type HistoryPeriod } from '../portfolio.types.js';

export class HistoryQueryDto {
  @ApiPropertyOptional({
    enum: HISTORY_PERIODS,
    default: '30d',
    description: "How far back; `all` since the wallet's first event.",
  })
  @OptionalWhenAbsent()
  @IsIn(HISTORY_PERIODS, { message: `must be one of ${HISTORY_PERIODS.join(', ')}` })
  period: HistoryPeriod = '30d';
}
