import type { StreamEntry } from './stream-entry.js';

/** Listeners resume from no earlier than this, and from no more than these characters. */
const KEPT_MS = 900_000;
const MOST_CHARACTERS = 32 * 2 ** 20;

/** The entries that listeners may resume from, in order. */
export class RecentEntries {
  private entries: StreamEntry[] = [];
  private characters = 0;
  /** Where resuming may begin. */
  private before = 0;

  clear(before: number): void {
    this.entries = [];
    this.characters = 0;
    this.before = before;
  }

  add(entry: StreamEntry): void {
    if (this.entries.length === 0) this.before = entry.seq - 1;
    this.entries.push(entry);
    this.characters += entry.json.length;
  }

  /** Marks what a rollback to a block takes back. */
  undo(block: number): void {
    for (let i = this.entries.length - 1; i >= 0; i -= 1) {
      const entry = this.entries[i];
      if (entry === undefined) return;
      if (entry.block > block) entry.isUndone = true;
      else if (entry.event !== 'retract') return;
    }
  }

  /** Forgets final entries that are too old or too many; to be called now and then. */
  trim(now: number, finalBlock: number): void {
    let gone = 0;
    for (const entry of this.entries) {
      if (entry.block > finalBlock) break;
      if (now - entry.at <= KEPT_MS && this.characters <= MOST_CHARACTERS) break;
      this.characters -= entry.json.length;
      this.before = entry.seq;
      gone += 1;
    }
    if (gone > 0) this.entries = this.entries.slice(gone);
  }

  /** The entries after one; null when some of them are not kept any more. */
  after(seq: number): readonly StreamEntry[] | null {
    if (seq < this.before) return null;
    let low = 0;
    for (let high = this.entries.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.entries[middle]?.seq ?? 0) > seq) high = middle;
      else low = middle + 1;
    }
    return this.entries.slice(low);
  }
}
