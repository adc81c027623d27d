import { toSparkline } from './sparklines.sql.js';
import type { HourlyCloses } from './app-rows.types.js';

const HOUR = 3_600_000;

const at = (hours: number): Date => new Date(hours * HOUR);

const line = (
  [app, feed]: readonly [HourlyCloses, HourlyCloses],
  launched: number,
  now: number,
  span: '24h' | '7d' = '24h',
): (number | null)[] => toSparkline(app, feed, { span, at: at(now), launchedAt: at(launched), last: 99 });

const DOLLAR: HourlyCloses = [[0], ['100000000']];

describe('toSparkline', () => {
  it('has a close an hour from the launch on, at most 24, the last being the price', () => {
    const app: HourlyCloses = [
      [100, 102],
      ['2', '3'],
    ];
    expect(line([app, DOLLAR], 100.5, 100.9)).toEqual([99]);
    expect(line([app, DOLLAR], 100.5, 104.1)).toEqual([2, 2, 3, 3, 99]);
    expect(line([app, DOLLAR], 100.5, 130)).toEqual([...Array<number>(23).fill(3), 99]);
    expect(line([app, DOLLAR], 100.5, 125)).toEqual([...Array<number>(23).fill(3), 99]);
    expect(line([app, DOLLAR], 100.5, 124)).toEqual([2, ...Array<number>(22).fill(3), 99]);
  });

  it('moves with the feed, and has no price before its first', () => {
    const feed: HourlyCloses = [
      [11, 13],
      ['200000000', '50000000'],
    ];
    expect(line([[[10], ['4']], feed], 10, 14.5)).toEqual([null, 8, 8, 2, 99]);
  });

  it('closes six hours at a time over seven days', () => {
    const app: HourlyCloses = [
      [601, 605, 606, 640],
      ['1', '2', '3', '4'],
    ];
    expect(line([app, DOLLAR], 601, 612, '7d')).toEqual([2, 3, 99]);
    expect(line([app, DOLLAR], 601, 641.9, '7d')).toEqual([2, 3, 3, 3, 3, 3, 99]);
    expect(line([app, DOLLAR], 601, 1_000, '7d')).toHaveLength(28);
  });
});
