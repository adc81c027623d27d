import { CursorFormat, isBlockHash, isCount } from '#http';
import type { EventPosition, RankedBlock } from './portfolio.repository.js';

/** A place in a wallet's positions as they were at a block. */
export interface PositionsPlace {
  readonly wallet: string;
  readonly block: RankedBlock;
  readonly offset: number;
}

export const positionsCursor = new CursorFormat<PositionsPlace>(
  'portfolio.positions.1',
  ({ wallet, block, offset }) => [wallet, block.number, block.time.getTime(), block.hash, offset],
  ([wallet, number, time, hash, offset]) =>
    typeof wallet === 'string' && isCount(number) && isTime(time) && isBlockHash(hash) && isCount(offset)
      ? { wallet, block: { number, time: new Date(time), hash }, offset }
      : null,
);

/** A place in a wallet's activity. */
export const activityCursor = new CursorFormat<EventPosition & { wallet: string }>(
  'portfolio.activity.2',
  ({ wallet, block, logIndex, blockHash }) => [wallet, block, logIndex, blockHash],
  ([wallet, block, logIndex, blockHash]) =>
    typeof wallet === 'string' &&
    isCount(block) &&
    isCount(logIndex) &&
    (blockHash === null || isBlockHash(blockHash))
      ? { wallet, block, logIndex, blockHash }
      : null,
);

/** Milliseconds since 1970 that PostgreSQL can hold, up to the year 9999. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 253_402_300_800_000;
}
