import { FailureLines } from './index-failures.js';

describe('FailureLines', () => {
  it('tells a cause once, another one again, and when it goes on or has ended', () => {
    const lines: string[] = [];
    const told = new FailureLines((line) => lines.push(line));
    const job = 'The rebuild (job 3)';
    told.see([{ what: 'The indexer', failure: null }]);
    told.see([{ what: 'The indexer', failure: 'no block 7' }]);
    told.see([{ what: 'The indexer', failure: 'no block 8' }]);
    told.see([
      { what: 'The indexer', failure: 'no node' },
      { what: job, failure: 'no block 0' },
    ]);
    told.see([
      { what: 'The indexer', failure: null },
      { what: job, failure: 'no block 0' },
    ]);
    told.see([{ what: 'The indexer', failure: null }]);
    expect(lines).toEqual([
      '! The indexer fails, and tries again: no block 7',
      '! The indexer fails, and tries again: no node',
      '! The rebuild (job 3) fails, and tries again: no block 0',
      'The indexer goes on',
      'The rebuild (job 3) has ended',
    ]);
  });
});
