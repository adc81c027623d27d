import { Injectable } from '@nestjs/common';
import { CANDLE_INTERVALS } from '../../modules/market/candles/candles.dto.js';
import { openTimeOf } from '../../modules/market/candles/candles.service.js';
import { StreamBodies } from './stream-bodies.js';
import { StreamHub } from './stream-hub.js';
import type { StreamState, States } from './stream-state.js';
import { StreamRepository, type OutboxHead, type OutboxRow } from './stream.repository.js';
import { isStateTopic, type CandlesTopic, type StateTopic } from './topics.js';

type IsChanged = (topic: StateTopic) => boolean;

/** Apps whose candles of one interval are read at once, and such reads that are made at the same time. */
const APPS_AT_ONCE = 25;
const READS_AT_ONCE = 2;

/** Of prices that nobody listens to. */
const NOTHING_AGED = { tokens: [], isFeed: false };

/** Reads the candles and prices that a batch changed: those that are subscribed to. */
@Injectable()
export class ChangedStates {
  constructor(
    private readonly bodies: StreamBodies,
    private readonly hub: StreamHub,
    private readonly repository: StreamRepository,
  ) {}

  /** What a batch changed: nothing, for the first part of one that is very long. */
  async ofBatch(state: StreamState, batch: readonly OutboxRow[]): Promise<States> {
    const end = batch.at(-1);
    if (end === undefined || end.kind === 'events') return { candles: new Map(), prices: new Map() };
    const from = state.head.time;
    const to = new Date(end.kind === 'head' ? end.body.time : end.body.validTime).getTime();
    const isChanged = await this.changesOf(end.body, state, to);
    return this.read(isChanged, end.kind === 'head' ? (from ?? to) : to, end.seq, state.revision);
  }

  /** All prices: time alone has made them stale, or the index has, which is level again. */
  async prices({ seq, revision }: StreamState): Promise<States['prices']> {
    return (await this.read(({ kind }) => kind === 'price', 0, seq, revision)).prices;
  }

  /** What changed of candles since a time, and prices, none of hidden apps: for all who listen once it is read. */
  private async read(isChanged: IsChanged, since: number, seq: number, revision: number): Promise<States> {
    const [candles, prices] = [new Map<string, string[]>(), new Map<string, string[]>()];
    // Some may have come while it was read, and are told of the batch as well.
    for (;;) {
      const unread = this.topicsThat(isChanged).filter(({ name }) => !candles.has(name) && !prices.has(name));
      if (unread.length === 0) return { candles, prices };
      for (const { kind, name } of unread) (kind === 'candles' ? candles : prices).set(name, []);
      const listed = await this.repository.findListed(
        [...new Set(unread.map(({ token }) => token))],
        revision,
      );
      const shown = unread.filter(({ token }) => listed.has(token));
      const reads = readsOf(shown.filter((topic): topic is CandlesTopic => topic.kind === 'candles'));
      for (let i = 0; i < reads.length; i += READS_AT_ONCE) {
        const some = reads.slice(i, i + READS_AT_ONCE);
        const read = some.map((topics) => this.bodies.readCandlesOfMany(topics, since, seq, revision));
        for (const [name, bodies] of (await Promise.all(read)).flat()) candles.set(name, bodies);
      }
      const ofPrices = shown.filter(({ kind }) => kind === 'price');
      const priced = await this.bodies.readPrices(
        ofPrices.map(({ token }) => token),
        revision,
      );
      for (const { name, token } of ofPrices) prices.set(name, [priced.get(token) ?? []].flat());
    }
  }

  /** The topics of candles and prices that are changed, and that are listened to. */
  private topicsThat(isChanged: IsChanged): StateTopic[] {
    return this.hub.latest.topics().filter(isStateTopic).filter(isChanged);
  }

  /**
   * Which candles and prices change when the head goes to another time, forwards or back: those of events, candles of an interval that ends,
   * and prices that were others 24 hours before.
   */
  private async changesOf(
    { moved, isFeedMoved }: Pick<OutboxHead, 'moved' | 'isFeedMoved'>,
    { head: { time: from }, revision }: StreamState,
    to: number,
  ): Promise<IsChanged> {
    if (isFeedMoved || from === null) return () => true;
    const hasPrices = this.topicsThat(({ kind }) => kind === 'price').length > 0;
    const aged = hasPrices ? await this.repository.findAged(from, to, revision) : NOTHING_AGED;
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

/** Topics by the read that they share: some of one interval. */
function readsOf(topics: readonly CandlesTopic[]): CandlesTopic[][] {
  return CANDLE_INTERVALS.flatMap((interval) => {
    const some = topics.filter((topic) => topic.interval === interval);
    return Array.from({ length: Math.ceil(some.length / APPS_AT_ONCE) }, (_, i) =>
      some.slice(i * APPS_AT_ONCE, (i + 1) * APPS_AT_ONCE),
    );
  });
}
