export { stream, type StreamOptions, type StreamState } from './stream.js';
export { follow, type Followed, type FollowOptions } from './follow.js';
export { followQuote } from './follow-quote.js';
export { MarketMirror, type MirrorLimits } from './market-mirror.js';
export type {
  ActivityTopic,
  CandleTopic,
  StreamActivity,
  StreamCandle,
  StreamEvent,
  StreamPrice,
  StreamTopic,
} from './events.js';
