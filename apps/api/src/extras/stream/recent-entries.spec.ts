import { RecentEntries } from './recent-entries.js';
import type { StreamEntry } from './stream-entry.js';

const entry = (seq: number, block: number, parts: Partial<StreamEntry> = {}): StreamEntry => ({
  ...{
    seq,
    block,
    event: 'trade',
    token: null,
    wallet: null,
    json: '{}',
    retract: null,
    time: 0,
    since: 0,
    at: 0,
    isUndone: false,
  },
  ...parts,
});

const seqs = (entries: readonly StreamEntry[] | null): number[] | null =>
  entries?.map(({ seq }) => seq) ?? null;

describe('RecentEntries', () => {
  it('has the entries after one, or says that some are gone', () => {
    const recent = new RecentEntries();
    for (let seq = 5; seq <= 9; seq += 1) recent.add(entry(seq, seq));
    expect(seqs(recent.after(6))).toEqual([7, 8, 9]);
    expect(seqs(recent.after(4))).toEqual([5, 6, 7, 8, 9]);
    expect(seqs(recent.after(9))).toEqual([]);
    expect(recent.after(3)).toBeNull();
  });

  it('knows where an empty outbox stands', () => {
    const recent = new RecentEntries();
    recent.clear(7);
    expect(recent.after(7)).toEqual([]);
    expect(recent.after(6)).toBeNull();
  });

  it('forgets what is older than 15 minutes, and what is too much', () => {
    const recent = new RecentEntries();
    recent.add(entry(1, 1));
    recent.add(entry(2, 2, { at: 2_000 }));
    recent.trim(901_000, 9);
    expect(recent.after(0)).toBeNull();
    expect(seqs(recent.after(1))).toEqual([2]);
    const json = 'x'.repeat(20 * 2 ** 20);
    recent.add(entry(3, 3, { at: 901_000, json }));
    recent.add(entry(4, 4, { at: 901_000, json }));
    recent.trim(901_000, 9);
    expect(recent.after(2)).toBeNull();
    expect(seqs(recent.after(3))).toEqual([4]);
  });

  it('marks what a rollback takes back, through rollbacks before it', () => {
    const recent = new RecentEntries();
    const all = [entry(1, 10), entry(2, 11), entry(3, 10, { event: 'retract' }), entry(4, 11), entry(5, 12)];
    for (const one of all) recent.add(one);
    recent.undo(10);
    expect(all.filter(({ isUndone }) => isUndone).map(({ seq }) => seq)).toEqual([2, 4, 5]);
  });
});
