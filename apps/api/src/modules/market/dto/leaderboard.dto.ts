import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import {
  BOARD_METRICS,
  BOARD_NAMES,
  BOARD_UNITS,
  BOARD_WINDOWS,
  type Board,
  type BoardMetric,
  type BoardUnit,
  type BoardWindow,
  type Leaderboard,
  type LeaderboardEntry,
} from '../leaderboards.types.js';

@ApiSchema({ name: 'LeaderboardEntry', description: 'One place of a leaderboard.' })
export class LeaderboardEntryDto implements LeaderboardEntry {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The place, 1 is the highest.' })
  rank!: number;

  @ApiProperty({ ...ADDRESS_SCHEMA, description: "The app's token, the trader or the creator, EIP-55." })
  address!: Address;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: "An app's symbol, untrusted; null for wallets.",
  })
  symbol!: string | null;

  @ApiProperty({
    type: 'string',
    pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,8})?$',
    description: 'In the unit: `usd` at most 8 decimals, truncated; `platform` in base units (wei); `count`.',
  })
  value!: string;
}

@ApiSchema({ name: 'Leaderboard', description: 'A leaderboard, true at `X-As-Of-Block`.' })
export class LeaderboardDto implements Leaderboard {
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
