import { encodeFrame, type StreamPosition } from './frames.js';
import { topicsOfEvent, type StreamEntry } from './stream-entry.js';
import type { Subscriber } from './subscriber.js';
import type { UndoneEvent } from './stream.repository.js';
import type { TopicFrame, TopicSet } from './topic-table.js';

/** Events of one frame: some 50 KB. */
const MOST_EVENTS = 250;

/** Candles that a `retract` has beside them; others follow it. */
const MOST_CHARACTERS = 16_384;

export interface Rollback {
  readonly entry: StreamEntry;
  readonly id: StreamPosition;
  /** Bodies of rows as they are now, by topic. */
  readonly candles: ReadonlyMap<string, readonly string[]>;
  /** Frames that go before it. */
  readonly prices: readonly TopicFrame[];
}

/**
 * The frames of a rollback for subscribers of some topics: the events that are taken back, and the candles that they follow as they are
 * now. Events of apps that are hidden or gone by now are among them. However many there are, no frame is long. The last one has the position.
 *
 * @param hears whether they listen to a topic
 */
export function retractionFrames(
  hears: (topic: string) => boolean,
  { entry: { block, retract }, id, candles }: Rollback,
): Buffer[] {
  const undone = (retract?.undone ?? []).filter((event) => topicsOfEvent(event).some(hears));
  const rows = [...candles].flatMap(([topic, bodies]) => (hears(topic) ? bodies : []));
  const fit = rows.reduce((sum, { length }) => sum + length, 0) <= MOST_CHARACTERS;
  const place = {
    fromBlock: block + 1,
    toBlock: retract?.toBlock ?? block,
    validHash: retract?.validHash ?? '',
    validTime: new Date(retract?.validTime ?? 0).toISOString(),
  };
  const frames: (readonly ['retract' | 'candle', string])[] = [];
  for (let i = 0; i === 0 || i < undone.length; i += MOST_EVENTS) {
    const part = undone.slice(i, i + MOST_EVENTS);
    const trades = part.filter(({ kind }) => kind === 'trade').map(toItem);
    const apps = part
      .filter(({ kind }) => kind !== 'trade')
      .map((event) => ({ type: event.kind, ...toItem(event) }));
    const isLast = i + MOST_EVENTS >= undone.length;
    const beside = isLast && fit ? rows.join() : '';
    const json = JSON.stringify({ ...place, trades, apps });
    frames.push(['retract', `${json.slice(0, -1)},"candles":[${beside}]}`]);
  }
  if (!fit) for (const row of rows) frames.push(['candle', row]);
  return frames.map(([event, json], i) => encodeFrame(event, i === frames.length - 1 ? id : null, json));
}

/**
 * The same for many: once for all who listen to the same topics, when the first of them is sent to.
 *
 * @param prices frames of subscribers that go before it
 */
export function* retractionsOf(
  groups: readonly TopicSet[],
  prices: ReadonlyMap<Subscriber, readonly Buffer[]>,
  rollback: Rollback,
): Generator<readonly [Subscriber, readonly Buffer[]]> {
  for (const { topics, subscribers } of groups) {
    const [first] = subscribers;
    if (first === undefined) continue;
    const names = new Set(topics.map(({ name }) => name));
    const frames = [...(prices.get(first) ?? []), ...retractionFrames((topic) => names.has(topic), rollback)];
    for (const subscriber of subscribers) yield [subscriber, frames];
  }
}

const toItem = ({ token, blockNumber, logIndex, txHash }: UndoneEvent): object => ({
  tokenAddress: token,
  blockNumber,
  logIndex,
  txHash,
});
