import { Injectable } from '@nestjs/common';
import type { Address } from '@slipway/domain';
import { openTimeOf } from '../../modules/market/candles/candles.service.js';
import { encodeFrame } from './frames.js';
import { retractionsOf } from './retraction.js';
import { StreamBodies } from './stream-bodies.js';
import { encodeEntry, topicsOf, type StreamEntry } from './stream-entry.js';
import { StreamHub } from './stream-hub.js';
import { StreamRepository } from './stream.repository.js';
import { ToldOutbox } from './told-outbox.js';
import type { TopicFrame } from './topic-table.js';
import type { StreamPosition } from './types/stream.types.js';
import { isStateTopic, type CandlesTopic, type StateTopic } from './types/topics.js';

/** What a head, or a rollback, changed beside events. */
interface Moved {
  readonly moved: readonly Address[];
  readonly isFeedMoved: boolean;
}

/** Candles and prices as they are after a batch: bodies by topic. */
interface States {
  readonly candles: Map<string, string[]>;
  readonly prices: Map<string, string | null>;
}

type IsChanged = (topic: StateTopic) => boolean;

/** Of prices that nobody listens to. */
const NOTHING_AGED = { tokens: [], isFeed: false };

/** Tells listeners of batches of the outbox. */
@Injectable()
export class BatchTeller {
  constructor(
    private readonly told: ToldOutbox,
    private readonly bodies: StreamBodies,
    private readonly hub: StreamHub,
    private readonly repository: StreamRepository,
  ) {}

  /**
   * Tells of a batch: everything that a listener hears of it goes out in one write.
   *
   * @param end the head, or the rollback, that it ends with; null for the first part of one that is very long
   * @param moved what the end changed
   */
  async tell(batch: readonly StreamEntry[], end: StreamEntry | null, moved: Moved | null): Promise<void> {
    const { told, hub } = this;
    const last = batch.at(-1);
    const { epoch } = told;
    if (last === undefined || epoch === null) return;
    const id = { epoch, seq: last.seq };
    // What a listener resumes from once it has these: cut off amid a batch, it is told all of it again.
    const before = { epoch, seq: told.seq };
    const rollback = end?.event === 'retract' ? end : null;
    const since = rollback?.time ?? told.upTo ?? last.time;
    const isChanged = moved === null ? null : await this.changesOf(moved, told.upTo, last.time);
    const { candles, prices } = await this.readStates(isChanged, since, last.seq);
    hub.told = null;
    const finalBefore = told.finalBlock;
    for (const entry of batch) told.note(entry);
    const ofCandles = [...candles].flatMap(([topic, bodies]) =>
      bodies.map((body) => ({ topics: [topic], buffer: encodeFrame('candle', before, body) })),
    );
    const ofPrices = priceFrames(prices, before);
    const ofEntries = batch.flatMap((entry) => frameOf(entry, epoch, 'pending'));
    const finalized = (seq: number): TopicFrame[] =>
      told.finalBlock > finalBefore && told.finalBlock >= 0
        ? [
            {
              topics: ['head'],
              buffer: encodeFrame('finalized', { epoch, seq }, `{"block":${told.finalBlock}}`),
            },
          ]
        : [];
    // Whom it goes to is known before the first write: who comes from here on has it from its beginning.
    const retractions =
      rollback === null
        ? []
        : retractionsOf(hub.latest.groups(), hub.latest.address(ofPrices), { entry: rollback, id, candles });
    const frames = rollback === null ? [...ofCandles, ...ofPrices, ...ofEntries] : ofEntries;
    const latest = hub.latest.address([...frames, ...finalized(last.seq)]);
    const released = told.release().flatMap((entry) => frameOf(entry, epoch, 'final'));
    const final = hub.final.address([...released, ...finalized(told.finalSeq)]);
    await hub.send(retractions);
    await hub.send(latest);
    await hub.send(final);
    hub.told = told.position(epoch);
  }

  /** Tells of prices that time alone has made stale, or the index has, which is level again. */
  async tellPrices(): Promise<void> {
    const { epoch, seq } = this.told;
    if (epoch === null) return;
    const { prices } = await this.readStates(({ kind }) => kind === 'price', 0, seq);
    await this.hub.send(this.hub.latest.address(priceFrames(prices, { epoch, seq })));
  }

  /** What changed of candles since a time, and prices: for all who listen once it is read. */
  private async readStates(isChanged: IsChanged | null, since: number, seq: number): Promise<States> {
    const candles = new Map<string, string[]>();
    const prices = new Map<string, string | null>();
    // Some may have come while it was read, and are told of the batch as well.
    for (;;) {
      const unread = this.topicsThat(isChanged).filter(({ name }) => !candles.has(name) && !prices.has(name));
      if (unread.length === 0) return { candles, prices };
      const states = await this.bodies.readStates(unread, since, seq, this.told.revision);
      for (const [name, bodies] of states.candles) candles.set(name, bodies);
      for (const [name, body] of states.prices) prices.set(name, body);
    }
  }

  /** The topics of candles and prices that are changed, and that are listened to. */
  private topicsThat(isChanged: IsChanged | null): StateTopic[] {
    return isChanged === null ? [] : this.hub.latest.topics().filter(isStateTopic).filter(isChanged);
  }

  /**
   * Which candles and prices change when the head goes from one time to another, forwards or back: those of events, candles of an interval
   * that ends, and prices that were others 24 hours before.
   *
   * @param from null when it is not known
   */
  private async changesOf(
    { moved, isFeedMoved }: Moved,
    from: number | null,
    to: number,
  ): Promise<IsChanged> {
    if (isFeedMoved || from === null) return () => true;
    const hasPrices = this.topicsThat(({ kind }) => kind === 'price').length > 0;
    const aged = hasPrices ? await this.repository.findAged(from, to, this.told.revision) : NOTHING_AGED;
    const [ofEvents, ofPrices] = [new Set(moved), new Set(aged.tokens)];
    return (topic) =>
      ofEvents.has(topic.token) ||
      (topic.kind === 'candles'
        ? intervalAt(topic, from) !== intervalAt(topic, to)
        : aged.isFeed || ofPrices.has(topic.token));
  }
}

const intervalAt = ({ interval }: CandlesTopic, time: number): number =>
  openTimeOf(interval, Math.floor(time / 1_000));

function priceFrames(prices: States['prices'], id: StreamPosition): TopicFrame[] {
  return [...prices].flatMap(([topic, body]) =>
    body === null ? [] : [{ topics: [topic], buffer: encodeFrame('price', id, body) }],
  );
}

function frameOf(entry: StreamEntry, epoch: string, finality: 'pending' | 'final'): TopicFrame[] {
  const topics = topicsOf(entry);
  if (topics.length === 0) return [];
  return [{ topics, buffer: encodeEntry(entry, { epoch, seq: entry.seq }, finality) }];
}
