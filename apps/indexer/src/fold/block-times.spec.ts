import { emptyRows, type Rows } from '../decode/rows.js';
import { blockTimes } from './block-times.js';

const at = (blockNumber: number): { blockNumber: number; time: Date } => ({
  blockNumber,
  time: new Date(blockNumber * 1_000),
});

function rowsOf(transfers: readonly number[], prices: readonly [block: number, price: bigint][]): Rows {
  return {
    ...emptyRows(),
    transfers: transfers.map((block) => at(block) as Rows['transfers'][number]),
    oraclePrices: prices.map(([block, price]) => ({ ...at(block), price }) as Rows['oraclePrices'][number]),
  };
}

describe('times of blocks', () => {
  it('are those of blocks with rows, once each, in chain order', () => {
    const rows = rowsOf([3, 3, 9], []);
    rows.reserves.push(at(5) as Rows['reserves'][number]);
    expect(blockTimes(rows, 7n)).toEqual([
      { number: 3, time: new Date(3_000), oraclePrice: 7n },
      { number: 5, time: new Date(5_000), oraclePrice: 7n },
      { number: 9, time: new Date(9_000), oraclePrice: 7n },
    ]);
  });

  it("have the feed's last price of the block, or of one before it", () => {
    const found = blockTimes(
      rowsOf(
        [2, 4, 6],
        [
          [1, 10n],
          [4, 20n],
          [4, 30n],
          [5, 40n],
        ],
      ),
      null,
    );
    expect(found.map(({ oraclePrice }) => oraclePrice)).toEqual([10n, 30n, 40n]);
  });

  it('have no price before the first price, nor by one that is no price', () => {
    const found = blockTimes(
      rowsOf(
        [1, 3, 5],
        [
          [2, 10n],
          [4, -1n],
        ],
      ),
      null,
    );
    expect(found.map(({ oraclePrice }) => oraclePrice)).toEqual([null, 10n, null]);
  });
});
