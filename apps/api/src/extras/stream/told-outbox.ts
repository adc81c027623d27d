import { Injectable } from '@nestjs/common';
import { Settings } from '@slipway/settings';
import { RecentEntries } from './recent-entries.js';
import type { StreamEntry } from './stream-entry.js';
import type { Finality, StreamPosition } from './types/stream.types.js';

/** What a batch whose beginning is not known is taken to span. */
const LONGEST_BATCH_MS = 86_400_000;

/** What listeners were told of the outbox, once a process. */
@Injectable()
export class ToldOutbox {
  readonly recent = new RecentEntries();
  /** The outbox that is followed; null while there is none. */
  epoch: string | null = null;
  /** The last entry that listeners were told of, and the last of those that hear of final blocks. */
  seq = 0;
  finalSeq = 0;
  /** The state of the index that has all that is told; what listeners are given beside is of it at least. */
  revision = 0;
  /** Whether prices are stale, as listeners were told. */
  isStale = false;
  /** The last final block. */
  finalBlock = -1;
  head: StreamEntry | null = null;
  /** Time of the head that was told last, in milliseconds. A rollback takes it back: blocks that come then may be older. */
  upTo: number | null = null;
  /** Entries that are not final yet. */
  private pending: StreamEntry[] = [];

  constructor(private readonly settings: Settings) {}

  /** Names what is told so far: numbers begin again with each epoch. */
  get moment(): string {
    return `${this.epoch ?? ''}:${this.seq}:${String(this.isStale)}`;
  }

  /** Nothing is told. */
  forget(revision: number): void {
    this.recent.clear(0);
    [this.epoch, this.head, this.upTo] = [null, null, null];
    [this.seq, this.finalSeq, this.finalBlock, this.revision] = [0, 0, -1, revision];
    this.pending = [];
  }

  /** Remembers an entry as told. */
  note(entry: StreamEntry): void {
    this.seq = entry.seq;
    this.recent.add(entry);
    if (entry.event === 'retract') {
      this.recent.undo(entry.block);
      this.upTo = entry.time;
      this.pending = this.pending.filter(({ block }) => block <= entry.block);
      return;
    }
    if (entry.event === 'head') {
      // Its batch may have blocks without an entry, in which the feed's price changed.
      entry.since = this.upTo ?? entry.time - LONGEST_BATCH_MS;
      this.upTo = entry.time;
      this.head = entry;
      this.finalBlock = Math.max(this.finalBlock, entry.block - this.settings.finalityBlocks);
    }
    this.pending.push(entry);
  }

  /** Takes what has become final from what waits for it. */
  release(): StreamEntry[] {
    const first = this.pending.findIndex(({ block }) => block > this.finalBlock);
    const released = this.pending.splice(0, first === -1 ? this.pending.length : first);
    this.finalSeq = released.at(-1)?.seq ?? this.finalSeq;
    return released;
  }

  /** Where listeners stand that have all that is told. */
  position(epoch: string): Readonly<Record<Finality, StreamPosition>> {
    return { latest: { epoch, seq: this.seq }, final: { epoch, seq: this.finalSeq } };
  }
}
