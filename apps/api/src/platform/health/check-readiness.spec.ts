import { checkReadiness } from './check-readiness.js';

const head = {
  block: 7n,
  time: new Date('2026-11-21T00:00:00Z'),
  ...{ hash: '7', version: '7' },
  lagSeconds: 59.6,
  isLagging: false,
};
const lagging = { ...head, lagSeconds: 600, isLagging: true };
const indexer = { halted: null, repairing: null, failing: null };
const findings = { isStopping: false, isDatabaseUp: true, head, unreadSeconds: 0.1, indexer };

describe('checkReadiness', () => {
  it('is ready with a database and an index of the present', () => {
    expect(checkReadiness(findings, null)).toEqual({
      checks: {
        database: 'up',
        indexer: { block: '7', blockTime: head.time, lagSeconds: 60, ...indexer },
      },
      reasons: [],
      warnings: [],
    });
  });

  it.each([
    [['stopping', 'database_unreachable'], { isStopping: true, isDatabaseUp: false, head: null }],
    [['index_unread'], { unreadSeconds: 10.1 }],
    [['index_unread'], { unreadSeconds: Infinity, head: null }],
    [['nothing_indexed'], { head: null }],
  ])('is not ready: %j', (reasons, found) => {
    expect(checkReadiness({ ...findings, ...found }, null)).toMatchObject({ reasons, warnings: [] });
  });

  it('is ready whatever the indexer fails at, which it says, for every instance would be away at once', () => {
    const failing = { block: '8', error: 'disk_full', since: new Date('2026-11-21T00:01:00Z') };
    const repairing = { app: '0xA0', block: 900, missing: 21, percent: 40 };
    const state = { halted: 'a final block changed', repairing, failing };
    const { checks, reasons, warnings } = checkReadiness(
      { ...findings, head: lagging, indexer: state },
      null,
    );
    expect(reasons).toEqual([]);
    expect(warnings).toEqual(['indexer_lagging', 'indexer_halted', 'indexer_failing']);
    expect(checks.indexer).toMatchObject(state);
  });

  it('is not ready with an index that lags for longer than the settings allow', () => {
    const late = { ...findings, head: lagging };
    expect([600, 599].map((most) => checkReadiness(late, most).reasons)).toEqual([[], ['indexer_lagging']]);
  });

  it('shows no lag where nothing is indexed', () => {
    expect(checkReadiness({ ...findings, head: null }, null).checks.indexer.lagSeconds).toBeNull();
  });
});
