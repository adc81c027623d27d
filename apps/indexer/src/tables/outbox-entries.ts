import type { OutboxBlock, OutboxEvent, OutboxHead } from '@slipway/database';
import type { Session } from '../postgres/session.js';
import type { FoldedBatch } from '../fold/fold-batch.js';
import type { IdOf } from './address-ids.js';
import { eventsOfBatch, type ToldEvent } from './outbox-events.js';

/** Events of one row: some 150 KB. */
const MOST_EVENTS = 500;

/** A row of the outbox, before it has a number. */
export interface OutboxPart {
  readonly kind: 'events' | 'head' | 'retract';
  readonly entries: number;
  /** The block of its last entry. */
  readonly block: number;
  readonly tokenIds: readonly number[];
  /** JSON. */
  readonly body: string;
}

/** Where an outbox ends. */
export interface OutboxEnd {
  readonly seq: number;
  /** Bytes of all bodies that it ever had. */
  readonly bytes: number;
}

/** @param events in chain order */
export function partsOf(events: readonly ToldEvent[]): OutboxPart[] {
  const parts: OutboxPart[] = [];
  for (let at = 0; at < events.length; at += MOST_EVENTS) {
    const part = events.slice(at, at + MOST_EVENTS);
    const tokenIds = [...new Set(part.map(({ tokenId }) => tokenId))];
    const block = part.at(-1)?.block.number ?? 0;
    parts.push({
      ...{ kind: 'events', entries: part.length, block, tokenIds },
      body: JSON.stringify(byBlock(part)),
    });
  }
  return parts;
}

/** What a batch adds to the outbox: its events, and its last block. */
export interface BatchEntries {
  readonly events: readonly OutboxPart[];
  readonly head: OutboxPart;
}

export function entriesOf(folded: FoldedBatch, idOf: IdOf): BatchEntries {
  const { rows, batch } = folded;
  const { number: block, hash, timestamp } = batch.to;
  const head: OutboxHead = {
    hash,
    time: new Date(timestamp * 1_000).toISOString(),
    moved: [...new Set(rows.reserves.map(({ token }) => token))],
    isFeedMoved: rows.oraclePrices.length > 0,
  };
  return {
    events: partsOf(eventsOfBatch(folded, idOf)),
    head: { kind: 'head', entries: 1, block, tokenIds: [], body: JSON.stringify(head) },
  };
}

function byBlock(events: readonly ToldEvent[]): OutboxBlock[] {
  const blocks: (OutboxBlock & { readonly events: OutboxEvent[] })[] = [];
  for (const { block, event } of events) {
    let last = blocks.at(-1);
    if (last?.number !== block.number) blocks.push((last = { ...block, events: [] }));
    last.events.push(event);
  }
  return blocks;
}

/** Adds rows after the end of the outbox. Each has the next numbers. @returns steps of a transaction, in their order */
export function append(
  session: Session,
  end: OutboxEnd,
  parts: readonly OutboxPart[],
): (() => Promise<unknown>)[] {
  let { seq, bytes } = end;
  const inserts = parts.map(({ kind, entries, block, tokenIds, body }) => {
    seq += entries;
    bytes += Buffer.byteLength(body);
    const row = [seq, entries, block, kind, tokenIds, body, bytes];
    return () =>
      session.prepared(
        'INSERT INTO outbox (seq, entries, block_number, kind, token_ids, body, bytes_end) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        row,
      );
  });
  const move = (): Promise<unknown> =>
    session.prepared('UPDATE outbox_state SET last_seq = $1, last_bytes = $2', [seq, bytes]);
  return [...inserts, move];
}
