import type { FrameData } from '../generated/frames.js';
import type { Candle, CandleSeries } from '../generated/models.js';

/** Topics with trades, launches and graduations. */
export type ActivityTopic = 'apps' | 'trades' | `trades:${string}` | `wallet:${string}`;

export type CandleTopic = `candles:${string}:${CandleSeries['interval']}`;

/** What can be listened to, at most 50 at once. */
export type StreamTopic = 'head' | ActivityTopic | CandleTopic | `prices:${string}`;

/** What `stream` tells; reconnecting is its own business. */
export type StreamEvent = {
  readonly [Event in Exclude<keyof FrameData, 'shutdown'>]: {
    readonly event: Event;
    /** Where to go on after this event: the option `since` of another call. */
    readonly id: string | null;
    readonly data: FrameData[Event];
  };
}[Exclude<keyof FrameData, 'shutdown'>];

/** An event of an app: a trade, a launch, a graduation. */
export type StreamActivity = NonNullable<FrameData['snapshot']['activity']>[number];

/** A candle as the stream has it: of two that open at one time the one with the higher revision holds. */
export type StreamCandle = Candle & { readonly revision?: number };

export type StreamPrice = NonNullable<FrameData['snapshot']['price']>;

/** What names a trade, a launch or a graduation. */
export function keyOf({ txHash, logIndex }: Pick<StreamActivity, 'txHash' | 'logIndex'>): string {
  return `${txHash}:${logIndex}`;
}
