import { MOST_ATTEMPTS, retryDelay } from './retry-delay.js';

const HOUR_MS = 3_600_000;

describe('retryDelay', () => {
  it('gives up after ten attempts', () => {
    expect(MOST_ATTEMPTS).toBe(10);
    expect(retryDelay(9)).not.toBeNull();
    expect(retryDelay(10)).toBeNull();
  });

  it('takes a day over them on the average, and waits longer each time', () => {
    const waits = Array.from({ length: 9 }, (_, i) => retryDelay(i + 1, 0.5)!);
    expect(waits.reduce((sum, wait) => sum + wait) / HOUR_MS).toBeCloseTo(24, 0);
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
  });

  it('has full jitter', () => {
    expect([0, 1].map((random) => retryDelay(1, random))).toEqual([0, 5_000]);
  });
});
