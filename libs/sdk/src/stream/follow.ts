import type { Client } from '../client.js';
import { listCandles, listMarketActivity } from '../generated/operations.js';
import type { CandleSeries } from '../generated/models.js';
import type { SlipwayResponse } from '../request.js';
import { wait } from '../wait.js';
import { withResponse } from '../with-response.js';
import type { StreamEvent, StreamTopic } from './events.js';
import { MarketMirror, type MirrorLimits } from './market-mirror.js';
import { stream, type StreamOptions } from './stream.js';

/** A market begins with snapshots, so without an event that came before. */
export interface FollowOptions extends Omit<StreamOptions, 'since'> {
  /** How much of each topic is kept, and read when it begins. */
  readonly limits?: MirrorLimits | undefined;
}

export interface Followed {
  readonly event: StreamEvent;
  /** The same object each time, after the event. */
  readonly market: MarketMirror;
}

/** Events of a snapshot, and the most of one page. */
const SNAPSHOT_EVENTS = 20;
const PAGE_ITEMS = 100;
const PAGE_CANDLES = 1_000;

/** A response that a cache kept is two seconds old at the most. */
const REREAD_MS = 500;
const MOST_READS = 8;

/**
 * The market as it is, event by event: `for await (const { market } of follow(client, ['trades'])) show(market.activity('trades'))`. Each
 * topic begins with a history of its own, is right after every retraction, and begins anew after a reset.
 */
export async function* follow(
  client: Client,
  topics: readonly StreamTopic[],
  { limits = {}, ...options }: FollowOptions = {},
): AsyncGenerator<Followed, undefined> {
  const market = new MarketMirror(limits);
  for await (const event of stream(client, topics, { ...options, since: undefined })) {
    if (event.event === 'snapshot') await readHistory(client, market, event.data, limits, options);
    market.apply(event);
    yield { event, market };
  }
}

type Snapshot = Extract<StreamEvent, { event: 'snapshot' }>['data'];

/** What a topic had before its snapshot. */
async function readHistory(
  client: Client,
  market: MarketMirror,
  { topic, block, finality }: Snapshot,
  { activity = PAGE_ITEMS, candles = 300 }: MirrorLimits,
  { signal }: StreamOptions,
): Promise<void> {
  const [kind, token, interval] = topic.split(':');
  if (kind === 'candles' && token !== undefined) {
    const query = { tokenAddress: token, interval: interval as CandleSeries['interval'] };
    const limit = Math.min(candles, PAGE_CANDLES);
    const read = (): Promise<SlipwayResponse<CandleSeries>> =>
      withResponse(listCandles, client, { ...query, limit }, { signal });
    market.addCandles(topic, (await readAt(block, read, signal)).data.candles);
  }
  if (kind === 'trades' && finality === 'latest' && activity > SNAPSHOT_EVENTS) {
    const limit = Math.min(activity, PAGE_ITEMS);
    const read = (): ReturnType<typeof withResponse<'listMarketActivity'>> =>
      withResponse(listMarketActivity, client, { type: ['buy', 'sell'], token, limit }, { signal });
    market.addActivity(topic, (await readAt(block, read, signal)).data.activity);
  }
}

/** A read that is true at a block or later: a cached response may be of the one before. */
export async function readAt<T>(
  block: number | undefined,
  read: () => Promise<SlipwayResponse<T>>,
  signal: AbortSignal | undefined,
): Promise<SlipwayResponse<T>> {
  for (let i = 1; ; i += 1) {
    const response = await read();
    const { asOfBlock } = response;
    // A node that stays behind is better than none: the stream tells what it lacks.
    if (block === undefined || asOfBlock === null || asOfBlock >= block || i === MOST_READS) return response;
    await wait(REREAD_MS, signal);
  }
}
