import { Injectable } from '@nestjs/common';
import { coalesced } from '@slipway/domain';
import { Settings } from '@slipway/settings';
import { ChangedStates } from './changed-states.js';
import { toEntries } from './stream-entry.js';
import { StreamHub } from './stream-hub.js';
import {
  advance,
  batchesOf,
  closedState,
  isOpen,
  positionOf,
  record,
  stateFrames,
  type OpenState,
  type StreamFinality,
  type StreamState,
} from './stream-state.js';
import { StreamRepository, type OutboxRow, type OutboxTail } from './stream.repository.js';

const NO_FRAMES = { latest: [], final: [], rollback: null };

/**
 * Follows the outbox, once a process, and publishes its new entries. The numbers of the entries alone decide which are new.
 */
@Injectable()
export class OutboxFollower {
  /** What subscribers were sent, or are sent now: replaced in here alone. */
  state: StreamState = closedState({ revision: 0, isStale: false });

  constructor(
    private readonly repository: StreamRepository,
    private readonly changed: ChangedStates,
    private readonly hub: StreamHub,
    private readonly settings: Settings,
  ) {}

  /** Reads new entries and publishes them. @throws the error that reading fails with */
  readonly advance = coalesced(() => this.readAll());

  private async readAll(): Promise<void> {
    for (;;) {
      const tail = await this.readTail(this.state);
      const { epoch, lastSeq, revision, isStale, finalBefore, rows } = tail;
      const batches = epoch === this.state.epoch ? batchesOf(this.state, rows) : null;
      if (batches === null) {
        await this.restart(tail);
        if (epoch === null) return;
        continue;
      }
      // A promoted primary may lack entries that were sent. The next writer names its outbox anew before it adds to it: until then we wait.
      if ((lastSeq ?? 0) < this.state.seq) return;
      if (revision > this.state.revision) this.state = { ...this.state, revision };
      for (const batch of batches) await this.publish(batch, finalBefore);
      if (isStale !== this.state.head.isStale) await this.publishPrices(isStale);
      if (rows.length === 0 || this.state.seq >= (lastSeq ?? 0)) return;
    }
  }

  /** The entries after a state. A standby that is behind it says nothing about them: then the primary is asked. */
  private async readTail({ seq, revision }: StreamState): Promise<OutboxTail> {
    const read = (): Promise<OutboxTail> => this.repository.readTail(seq);
    const tail = await read();
    const isBehind = tail.revision < revision || (tail.lastSeq ?? 0) < seq;
    return isBehind ? this.repository.atPrimary(read) : tail;
  }

  /** Another outbox, or one that has gone on without us: subscribers come again, and are told to begin anew. */
  private async restart(found: OutboxTail): Promise<void> {
    const { epoch } = found;
    this.hub.endAll('reset');
    this.state = closedState(found);
    if (epoch === null) return;
    let state: OpenState = { ...this.state, epoch };
    for (;;) {
      const tail = await this.readTail(state);
      if (tail.epoch !== epoch) return;
      const at = Date.now();
      const entries = tail.rows.flatMap((row) => toEntries(row, at));
      ({ state } = record(state, entries, this.finality(tail.finalBefore)));
      state = { ...state, revision: Math.max(state.revision, tail.revision) };
      if (tail.rows.length > 0) continue;
      const seq = Math.max(state.seq, tail.lastSeq ?? 0);
      const after = state.head.json === null ? seq : state.replay.after;
      state = { ...state, seq, replay: { ...state.replay, after } };
      this.state = state;
      return this.hub.publish({ ...NO_FRAMES, state });
    }
  }

  private async publish(batch: readonly OutboxRow[], finalBefore: number): Promise<void> {
    const { state } = this;
    if (!isOpen(state)) return;
    const states = await this.changed.ofBatch(state, batch);
    const step = advance(state, batch, { states, at: Date.now(), finality: this.finality(finalBefore) });
    this.state = step.state;
    await this.hub.publish(step);
  }

  private finality(before: number): StreamFinality {
    return { blocks: this.settings.finality.blocks, before };
  }

  private async publishPrices(isStale: boolean): Promise<void> {
    const state = { ...this.state, head: { ...this.state.head, isStale } };
    this.state = state;
    if (!isOpen(state)) return;
    const latest = stateFrames('price', await this.changed.prices(state), positionOf(state, 'latest'));
    await this.hub.publish({ ...NO_FRAMES, state, latest });
  }
}
