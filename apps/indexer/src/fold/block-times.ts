import type { Rows } from '../decode/rows.js';

/** A block that has trades, transfers or reserves. */
export interface BlockTime {
  readonly number: number;
  readonly time: Date;
  /** The feed's price at the end of the block, 8 decimals; null where it has none. */
  readonly oraclePrice: bigint | null;
}

/**
 * The blocks of a range that have trades, transfers or reserves, in chain order.
 * @param oraclePriceBefore the feed's last price before the range; null before its first
 */
export function blockTimes(
  { trades, transfers, reserves, oraclePrices }: Rows,
  oraclePriceBefore: bigint | null,
): BlockTime[] {
  const times = new Map<number, Date>();
  for (const rows of [trades, transfers, reserves])
    for (const { blockNumber, time } of rows) times.set(blockNumber, time);
  let oraclePrice = oraclePriceBefore;
  let passed = 0;
  return [...times]
    .sort(([a], [b]) => a - b)
    .map(([number, time]) => {
      for (
        let row = oraclePrices[passed];
        row !== undefined && row.blockNumber <= number;
        row = oraclePrices[passed]
      ) {
        oraclePrice = row.price;
        passed += 1;
      }
      return { number, time, oraclePrice: oraclePrice !== null && oraclePrice > 0n ? oraclePrice : null };
    });
}
