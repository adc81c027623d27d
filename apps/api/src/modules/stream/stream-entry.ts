import type { Address } from '@slipway/domain';
import { toMarketActivity } from '../apps/market-activity.service.js';
import { encodeFrame } from './frames.js';
import type { HeadBody, OutboxRow, RetractBody, StreamPosition } from './stream.types.js';

type ActivityRow = Parameters<typeof toMarketActivity>[0];

/** What happened, as listeners are told. */
export interface StreamEntry {
  readonly seq: number;
  readonly block: number;
  readonly event: 'head' | 'launch' | 'trade' | 'graduation' | 'retract' | 'skipped';
  /** The app that it is of; null where it is of none. */
  readonly token: Address | null;
  /** The body but for its last property, `finality`; of a retraction empty. */
  readonly json: string;
  readonly retract: RetractBody | null;
  /** Time of its block, or of the one that a rollback led to; milliseconds. */
  readonly time: number;
  /** From when on it may have changed candles. */
  since: number;
  /** When it was read, milliseconds. */
  readonly at: number;
  /** Whether a rollback has taken it back since. */
  isUndone: boolean;
}

/** An entry of the outbox as listeners are told of it. */
export function toEntry({ seq, block, kind, body, isHidden }: OutboxRow): StreamEntry {
  const common = { seq, block, at: Date.now(), token: null, retract: null, json: '', isUndone: false };
  if (kind === 'retract') {
    const retract = body as RetractBody;
    const validTime = new Date(retract.validTime).getTime();
    return { ...common, event: kind, retract, time: validTime, since: validTime };
  }
  if (kind === 'head') {
    const { hash, time } = body as HeadBody;
    const json = JSON.stringify({ block, blockHash: hash, timestamp: new Date(time).toISOString() });
    const at = new Date(time).getTime();
    return { ...common, event: kind, json, time: at, since: at };
  }
  const row = body as ActivityRow;
  const time = new Date(row.timestamp).getTime();
  if (isHidden) return { ...common, event: 'skipped', time, since: time };
  const { ...item } = toMarketActivity(row);
  const json = JSON.stringify({ ...item, block, blockHash: `0x${row.blockHash ?? ''}` });
  return { ...common, event: kind, token: item.tokenAddress, json, time, since: time };
}

/** The topics whose listeners hear of an entry. */
export function topicsOf({ event, token }: StreamEntry): string[] {
  if (event === 'head') return ['head'];
  if (event === 'trade') return ['trades', `trades:${token ?? ''}`];
  return event === 'launch' || event === 'graduation' ? ['apps'] : [];
}

export function encodeEntry(
  { event, json }: StreamEntry,
  id: StreamPosition,
  finality: 'pending' | 'final',
): Buffer {
  return encodeFrame(event, id, `${json.slice(0, -1)},"finality":"${finality}"}`);
}
