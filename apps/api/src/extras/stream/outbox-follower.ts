import { Injectable } from '@nestjs/common';
import { coalesced } from '@slipway/domain';
import { BatchTeller } from './batch-teller.js';
import { toEntries, type StreamEntry } from './stream-entry.js';
import { StreamHub } from './stream-hub.js';
import { StreamRepository } from './stream.repository.js';
import type { OutboxRow, OutboxTail } from './types/stream.types.js';
import { ToldOutbox } from './told-outbox.js';

/**
 * Follows the outbox, once a process, and has all listeners told its new entries. The numbers of the entries alone decide which are new.
 */
@Injectable()
export class OutboxFollower {
  constructor(
    private readonly repository: StreamRepository,
    private readonly told: ToldOutbox,
    private readonly teller: BatchTeller,
    private readonly hub: StreamHub,
  ) {}

  /** Reads new entries and tells of them. @throws the error that reading fails with */
  readonly advance = coalesced(() => this.readAll());

  private async readAll(): Promise<void> {
    const { told } = this;
    for (;;) {
      const { epoch, lastSeq, revision, isStale, rows } = await this.readTail();
      const hasGap = rows[0] !== undefined && rows[0].seq - rows[0].entries > told.seq;
      if (epoch !== told.epoch || hasGap) {
        await this.restart(epoch, revision);
        told.isStale = isStale;
        if (epoch === null) return;
        continue;
      }
      // A promoted primary may lack entries that were told. The next writer names its outbox anew before it adds to it: until then we wait.
      if ((lastSeq ?? 0) < told.seq) return;
      told.revision = Math.max(told.revision, revision);
      await this.take(rows);
      if (isStale !== told.isStale) {
        told.isStale = isStale;
        await this.teller.tellPrices();
      }
      if (rows.length === 0 || told.seq >= (lastSeq ?? 0)) break;
    }
    told.recent.trim(Date.now(), told.finalBlock);
  }

  /** The new entries. A standby that is behind the told ones says nothing about them: then the primary is asked. */
  private async readTail(): Promise<OutboxTail> {
    const { seq, revision } = this.told;
    const read = (): Promise<OutboxTail> => this.repository.readTail(seq);
    const tail = await read();
    const isBehind = tail.revision < revision || (tail.lastSeq ?? 0) < seq;
    return isBehind ? this.repository.atPrimary(read) : tail;
  }

  /** Another outbox, or one that has gone on without us: listeners come again, and are told to begin anew. */
  private async restart(epoch: string | null, revision: number): Promise<void> {
    const { told } = this;
    this.hub.endAll('reset');
    this.hub.told = null;
    told.forget(revision);
    if (epoch === null) return;
    for (;;) {
      const tail = await this.readTail();
      if (tail.epoch !== epoch) return;
      told.revision = Math.max(told.revision, tail.revision);
      for (const entry of tail.rows.flatMap(toEntries)) told.note(entry);
      if (tail.rows.length === 0) {
        told.seq = Math.max(told.seq, tail.lastSeq ?? 0);
        if (told.head === null) told.recent.clear(told.seq);
        break;
      }
    }
    told.release();
    told.epoch = epoch;
    this.hub.told = told.position(epoch);
  }

  /** Batch by batch: each ends with a head or a rollback. */
  private async take(rows: readonly OutboxRow[]): Promise<void> {
    let batch: StreamEntry[] = [];
    let isCut = true;
    for (const row of rows) {
      const entries = toEntries(row);
      batch.push(...entries);
      if (row.kind === 'events') continue;
      await this.teller.tell(batch, entries.at(-1) ?? null, row.body);
      [batch, isCut] = [[], false];
    }
    // The rest of a batch that was cut is read again with its end, unless it alone is as long.
    if (batch.length > 0 && isCut) await this.teller.tell(batch, null, null);
  }
}
