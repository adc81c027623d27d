import type { Address } from '#values';
import { LEDGER_USD_UNIT, USD_WEI_UNIT } from '#values';
import type { OraclePriceRow, ReserveRow, Rows } from '../decode/rows.js';

export type MarketReserves = Pick<ReserveRow, 'platform' | 'tokens'>;

/** What the markets were before a range of blocks. */
export interface MarketsBefore {
  readonly reserves: ReadonlyMap<Address, MarketReserves>;
  /** The feed's last answer; null before its first. */
  readonly answer: bigint | null;
}

/**
 * What app tokens were worth in each block of a range: at the block's end, by the reserves that its last event left and
 * the feed's last answer, which is what a call at that block sees.
 */
export class MarketValues {
  private readonly reserves = new Map<Address, ReserveRow[]>();
  private readonly answers: readonly OraclePriceRow[];

  constructor(
    rows: Pick<Rows, 'reserves' | 'oraclePrices'>,
    private readonly before: MarketsBefore,
  ) {
    for (const row of rows.reserves) {
      const ofToken = this.reserves.get(row.token);
      if (ofToken === undefined) this.reserves.set(row.token, [row]);
      else ofToken.push(row);
    }
    this.answers = rows.oraclePrices;
  }

  /** USD with 44 decimals, rounded down; null when there is no price. */
  valueAt(blockNumber: number, token: Address, amount: bigint): bigint | null {
    const answer = lastUpTo(this.answers, blockNumber)?.answer ?? this.before.answer;
    const reserves = lastUpTo(this.reserves.get(token) ?? [], blockNumber) ?? this.before.reserves.get(token);
    if (answer === null || answer <= 0n || reserves === undefined) return null;
    const { platform, tokens } = reserves;
    if (platform <= 0n || tokens <= 0n) return null;
    return (amount * platform * answer * (LEDGER_USD_UNIT / USD_WEI_UNIT)) / tokens;
  }
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
