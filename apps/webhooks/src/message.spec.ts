import type { Address } from '@slipway/domain';
import {
  bodyOf,
  messageId,
  messagesOf,
  retractionsOf,
  textOf,
  type MessageData,
  type Text,
} from './message.js';

const ADDRESS = '0x0000000000000000000000000000000000000001' as Address;
const HASH = `0x${'ab'.repeat(32)}`;

function itemOf(logIndex: number, symbol = 'A'): Text {
  const place = { txHash: HASH, logIndex, blockNumber: 7, timestamp: '2026-01-01T00:00:00.000Z' };
  const amounts = { tokenAmount: '1', platformAmount: '2', priceUsd: 2, valueUsd: null };
  const wallets = { trader: ADDRESS, from: ADDRESS, to: ADDRESS };
  return textOf({ type: 'buy', tokenAddress: ADDRESS, symbol, ...wallets, ...place, ...amounts });
}

const FIRST = { timestamp: '2026-01-01T00:00:00.000Z', subscriptionId: 'one', sequence: 3, replay: false };

const bodyWith = ({ type, beginning, texts }: MessageData, envelope = FIRST): Buffer =>
  bodyOf(
    { type, ...envelope },
    beginning,
    texts.map(({ json }) => json),
  );

const dataIn = (message: MessageData): unknown =>
  (JSON.parse(String(bodyWith(message))) as { data: unknown }).data;

interface Part {
  readonly part: number;
  readonly parts: number;
  readonly items: readonly unknown[];
}

const dataOf = (items: readonly Text[]): Part[] =>
  messagesOf({ number: 7, hash: HASH, finality: 'final', items }).map(dataIn) as Part[];

describe('messagesOf', () => {
  it('tells of a block with its items as they are', () => {
    const items = [itemOf(1), itemOf(2)];
    const [message, ...others] = messagesOf({ number: 7, hash: HASH, finality: 'final', items });
    expect(others).toEqual([]);
    expect(message?.type).toBe('block');
    expect(dataIn(message!)).toEqual({
      ...{ block: 7, blockHash: HASH, finality: 'final', part: 1, parts: 1 },
      items: items.map(({ json }) => JSON.parse(json) as unknown),
    });
  });

  it('has at most 100 items a part, all of them once, in order', () => {
    const items = Array.from({ length: 201 }, (_, i) => itemOf(i));
    const parts = dataOf(items);
    expect(parts.map(({ part, parts: all, items: some }) => [part, all, some.length])).toEqual([
      [1, 3, 100],
      [2, 3, 100],
      [3, 3, 1],
    ]);
    expect(parts.flatMap((one) => one.items)).toEqual(items.map(({ json }) => JSON.parse(json) as unknown));
  });

  it('has at most 256 KB a part, in bytes', () => {
    const items = Array.from({ length: 9 }, (_, i) => itemOf(i, '€'.repeat(20_000)));
    const messages = messagesOf({ number: 7, hash: null, finality: 'final', items });
    expect(messages.map((message) => bodyWith(message).length <= 256 * 1_024)).toEqual([true, true, true]);
  });
});

describe('retractionsOf', () => {
  it('names every message, a thousand at once', () => {
    const ids = Array.from({ length: 1_001 }, (_, i) => `msg_${i}`);
    const parts = retractionsOf(6, ids).map(dataIn) as { retracts: string[] }[];
    expect(parts.map(({ retracts }) => retracts.length)).toEqual([1_000, 1]);
    expect(parts.flatMap(({ retracts }) => retracts)).toEqual(ids);
  });
});

describe('messageId', () => {
  const [message, other] = [[itemOf(1)], [itemOf(2)]].map(
    (items) => messagesOf({ number: 7, hash: HASH, finality: 'final', items })[0]!,
  ) as [MessageData, MessageData];

  it('is of subscription, block and items', () => {
    const id = messageId('one', message, new Set());
    expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(messageId('one', { ...message }, new Set())).toBe(id);
    expect(messageId('two', message, new Set())).not.toBe(id);
    expect(messageId('one', other, new Set())).not.toBe(id);
    expect(messageId('one', { ...message, identity: '{' }, new Set())).not.toBe(id);
  });

  it('stays where the finality of the subscription changed', () => {
    const told = { number: 7, hash: HASH, items: [itemOf(1)] };
    const [pending] = messagesOf({ ...told, finality: 'pending' });
    expect(messageId('one', pending!, new Set())).toBe(messageId('one', message, new Set()));
    expect(pending!.beginning).not.toBe(message.beginning);
  });

  it('is another one each time that what was taken back comes again', () => {
    const retracted = new Set<string>();
    for (let i = 0; i < 3; i++) retracted.add(messageId('one', message, retracted));
    expect(retracted.size).toBe(3);
  });
});

describe('bodyOf', () => {
  it('has the same data in a replay', () => {
    const [message] = messagesOf({ number: 7, hash: HASH, finality: 'final', items: [itemOf(1)] });
    const [first, again] = [FIRST, { ...FIRST, sequence: 9, replay: true }].map(
      (envelope) => JSON.parse(String(bodyWith(message!, envelope))) as Record<string, unknown>,
    );
    expect(first).toMatchObject({ type: 'block', ...FIRST });
    expect(again).toEqual({ ...first, sequence: 9, replay: true });
  });
});
