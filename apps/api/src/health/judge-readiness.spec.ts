import { judgeReadiness } from './judge-readiness.js';

const head = { block: 7n, time: new Date('2026-11-21T00:00:00Z'), version: '0x7' };

describe('judgeReadiness', () => {
  it('is ready with a database and an index of the present', () => {
    expect(judgeReadiness(true, head, 60)).toEqual({
      checks: {
        database: 'up',
        indexer: { block: '7', blockTime: '2026-11-21T00:00:00.000Z', lagSeconds: 60 },
      },
      reasons: [],
    });
  });

  it('gives every reason why it is not', () => {
    expect(judgeReadiness(false, null, Infinity).reasons).toEqual([
      'database_unreachable',
      'nothing_indexed',
    ]);
    expect(judgeReadiness(true, head, 60.1).reasons).toEqual(['indexer_lagging']);
  });

  it('shows no lag where nothing is indexed', () => {
    expect(judgeReadiness(true, null, Infinity).checks.indexer.lagSeconds).toBeNull();
  });
});
