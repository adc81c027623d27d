import { RetryBudget } from './retry-budget.js';

describe('RetryBudget', () => {
  it('has one of twenty reads made again in the long run', () => {
    const budget = new RetryBudget();
    let again = 0;
    for (let read = 0; read < 10_000; read += 1) {
      budget.earn();
      if (budget.spend()) again += 1;
    }
    expect(again).toBeGreaterThan(490);
    expect(again).toBeLessThanOrEqual(520);
  });

  it('saves for twenty at once, and no more', () => {
    const budget = new RetryBudget();
    for (let read = 0; read < 10_000; read += 1) budget.earn();
    const again = Array.from({ length: 100 }, () => budget.spend());
    expect(again.filter(Boolean)).toHaveLength(20);
  });
});
