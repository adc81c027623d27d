import { drawHistory } from './draw-history.js';

const at = (...values: (number | null)[]) =>
  values.map((valueUsd, i) => ({ timestamp: `2026-11-2${i}T00:00:00Z`, valueUsd }));

describe("the plot of a portfolio's value", () => {
  it('spans the width, from zero to the highest value', () => {
    expect(drawHistory(at(0, 50, 100))).toBe('M0.0 212.0L400.0 110.0L800.0 8.0');
  });

  it('has a gap where nothing is known, and a line at the bottom where nothing is there', () => {
    expect(drawHistory(at(100, null, 100))).toBe('M0.0 8.0M800.0 8.0');
    expect(drawHistory(at(0, 0))).toBe('M0.0 212.0L800.0 212.0');
    expect(drawHistory([])).toBe('');
  });
});
