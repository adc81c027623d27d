import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EnumProperty, LimitProperty } from '@slipway/http';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiBoolean,
  ApiInteger,
  ApiUntrustedText,
  NULLABLE,
} from '../../../openapi/api-properties.js';
import {
  type Board,
  BOARD_METRICS,
  BOARD_NAMES,
  BOARD_UNITS,
  BOARD_WINDOWS,
  type BoardMetric,
  type BoardUnit,
  type BoardWindow,
} from './leaderboards.repository.js';

export { BOARD_NAMES, type Board };

export class LeaderboardQueryDto {
  @EnumProperty(BOARD_METRICS, {
    description:
      'What is compared (default: `volume`). Each board has its own metrics; another one is a 400.',
  })
  metric?: BoardMetric;

  @EnumProperty(BOARD_WINDOWS, { default: '7d', description: 'The time before `X-As-Of-Time` that counts.' })
  window: BoardWindow = '7d';

  @LimitProperty()
  limit: number = 20;
}

@ApiSchema({ name: 'LeaderboardEntry', description: 'One place of a leaderboard.' })
export class LeaderboardEntryDto {
  @ApiInteger('The place, 1 is the highest.', { minimum: 1 })
  rank!: number;

  @ApiAddress("The app's token, the trader or the creator, EIP-55.")
  address!: Address;

  @ApiUntrustedText("An app's symbol, untrusted; null for wallets.", NULLABLE)
  symbol!: string | null;

  @ApiProperty({
    type: 'string',
    pattern: '^(0|[1-9][0-9]*)(\\.[0-9]+)?$',
    description:
      'In the unit: `usd` with the 15 digits that an app has it with; `platform` in base units (wei); `count`.',
  })
  value!: string;

  @ApiBoolean(
    'Whether trades without a price in USD are missing in `value`: it is the known part, and ranks by it.',
  )
  partial!: boolean;
}

@ApiSchema({ name: 'Leaderboard', description: 'A leaderboard, true at `X-As-Of-Block`.' })
export class LeaderboardDto {
  @ApiProperty({ enum: BOARD_NAMES })
  board!: Board;

  @ApiProperty({ enum: BOARD_METRICS })
  metric!: BoardMetric;

  @ApiProperty({ enum: BOARD_WINDOWS })
  window!: BoardWindow;

  @ApiProperty({ enum: BOARD_UNITS, description: "The values' unit." })
  unit!: BoardUnit;

  @ApiProperty({ type: [LeaderboardEntryDto] })
  entries!: LeaderboardEntryDto[];
}
