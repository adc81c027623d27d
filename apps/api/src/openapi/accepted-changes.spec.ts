import { ACCEPTED_CHANGES, refusedChanges } from './accepted-changes.js';

describe('accepted changes', () => {
  it('lets through what was accepted, word for word, and nothing else', () => {
    const accepted = [
      { change: 'get /a: response.b: type changed', date: '2026-11-22', reason: 'It was wrong.' },
    ];
    const found = [
      'get /a: response.b: type changed',
      'get /a: response.b: removed',
      'get /a: response.bc: type changed',
    ];
    expect(refusedChanges(found, accepted)).toEqual(found.slice(1));
  });

  it('has a day and a reason for each', () => {
    for (const { change, date, reason } of ACCEPTED_CHANGES) {
      expect(change).toMatch(/^(get|post|put|patch|delete) \//);
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(reason.length).toBeGreaterThan(40);
    }
  });
});
