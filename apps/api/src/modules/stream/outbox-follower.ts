import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { coalesced, type Address } from '@slipway/domain';
import { IndexHead } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { encodeFrame } from './frames.js';
import { MOST_READ } from './outbox.sql.js';
import { RecentEntries } from './recent-entries.js';
import { retractionsOf } from './retraction.js';
import { StreamBodies } from './stream-bodies.js';
import { encodeEntry, toEntry, topicsOf, type StreamEntry } from './stream-entry.js';
import { StreamHub } from './stream-hub.js';
import { StreamRepository } from './stream.repository.js';
import type { Finality, HeadBody, OutboxRow, OutboxTail, StreamPosition } from './stream.types.js';
import type { TopicFrame } from './topic-table.js';
import { isStateTopic, type StateTopic } from './topics.js';

/** The outbox is read so often, whatever is announced. */
const POLL_MS = 50;

/** And as soon as a new head was announced, which is looked for so often. */
const GLANCE_MS = 5;

/** What a batch whose beginning is not known is taken to span. */
const LONGEST_BATCH_MS = 86_400_000;

/** What a head, or a rollback, changed beside events. */
interface Moved {
  readonly moved: readonly Address[];
  readonly isFeedMoved: boolean;
}

/**
 * Follows the outbox, once a process, and tells all listeners what is new in it. It polls, since a standby cannot be notified; a head
 * that was announced only has it poll at once. The numbers of the entries alone decide what is new.
 */
@Injectable()
export class OutboxFollower implements OnModuleDestroy {
  readonly recent = new RecentEntries();
  /** The outbox that is followed; null while there is none. */
  epoch: string | null = null;
  /** The last entry that listeners were told of, and the last of those that hear of final blocks. */
  seq = 0;
  finalSeq = 0;
  /** The state of the index that has all that is told; what listeners are given beside is of it at least. */
  revision = 0;
  /** The last final block. */
  finalBlock = -1;
  head: StreamEntry | null = null;
  /** Time of the head that was told last, in milliseconds. A rollback takes it back: blocks that come then may be older. */
  private toldUpTo: number | null = null;
  /** Entries that are not final yet. */
  private pending: StreamEntry[] = [];
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private isFailing = false;
  private polledAt = 0;
  private polledHead: string | null = null;
  private readonly logger = new Logger('Stream');

  constructor(
    private readonly repository: StreamRepository,
    private readonly bodies: StreamBodies,
    private readonly hub: StreamHub,
    private readonly settings: Settings,
    private readonly indexHead: IndexHead,
  ) {}

  /** Reads what is new and tells of it. @throws what reading fails with */
  readonly advance = coalesced(() => this.readAll());

  /** Follows from now on. */
  start(): void {
    if (this.timer === null && !this.isStopped) this.schedule();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.glance(), GLANCE_MS).unref();
  }

  private async glance(): Promise<void> {
    const head = this.indexHead.current()?.version ?? null;
    if (head !== this.polledHead || performance.now() - this.polledAt >= POLL_MS) {
      this.polledHead = head;
      await this.poll();
      this.polledAt = performance.now();
    }
    if (!this.isStopped) this.schedule();
  }

  private async poll(): Promise<void> {
    try {
      // Without a listener nothing is read: the first one has it read what is missing.
      if (!this.hub.isEmpty) await this.advance();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn(`the outbox cannot be read: ${String(error)}`);
      this.isFailing = true;
    }
  }

  private async readAll(): Promise<void> {
    for (;;) {
      const { epoch, lastSeq, revision, rows } = await this.readTail();
      const hasGap = rows[0] !== undefined && rows[0].seq > this.seq + 1;
      if (epoch !== this.epoch || hasGap) {
        await this.restart(epoch, revision);
        if (epoch === null) return;
        continue;
      }
      // A promoted primary may lack what was told. The next writer names its outbox anew before it adds to it: until then we wait.
      if ((lastSeq ?? 0) < this.seq) return;
      this.revision = Math.max(this.revision, revision);
      await this.take(rows);
      if (rows.length < MOST_READ) break;
    }
    this.recent.trim(Date.now(), this.finalBlock);
  }

  /** What is new. A standby that is behind what listeners were told of says nothing about it: then the primary is asked. */
  private async readTail(): Promise<OutboxTail> {
    const read = (): Promise<OutboxTail> => this.repository.readTail(this.seq);
    const tail = await read();
    const isBehind = tail.revision < this.revision || (tail.lastSeq ?? 0) < this.seq;
    return isBehind ? this.repository.atPrimary(read) : tail;
  }

  /** Another outbox, or one that has gone on without us: listeners come again, and are told to begin anew. */
  private async restart(epoch: string | null, revision: number): Promise<void> {
    this.hub.endAll('reset');
    this.hub.told = null;
    Object.assign(this, {
      epoch: null,
      head: null,
      toldUpTo: null,
      finalBlock: -1,
      seq: 0,
      finalSeq: 0,
      revision,
      pending: [],
    });
    this.recent.clear(0);
    if (epoch === null) return;
    for (;;) {
      const tail = await this.readTail();
      if (tail.epoch !== epoch) return;
      this.revision = Math.max(this.revision, tail.revision);
      for (const entry of tail.rows.map(toEntry)) this.note(entry);
      if (tail.rows.length === 0) {
        this.seq = Math.max(this.seq, tail.lastSeq ?? 0);
        if (this.head === null) this.recent.clear(this.seq);
        break;
      }
    }
    this.release();
    this.epoch = epoch;
    this.hub.told = this.position(epoch);
  }

  /** Where listeners stand that have all that is told. */
  private position(epoch: string): Readonly<Record<Finality, StreamPosition>> {
    return { latest: { epoch, seq: this.seq }, final: { epoch, seq: this.finalSeq } };
  }

  /** Remembers an entry as told. */
  private note(entry: StreamEntry): void {
    this.seq = entry.seq;
    this.recent.add(entry);
    if (entry.event === 'retract') {
      this.recent.undo(entry.block);
      this.toldUpTo = entry.time;
      this.pending = this.pending.filter(({ block }) => block <= entry.block);
      return;
    }
    if (entry.event === 'head') {
      // Its batch may have blocks without an entry, in which the feed's price changed.
      entry.since = this.toldUpTo ?? entry.time - LONGEST_BATCH_MS;
      this.toldUpTo = entry.time;
      this.head = entry;
      this.finalBlock = Math.max(this.finalBlock, entry.block - this.settings.finalityBlocks);
    }
    this.pending.push(entry);
  }

  /** Takes what has become final from what waits for it. */
  private release(): StreamEntry[] {
    const first = this.pending.findIndex(({ block }) => block > this.finalBlock);
    const released = this.pending.splice(0, first === -1 ? this.pending.length : first);
    this.finalSeq = released.at(-1)?.seq ?? this.finalSeq;
    return released;
  }

  private async take(rows: readonly OutboxRow[]): Promise<void> {
    let batch: StreamEntry[] = [];
    for (const row of rows) {
      const entry = toEntry(row);
      batch.push(entry);
      if (entry.event !== 'head' && entry.event !== 'retract') continue;
      await this.tell(batch, entry, row.body as HeadBody);
      batch = [];
    }
    // The rest of a batch that was cut is read again with its end, unless it alone is as long.
    if (batch.length > 0 && batch.length === rows.length) await this.tell(batch, null, null);
  }

  /** Tells of a batch: everything that a listener hears of it goes out in one write. */
  private async tell(
    batch: readonly StreamEntry[],
    end: StreamEntry | null,
    moved: Moved | null,
  ): Promise<void> {
    const last = batch.at(-1);
    const { epoch } = this;
    if (last === undefined || epoch === null) return;
    const since = end?.event === 'retract' ? end.time : (this.toldUpTo ?? last.time);
    const id = { epoch, seq: last.seq };
    // What a listener resumes from once it has these: cut off amid a batch, it is told all of it again.
    const before = { epoch, seq: this.seq };
    const isRetract = end?.event === 'retract';
    const listed = isRetract ? await this.listedOf(end) : null;
    const candles = new Map<string, string[]>();
    const prices = new Map<string, string | null>();
    // Until it is of all who listen now: some may have come while it was read, and are told of the batch as well.
    for (;;) {
      const unread = this.movedTopics(moved).filter(({ name }) => !candles.has(name) && !prices.has(name));
      if (unread.length === 0) break;
      const states = await this.bodies.readStates(unread, since, last.seq, this.revision);
      for (const [name, bodies] of states.candles) candles.set(name, bodies);
      for (const [name, body] of states.prices) prices.set(name, body);
    }
    this.hub.told = null;
    const finalBefore = this.finalBlock;
    for (const entry of batch) this.note(entry);
    const ofCandles = [...candles].flatMap(([topic, bodies]) =>
      bodies.map((body) => ({ topics: [topic], buffer: encodeFrame('candle', before, body) })),
    );
    const ofPrices = [...prices].flatMap(([topic, body]) =>
      body === null ? [] : [{ topics: [topic], buffer: encodeFrame('price', before, body) }],
    );
    const ofEntries = batch.flatMap((entry) => this.frameOf(entry, epoch, 'pending'));
    const frames = isRetract ? ofEntries : [...ofCandles, ...ofPrices, ...ofEntries];
    const finalized = (seq: number): TopicFrame[] =>
      this.finalBlock > finalBefore && this.finalBlock >= 0
        ? [
            {
              topics: ['head'],
              buffer: encodeFrame('finalized', { epoch, seq }, `{"block":${this.finalBlock}}`),
            },
          ]
        : [];
    // Whom it goes to is known before the first write: who comes from here on has it from its beginning.
    const retractions =
      isRetract && listed !== null
        ? retractionsOf([...this.hub.latest.listeners], this.hub.latest.address(ofPrices), {
            entry: end,
            id,
            candles,
            listed,
          })
        : [];
    const latest = this.hub.latest.address([...frames, ...finalized(last.seq)]);
    const released = this.release().flatMap((entry) => this.frameOf(entry, epoch, 'final'));
    const final = this.hub.final.address([...released, ...finalized(this.finalSeq)]);
    await this.hub.send(retractions);
    await this.hub.send(latest);
    await this.hub.send(final);
    this.hub.told = this.position(epoch);
  }

  private frameOf(entry: StreamEntry, epoch: string, finality: 'pending' | 'final'): TopicFrame[] {
    const topics = topicsOf(entry);
    if (topics.length === 0) return [];
    return [{ topics, buffer: encodeEntry(entry, { epoch, seq: entry.seq }, finality) }];
  }

  /** The apps of a retraction that listeners may hear of. */
  private listedOf({ retract }: StreamEntry): Promise<ReadonlySet<Address>> {
    const tokens = new Set(retract?.undone.map(({ token }) => token));
    return this.repository.findListed([...tokens], this.revision);
  }

  /** The topics of candles and prices that a batch changes, and that are listened to. */
  private movedTopics(batch: Moved | null): StateTopic[] {
    if (batch === null) return [];
    const tokens = new Set(batch.moved);
    return this.hub.latest
      .topics()
      .filter(isStateTopic)
      .filter(({ token }) => batch.isFeedMoved || tokens.has(token));
  }
}
