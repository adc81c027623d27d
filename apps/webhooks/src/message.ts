import { createHash } from 'node:crypto';
import type { MarketItem } from '@slipway/domain';

/** What one delivery has at most: the rest of the block comes in further parts. */
const MOST_ITEMS = 100;
const MOST_BYTES = 256 * 1_024;

/** Around the items of a part. */
const ENVELOPE_BYTES = 512;

/** Ids that one retraction names at most. */
const MOST_RETRACTED = 1_000;

export type ItemType = 'launch' | 'buy' | 'sell' | 'graduation' | 'claim';

/** JSON that messages have, written once for all who are told of it. */
export interface Text {
  readonly json: string;
  readonly bytes: number;
  /** SHA-256. */
  readonly digest: Buffer;
}

export function textOf(value: MarketItem<ItemType> | string): Text {
  const json = JSON.stringify(value);
  return { json, bytes: Buffer.byteLength(json), digest: createHash('sha256').update(json).digest() };
}

/** A block's items for one who is told of it, in chain order. */
export interface BlockItems {
  readonly number: number;
  /** 0x and 64 hexadecimal digits; null of a block that nobody was told of while its hash was kept. */
  readonly hash: string | null;
  readonly finality: 'pending' | 'final';
  readonly items: readonly Text[];
}

/** What a message says, whoever is told and however often: its `data` is a beginning, texts with commas between them, and `]}`. */
export interface MessageData {
  readonly type: 'block' | 'retraction';
  /** With the texts, what tells it from all others: not its finality, which a subscription may change. */
  readonly identity: string;
  readonly beginning: string;
  readonly texts: readonly Text[];
}

/** A block as the messages that tell of it: at most 100 items or 256 KB each. */
export function messagesOf({ number, hash, finality, items }: BlockItems): MessageData[] {
  const parts: Text[][] = [[]];
  let bytes = ENVELOPE_BYTES;
  for (const item of items) {
    const size = item.bytes + 1;
    const last = parts.at(-1) ?? [];
    if (last.length > 0 && (last.length === MOST_ITEMS || bytes + size > MOST_BYTES)) {
      parts.push([item]);
      bytes = ENVELOPE_BYTES + size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return parts.map((texts, i) => {
    const [block, part] = [
      { block: number, blockHash: hash },
      { part: i + 1, parts: parts.length },
    ];
    const identity = JSON.stringify({ ...block, ...part });
    const beginning = `${JSON.stringify({ ...block, finality, ...part }).slice(0, -1)},"items":[`;
    return { type: 'block', identity, beginning, texts };
  });
}

/** @param block the last one that stays @param ids of the messages that are taken back, in their order */
export function retractionsOf(block: number, ids: readonly string[]): MessageData[] {
  const parts = Math.ceil(ids.length / MOST_RETRACTED);
  return Array.from({ length: parts }, (_, i) => {
    const identity = JSON.stringify({ block, part: i + 1, parts });
    const texts = ids.slice(i * MOST_RETRACTED, (i + 1) * MOST_RETRACTED).map(textOf);
    return { type: 'retraction', identity, beginning: `${identity.slice(0, -1)},"retracts":[`, texts };
  });
}

/**
 * `webhook-id`: of subscription, block and items, so that a replay has it again. What was taken back and comes again is another message.
 *
 * @param retracted the ids of the subscription that were taken back
 */
export function messageId(
  subscription: string,
  { identity, texts }: MessageData,
  retracted: ReadonlySet<string>,
): string {
  for (let time = 0; ; time++) {
    const hash = createHash('sha256').update(`${subscription}.${time}.${identity}`);
    for (const { digest } of texts) hash.update(digest);
    const id = `msg_${hash.digest('hex').slice(0, 32)}`;
    if (!retracted.has(id)) return id;
  }
}

/** What stands before `data`. */
export interface Envelope {
  readonly type: string;
  /** Of the block that it is about. */
  readonly timestamp: string;
  readonly subscriptionId: string;
  readonly sequence: number;
  readonly replay: boolean;
}

/** The exact bytes that are signed. */
export function bodyOf(envelope: Envelope, beginning: string, texts: readonly string[]): Buffer {
  return Buffer.from(`${JSON.stringify(envelope).slice(0, -1)},"data":${beginning}${texts.join(',')}]}}`);
}
