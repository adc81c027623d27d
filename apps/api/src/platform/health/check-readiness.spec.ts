import { checkReadiness } from './check-readiness.js';

const head = {
  block: 7n,
  time: new Date('2026-11-21T00:00:00Z'),
  hash: '7',
  version: '7',
  lagSeconds: 59.6,
  isLagging: false,
};

const findings = {
  ...{ isStopping: false, isDatabaseUp: true, head },
  ...{ haltedReason: null, indexRepair: null, indexFailure: null },
};

describe('checkReadiness', () => {
  it('is ready with a database and an index of the present', () => {
    expect(checkReadiness(findings)).toEqual({
      checks: {
        database: 'up',
        indexer: {
          block: '7',
          blockTime: '2026-11-21T00:00:00.000Z',
          lagSeconds: 60,
          halted: null,
          repairing: null,
          failing: null,
        },
      },
      reasons: [],
    });
  });

  it('gives every reason why it is not', () => {
    const worst = { ...findings, isStopping: true, isDatabaseUp: false, head: null };
    expect(checkReadiness(worst).reasons).toEqual(['stopping', 'database_unreachable', 'nothing_indexed']);
    const lagging = { ...head, isLagging: true };
    expect(checkReadiness({ ...findings, head: lagging }).reasons).toEqual(['indexer_lagging']);
  });

  it('says why the indexer stands still', () => {
    const { checks, reasons } = checkReadiness({ ...findings, haltedReason: 'a final block changed' });
    expect([reasons, checks.indexer.halted]).toEqual([['indexer_halted'], 'a final block changed']);
  });

  it('is ready while the index is repaired, which it names: reads say themselves that they are old', () => {
    const indexRepair = { app: '0xA0', block: 900, missing: 21, percent: 40 };
    const lagging = { ...head, isLagging: true };
    const { checks, reasons } = checkReadiness({ ...findings, head: lagging, indexRepair });
    expect(reasons).toEqual([]);
    expect(checks.indexer.repairing).toEqual(indexRepair);
    const halted = checkReadiness({ ...findings, haltedReason: 'no node has it', indexRepair });
    expect(halted.reasons).toEqual(['indexer_halted']);
  });

  it('names the block that the indexer fails at', () => {
    const indexFailure = {
      block: '8',
      error: 'NodeUnavailableError',
      since: new Date('2026-11-21T00:01:00Z'),
    };
    const { checks, reasons } = checkReadiness({ ...findings, indexFailure });
    expect(reasons).toEqual([]);
    expect(checks.indexer.failing).toEqual({ ...indexFailure, since: '2026-11-21T00:01:00.000Z' });
  });

  it('shows no lag where nothing is indexed', () => {
    expect(checkReadiness({ ...findings, head: null }).checks.indexer.lagSeconds).toBeNull();
  });
});
