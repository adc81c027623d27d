import { axisMarks, drawHistory, drawMarks } from './draw-history.js';

const at = (...values: (number | null)[]) =>
  values.map((valueUsd, i) => ({ timestamp: `2026-11-2${i}T00:00:00Z`, valueUsd }));

describe('the marks of the axis', () => {
  it.each<[(number | null)[], number[]]>([
    [
      [0, 50, 100],
      [0, 50, 100],
    ],
    [
      [4_620, null, 6_003],
      [4_500, 5_000, 5_500, 6_000, 6_500],
    ],
    [
      [100, 100],
      [99, 100, 101],
    ],
    [
      [0, 0],
      [0, 0.5],
    ],
    [[null], []],
  ])('of %j are round: %j', (values, marks) => {
    expect(axisMarks(at(...values))).toEqual(marks);
  });
});

describe("the plot of a portfolio's value", () => {
  it('spans the width, from the lowest to the highest mark', () => {
    expect(drawHistory(at(0, 50, 100), [0, 50, 100])).toBe('M0.0 220.0L400.0 110.0L800.0 0.0');
    expect(drawMarks([0, 50, 100])).toBe('M0 0.0H800M0 110.0H800M0 220.0H800');
  });

  it('has a gap where nothing is known, and a line at the bottom where nothing is there', () => {
    expect(drawHistory(at(100, null, 100), [0, 100])).toBe('M0.0 0.0M800.0 0.0');
    expect(drawHistory(at(0, 0), [0, 1])).toBe('M0.0 220.0L800.0 220.0');
    expect(drawHistory([], [])).toBe('');
  });
});
