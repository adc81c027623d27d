import { toAddress } from '@slipway/domain';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { retractionFrames, retractionsOf } from './retraction.js';
import { toEntries } from './stream-entry.js';
import type { UndoneEvent } from './stream.repository.js';
import { Subscriber } from './subscriber.js';
import { TopicTable } from './topic-table.js';
import { toTopic } from './topics.js';

const TOKEN = toAddress(`0x${'a'.repeat(40)}`);
const CANDLES = toTopic(`candles:${TOKEN}:1m`);
const LONGEST_FRAME = 80_000;

/** A client that has read all there was, and then reads when it is told to. */
class SlowResponse extends EventEmitter {
  readonly written: string[] = [];
  writableLength = 0;

  write(bytes: Buffer): boolean {
    this.written.push(bytes.toString());
    this.writableLength += bytes.length;
    return false;
  }

  async read(): Promise<void> {
    this.writableLength = 0;
    this.emit('drain');
    await Promise.resolve();
  }
}

interface Frame {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: { trades: { logIndex: number }[]; apps: { type: string }[]; candles: unknown[] };
}

const toFrame = (text: string): Frame => {
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  return { id: field('id'), event: field('event'), data: JSON.parse(field('data') ?? '') as Frame['data'] };
};

function rollback(events: number, rows: number): Parameters<typeof retractionFrames>[1] {
  const undone = Array.from({ length: events }, (_, logIndex): UndoneEvent => {
    const kind = logIndex === 0 ? 'launch' : 'trade';
    return { kind, token: TOKEN, wallet: TOKEN, blockNumber: 8, logIndex, txHash: `0x${'b'.repeat(64)}` };
  });
  const body = { toBlock: 9, validHash: '0x', validTime: new Date(0).toISOString(), undone };
  const row = { seq: 5, entries: 1, block: 7, kind: 'retract', apps: {} } as const;
  const candle = JSON.stringify({ openTime: 'x'.repeat(300) });
  return {
    entry: toEntries({ ...row, body: { ...body, moved: [], isFeedMoved: false } }, 0)[0]!,
    id: { epoch: '1-1', seq: 5 },
    candles: new Map([[CANDLES.name, Array.from({ length: rows }, () => candle)]]),
    prices: [],
  };
}

const all = (): boolean => true;

describe('what is told of a rollback', () => {
  it('is one frame with its candles where it is short, and where nothing of it is listened to', () => {
    const frames = retractionFrames(all, rollback(3, 4)).map((frame) => toFrame(frame.toString()));
    expect(frames).toMatchObject([{ id: '1-1:5', event: 'retract' }]);
    const { trades, apps, candles } = frames[0]!.data;
    expect([trades.length, apps.length, candles.length]).toEqual([2, 1, 4]);
    const none = retractionFrames(() => false, rollback(3, 4)).map((frame) => toFrame(frame.toString()));
    expect(none).toMatchObject([{ id: '1-1:5', data: { trades: [], apps: [], candles: [] } }]);
  });

  it('is in frames that are not long, of which the last alone has the position', () => {
    const buffers = retractionFrames(all, rollback(2_001, 500));
    expect(Math.max(...buffers.map(({ length }) => length))).toBeLessThan(LONGEST_FRAME);
    const frames = buffers.map((frame) => toFrame(frame.toString()));
    expect(frames.map(({ event }) => event)).toEqual([
      ...Array<string>(9).fill('retract'),
      ...Array<string>(500).fill('candle'),
    ]);
    expect(frames.flatMap(({ id }) => id ?? [])).toEqual(['1-1:5']);
    expect(frames.at(-1)!.id).toBe('1-1:5');
    const retracts = frames.slice(0, 9).map(({ data }) => data);
    expect(retracts.flatMap(({ trades }) => trades.map(({ logIndex }) => logIndex))).toEqual(
      Array.from({ length: 2_000 }, (_, i) => i + 1),
    );
    expect(retracts.flatMap(({ apps }) => apps)).toMatchObject([{ type: 'launch' }]);
    expect(retracts.flatMap(({ candles }) => candles)).toEqual([]);
  });

  it('tells a wallet of its own events', () => {
    const undone = rollback(3, 0);
    const heard = (topic: string): number =>
      retractionFrames((name) => name === topic, undone)
        .map((frame) => toFrame(frame.toString()).data)
        .reduce((sum, { trades, apps }) => sum + trades.length + apps.length, 0);
    expect([heard(`wallet:${TOKEN}`), heard(`wallet:0x${'c'.repeat(40)}`)]).toEqual([3, 0]);
  });

  it('is made once for all of the same topics, and waits within the bound of a client', async () => {
    const bound = 256 * 1_024;
    const table = new TopicTable();
    const clients = [CANDLES, CANDLES, toTopic('head')].map((topic) => {
      const response = new SlowResponse();
      const subscriber = new Subscriber(
        response as unknown as ServerResponse,
        [topic, toTopic('trades')],
        'latest',
        bound,
      );
      subscriber.begun();
      table.add(subscriber);
      return { response, subscriber };
    });
    const told = new Map(retractionsOf(table.groups(), new Map(), rollback(9_000, 2_000)));
    const [one, same, other] = clients.map(({ subscriber }) => told.get(subscriber)!);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
    for (const { subscriber } of clients) subscriber.send(told.get(subscriber)!);
    const [{ response }] = clients as [(typeof clients)[0]];
    expect(response.writableLength).toBeLessThan(bound + LONGEST_FRAME);
    expect(Buffer.concat([...one!]).length).toBeGreaterThan(4 * bound);
    for (let i = 0; i < 20; i += 1) {
      await response.read();
      expect(response.writableLength).toBeLessThan(bound + LONGEST_FRAME);
    }
    expect(response.written.join('')).toBe(Buffer.concat([...one!]).toString());
    expect(clients.map(({ subscriber }) => subscriber.isOpen)).toEqual([true, true, true]);
  });
});
