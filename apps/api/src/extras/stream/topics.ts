import { parseAddress, type Address } from '@slipway/domain';
import { CANDLE_INTERVALS, type CandleInterval } from '../../modules/market/candles/candles.dto.js';

/** What a subscriber may ask for. */
export type Topic =
  | { readonly name: string; readonly kind: 'head' | 'apps' | 'trades' }
  | { readonly name: string; readonly kind: 'app-trades'; readonly token: Address }
  | { readonly name: string; readonly kind: 'price'; readonly token: Address }
  | { readonly name: string; readonly kind: 'wallet'; readonly wallet: Address }
  | CandlesTopic;

export interface CandlesTopic {
  readonly name: string;
  readonly kind: 'candles';
  readonly token: Address;
  readonly interval: CandleInterval;
}

/** A topic whose subscribers are told how things are, not what happened. */
export type StateTopic = CandlesTopic | Extract<Topic, { readonly kind: 'price' }>;

export function isStateTopic(topic: Topic): topic is StateTopic {
  return topic.kind === 'candles' || topic.kind === 'price';
}

/** Up to which blocks a subscriber is told: the newest ones, or those that are never taken back. */
export const FINALITIES = ['latest', 'final'] as const;
export type Finality = (typeof FINALITIES)[number];

export const MOST_TOPICS = 50;

const ADDRESS = '0x[a-fA-F0-9]{40}';

/** What a topic looks like. */
export const TOPIC_PATTERN = new RegExp(
  `^(head|apps|trades|trades:${ADDRESS}|prices:${ADDRESS}|wallet:${ADDRESS}|candles:${ADDRESS}:(${CANDLE_INTERVALS.join('|')}))$`,
);

/** A text of {@link TOPIC_PATTERN} as a topic: its name has the address in EIP-55. */
export function toTopic(text: string): Topic {
  const [kind, address = '', interval] = text.split(':');
  const token = parseAddress(address);
  if (kind === 'wallet' && token !== null) return { name: `wallet:${token}`, kind, wallet: token };
  if (token === null) return { name: text, kind: kind as 'head' | 'apps' | 'trades' };
  if (kind === 'trades') return { name: `trades:${token}`, kind: 'app-trades', token };
  if (kind === 'prices') return { name: `prices:${token}`, kind: 'price', token };
  return {
    name: `candles:${token}:${interval ?? ''}`,
    kind: 'candles',
    token,
    interval: interval as CandleInterval,
  };
}
