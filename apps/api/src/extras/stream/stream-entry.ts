import { type Address, toMarketItem } from '@slipway/domain';
import type { MarketActivityDto } from '../../modules/apps/market-activity/market-activity.dto.js';
import { encodeFrame, type StreamPosition } from './frames.js';
import type {
  OutboxBlock,
  OutboxEvent,
  OutboxRetraction,
  OutboxRow,
  UndoneEvent,
} from './stream.repository.js';

/** What happened, as subscribers are told. */
export interface StreamEntry {
  readonly seq: number;
  readonly block: number;
  readonly event: 'head' | 'launch' | 'trade' | 'graduation' | 'retract' | 'skipped';
  /** The app that it is of; null where it is of none. */
  readonly token: Address | null;
  /** Whose trade or launch it is; null for what is nobody's. */
  readonly wallet: Address | null;
  /** The body but for its last property, `finality`; of a retraction empty. */
  readonly json: string;
  readonly retract: OutboxRetraction | null;
  /** Time of its block, or of the one that a rollback led to; milliseconds. */
  readonly time: number;
  /** From when on it may have changed candles. */
  readonly since: number;
  /** When it was read, milliseconds. */
  readonly at: number;
  /** Whether a rollback has taken it back since. */
  readonly isUndone: boolean;
}

/** The entries of a row of the outbox that was read at a time, as subscribers are told of them. */
export function toEntries(row: OutboxRow, at: number): StreamEntry[] {
  const { seq, block, kind, body } = row;
  const common = { seq, block, at, isUndone: false };
  const none = { token: null, wallet: null, retract: null, json: '' };
  if (kind === 'retract') {
    const time = new Date(body.validTime).getTime();
    return [{ ...common, ...none, event: kind, retract: body, time, since: time }];
  }
  if (kind === 'head') {
    const time = new Date(body.time).getTime();
    const json = JSON.stringify({ block, blockHash: body.hash, timestamp: body.time });
    return [{ ...common, ...none, event: kind, json, time, since: time }];
  }
  const first = seq - row.entries + 1;
  return body
    .flatMap((one) => one.events.map((event) => ({ one, event })))
    .map(({ one, event }, i) => {
      const time = new Date(one.time).getTime();
      const place = { ...common, ...none, seq: first + i, block: one.number, time, since: time };
      const app = row.apps[event.token];
      // Of an app whose launch was undone the rollback tells, by what follows.
      if (app === undefined || app.isHidden) return { ...place, event: 'skipped' };
      const item = toItem(one, event, app.symbol);
      const json = JSON.stringify({ ...item, block: one.number, blockHash: one.hash });
      const wallet = event.type === 'launch' ? event.from : item.trader;
      return { ...place, event: eventOf(event), token: event.token, wallet, json };
    });
}

/** An item of the market's activity. */
function toItem(
  { number, time, oraclePrice }: OutboxBlock,
  event: OutboxEvent,
  symbol: string,
): Pick<MarketActivityDto, 'trader'> {
  const trader = event.type === 'buy' ? event.to : event.type === 'sell' ? event.from : null;
  const place = { blockNumber: number, timestamp: time, oraclePrice };
  return toMarketItem({ ...event, ...place, symbol, trader });
}

function eventOf({ type }: OutboxEvent): 'launch' | 'trade' | 'graduation' {
  return type === 'buy' || type === 'sell' ? 'trade' : type;
}

/** The topics whose subscribers hear of an entry. */
export function topicsOf({ event, token, wallet }: StreamEntry): string[] {
  if (event === 'head') return ['head'];
  if (event === 'retract' || event === 'skipped') return [];
  return topicsOfEvent({ kind: event, token, wallet });
}

/** The topics whose subscribers hear of an event, and of its end when a rollback takes it back. */
export function topicsOfEvent({
  kind,
  token,
  wallet,
}: Pick<UndoneEvent, 'kind'> & Pick<StreamEntry, 'token' | 'wallet'>): string[] {
  const ofMarket = kind === 'trade' ? ['trades', `trades:${token ?? ''}`] : ['apps'];
  return wallet === null ? ofMarket : [...ofMarket, `wallet:${wallet}`];
}

export function encodeEntry(
  { event, json }: StreamEntry,
  id: StreamPosition,
  finality: 'pending' | 'final',
): Buffer {
  return encodeFrame(event, id, `${json.slice(0, -1)},"finality":"${finality}"}`);
}
