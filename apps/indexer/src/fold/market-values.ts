import { LEDGER_USD_UNIT, USD_WEI_UNIT, type Address } from '@slipway/domain';
import type { ReserveRow, Rows } from '../decode/rows.js';

export type MarketReserves = Pick<ReserveRow, 'platform' | 'tokens'>;

/** What an amount was worth at a block's end, USD with 44 decimals, rounded down; null without a price. */
export type ValueAt = (blockNumber: number, token: Address, amount: bigint) => bigint | null;

/**
 * Values of app tokens at the end of each block of a range. The last reserves and the feed's last price make them.
 * @param oraclePriceBefore the feed's last price before the range; null before its first
 */
export function marketValues(
  { reserves, oraclePrices }: Pick<Rows, 'reserves' | 'oraclePrices'>,
  reservesBefore: ReadonlyMap<Address, MarketReserves>,
  oraclePriceBefore: bigint | null,
): ValueAt {
  const byToken = new Map<Address, ReserveRow[]>();
  for (const row of reserves) {
    const ofToken = byToken.get(row.token);
    if (ofToken === undefined) byToken.set(row.token, [row]);
    else ofToken.push(row);
  }
  return (blockNumber, token, amount) => {
    const oraclePrice = lastUpTo(oraclePrices, blockNumber)?.price ?? oraclePriceBefore;
    const last = lastUpTo(byToken.get(token) ?? [], blockNumber) ?? reservesBefore.get(token);
    if (oraclePrice === null || oraclePrice <= 0n || last === undefined) return null;
    const { platform, tokens } = last;
    if (platform <= 0n || tokens <= 0n) return null;
    return (amount * platform * oraclePrice * (LEDGER_USD_UNIT / USD_WEI_UNIT)) / tokens;
  };
}

/** The last row, of rows in chain order, in a block or before it. */
function lastUpTo<Row extends { readonly blockNumber: number }>(
  rows: readonly Row[],
  blockNumber: number,
): Row | undefined {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && row.blockNumber <= blockNumber) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}
