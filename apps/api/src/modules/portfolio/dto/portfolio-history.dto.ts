import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import {
  HISTORY_PERIODS,
  type HistoryPeriod,
  type HistoryPoint,
  type PortfolioHistory,
} from '../portfolio.types.js';

@ApiSchema({ name: 'PortfolioHistoryPoint', description: "A wallet's totals at one moment." })
export class HistoryPointDto implements HistoryPoint {
  @ApiProperty({ type: 'string', format: 'date-time' })
  timestamp!: string;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: "USD: the overview's `totalValueUsd` as it was then.",
  })
  valueUsd!: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      "USD: realised and unrealised since the wallet's first trade, the overview's `realizedPnlUsd` + " +
      '`unrealizedPnlUsd` as they were then. Null when the latter is.',
  })
  pnlUsd!: number | null;
}

@ApiSchema({ name: 'PortfolioHistory', description: "A wallet's totals at evenly spaced moments." })
export class PortfolioHistoryDto implements PortfolioHistory {
  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The wallet, EIP-55.' })
  address!: Address;

  @ApiProperty({ enum: HISTORY_PERIODS, description: 'The period asked for.' })
  period!: HistoryPeriod;

  @ApiProperty({ type: [HistoryPointDto], description: 'At most 200, oldest first.' })
  points!: HistoryPointDto[];
}
