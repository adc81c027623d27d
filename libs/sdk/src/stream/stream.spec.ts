import { createClient, type Client } from '../client.js';
import type { StreamEvent, StreamTopic } from './events.js';
import { followQuote } from './follow-quote.js';
import { follow } from './follow.js';
import { MarketMirror } from './market-mirror.js';
import { stream, type StreamOptions } from './stream.js';

const TOKEN = '0xAbCdEf1111111111111111111111111111111111';
const CANDLES = `candles:${TOKEN}:1m` as const;

interface Connection {
  readonly since: string | null;
  /** Sends text, in as many parts as there are. */
  send(...parts: string[]): void;
  end(): void;
}

type Script = (connection: Connection) => Response | undefined;

/** An API whose connections are played one script each; the last one repeats. */
function fakeStream(...scripts: Script[]): { readonly client: Client; readonly opened: (string | null)[] } {
  const opened: (string | null)[] = [];
  const fetch = (url: string, { signal }: RequestInit): Promise<Response> => {
    const script = scripts[Math.min(opened.length, scripts.length - 1)]!;
    const since = new URL(url).searchParams.get('since');
    opened.push(since);
    let refused: Response | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => {
          controller.error(new TypeError('aborted'));
        });
        refused = script({
          since,
          send: (...parts) => {
            for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
          },
          end: () => {
            controller.close();
          },
        });
      },
    });
    return Promise.resolve(refused ?? new Response(body, { status: 200 }));
  };
  return { client: createClient({ baseUrl: 'https://api.example.org/v1', fetch }), opened };
}

const frame = (event: string, id: string | null, data: object): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const snapshot = (topic: string, id: string | null, more: object = {}): string =>
  frame('snapshot', id, { topic, finality: 'latest', ...more });
const trade = (id: string, logIndex: number): string =>
  frame('trade', id, { tokenAddress: TOKEN, txHash: '0xaa', logIndex, blockNumber: logIndex });

/** Listens until so many events came. */
async function take(
  client: Client,
  count: number,
  topics: readonly StreamTopic[] = ['trades'],
  options: StreamOptions = {},
): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream(client, topics, options)) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}

const idsOf = (events: readonly StreamEvent[]): (string | null)[] => events.map(({ id }) => id);

describe('stream', () => {
  it('reads frames however they are cut, and comments as nothing', async () => {
    const text = ':\n\n' + snapshot('trades', '1-1:1', { name: '€' }) + trade('1-1:2', 1);
    const bytes = [...new TextEncoder().encode(text)];
    const fetch = (): Promise<Response> => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        },
      });
      return Promise.resolve(new Response(body));
    };
    const events = await take(createClient({ baseUrl: 'https://a.example/v1', fetch }), 2);
    expect(events.map(({ event }) => event)).toEqual(['snapshot', 'trade']);
    expect(events[0]?.data).toMatchObject({ name: '€' });
  });

  it('reads line ends of all kinds, and data of several lines', async () => {
    const { client } = fakeStream(({ send }) => {
      send('id: 1-1:1\r\nevent: head\r\ndata: {"block":\r\ndata: 7}\r\n\r\n');
      return undefined;
    });
    expect((await take(client, 1, ['head']))[0]).toMatchObject({ id: '1-1:1', data: { block: 7 } });
  });

  it('goes on after the last event that was taken', async () => {
    const { client, opened } = fakeStream(
      ({ send, end }) => {
        send(snapshot('trades', '1-1:1'), trade('1-1:2', 1));
        setTimeout(end, 5);
        return undefined;
      },
      ({ send }) => {
        send(trade('1-1:3', 2));
        return undefined;
      },
    );
    expect(idsOf(await take(client, 3))).toEqual(['1-1:1', '1-1:2', '1-1:3']);
    expect(opened).toEqual([null, '1-1:2']);
  });

  it('goes on after the position of a quiet connection, of which it tells nothing', async () => {
    const { client, opened } = fakeStream(
      ({ send, end }) => {
        send(snapshot('trades', '1-1:1'), ':\nid: 1-1:9\n\n', ':\n\n');
        setTimeout(end, 5);
        return undefined;
      },
      ({ send }) => {
        send(trade('1-1:10', 2));
        return undefined;
      },
    );
    expect(idsOf(await take(client, 2))).toEqual(['1-1:1', '1-1:10']);
    expect(opened).toEqual([null, '1-1:9']);
  });

  it('begins anew when it was cut off before every topic had its snapshot', async () => {
    const { client, opened } = fakeStream(
      ({ send, end }) => {
        send(snapshot('head', null));
        setTimeout(end, 5);
        return undefined;
      },
      ({ send }) => {
        send(snapshot('head', null), snapshot(CANDLES, '1-1:4'));
        return undefined;
      },
    );
    await take(client, 3, ['head', `candles:${TOKEN.toLowerCase()}:1m`]);
    expect(opened).toEqual([null, null]);
  });

  it('tells no trade twice, but one that was taken back and happened again', async () => {
    const activity = [{ tokenAddress: TOKEN, txHash: '0xaa', logIndex: 1, blockNumber: 1 }];
    const undone = { fromBlock: 1, trades: activity, apps: [], candles: [] };
    const { client } = fakeStream(({ send }) => {
      send(
        snapshot('trades', '1-1:1', { activity }),
        trade('1-1:2', 1),
        trade('1-1:3', 2),
        trade('1-1:3', 2),
      );
      send(frame('retract', '1-1:4', undone), trade('1-1:5', 1));
      return undefined;
    });
    expect(idsOf(await take(client, 4))).toEqual(['1-1:1', '1-1:3', '1-1:4', '1-1:5']);
  });

  it.each([
    ['it was too slow', frame('reset', null, { reason: 'slow' })],
    ['the process ends', frame('shutdown', null, { retryAfterSeconds: 1 })],
  ])('comes again when %s, and goes on', async (_, last) => {
    const { client, opened } = fakeStream(
      ({ send }) => {
        send(snapshot('trades', '1-1:1'), last);
        return undefined;
      },
      ({ send }) => {
        send(trade('1-1:2', 1));
        return undefined;
      },
    );
    expect((await take(client, 2)).map(({ event }) => event)).toEqual(['snapshot', 'trade']);
    expect(opened).toEqual([null, '1-1:1']);
  });

  it('comes again when nothing came for too long, and says so', async () => {
    const states: string[] = [];
    const { client, opened } = fakeStream(
      () => undefined,
      ({ send }) => {
        send(snapshot('trades', '1-1:1'));
        return undefined;
      },
    );
    await take(client, 1, ['trades'], { idleMs: 20, onState: (state) => states.push(state) });
    expect(opened).toHaveLength(2);
    expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting', 'open']);
  });

  it('waits while the API is busy, and fails when it refuses', async () => {
    const refuse =
      (status: number, code: string): Script =>
      () =>
        Response.json({ error: { code, message: 'no', details: {} } }, { status });
    const { client, opened } = fakeStream(refuse(503, 'service_unavailable'), refuse(404, 'not_found'));
    await expect(take(client, 1)).rejects.toMatchObject({ code: 'not_found' });
    expect(opened).toHaveLength(2);
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const { client } = fakeStream(() => undefined);
    const listening = take(client, 1, ['trades'], { signal: controller.signal });
    controller.abort(new Error('left the page'));
    await expect(listening).rejects.toThrow('left the page');
  });
});

describe('follow', () => {
  const START: Script = ({ send }) => {
    send(snapshot('head', '1-1:1', { head: { block: 7 } }), trade('1-1:2', 1));
    return undefined;
  };

  it('begins with snapshots, whatever was followed before by the same client', async () => {
    const { client, opened } = fakeStream(START);
    for (const topics of [['head'], ['head', 'apps']] as const)
      for await (const { event, market } of follow(client, topics)) {
        expect([event.event, market.block]).toEqual(['snapshot', 7]);
        break;
      }
    expect(opened).toEqual([null, null]);
  });

  it('takes no event of another stream to begin after, as one without types may hand over', async () => {
    const options: StreamOptions = { since: '1-1:1' };
    const followed = fakeStream(START);
    await follow(followed.client, ['apps'], options).next();
    const quoted = fakeStream(START, () => Response.json({ amountOut: '2' }));
    const order = { tokenAddress: TOKEN, side: 'buy', amount: '1' } as const;
    const { value } = await followQuote(quoted.client, order, options).next();
    expect(value).toEqual({ amountOut: '2' });
    expect([followed.opened[0], quoted.opened[0]]).toEqual([null, null]);
  });
});

describe('MarketMirror', () => {
  const events = async (...frames: string[]): Promise<MarketMirror> => {
    const { client } = fakeStream(({ send }) => {
      send(...frames);
      return undefined;
    });
    const market = new MarketMirror({ activity: 2, candles: 2 });
    for (const event of await take(client, frames.length)) market.apply(event);
    return market;
  };
  const candle = (minute: number, close: number, revision: number): object => ({
    ...{ tokenAddress: TOKEN, interval: '1m', openTime: `2026-11-21T00:0${minute}:00.000Z` },
    ...{ close, revision },
  });
  const closes = (market: MarketMirror): unknown[] => market.candles(CANDLES).map(({ close }) => close);

  it('keeps the newest, and of two rows the later one', async () => {
    const rows = [candle(0, 1, 5), candle(1, 2, 5), candle(1, 9, 4), candle(1, 3, 6), candle(2, 4, 6)];
    const frames = rows.map((row, i) => frame('candle', `1-1:${i + 2}`, row));
    const market = await events(snapshot(CANDLES, '1-1:1', { candles: [] }), ...frames);
    expect(closes(market)).toEqual([3, 4]);
  });

  it('takes back what never was', async () => {
    const market = await events(
      snapshot('trades', '1-1:1', { activity: [], block: 1 }),
      ...[1, 2, 3].map((i) => trade(`1-1:${i + 1}`, i)),
      ...[0, 1].map((minute) => frame('candle', `1-1:${minute + 5}`, candle(minute, minute, 5))),
      frame('retract', '1-1:7', {
        ...{ fromBlock: 2, toBlock: 3, validTime: '2026-11-21T00:00:30.000Z', apps: [] },
        ...{ trades: [{ txHash: '0xaa', logIndex: 3 }], candles: [candle(0, 7, 6)] },
      }),
    );
    expect(market.activity('trades').map(({ logIndex }) => logIndex)).toEqual([2]);
    expect([closes(market), market.block]).toEqual([[7], 1]);
  });

  it('is empty after a reset', async () => {
    const activity = [{ tokenAddress: TOKEN, txHash: '0xaa', logIndex: 1, blockNumber: 1 }];
    const price = { tokenAddress: TOKEN, priceUsd: 1 };
    const market = await events(
      snapshot('trades', '1-1:1', { activity }),
      snapshot(`prices:${TOKEN}`, '1-1:1', { price }),
      frame('reset', null, { reason: 'expired' }),
    );
    expect([market.activity('trades'), market.price(TOKEN), market.block]).toEqual([[], null, null]);
  });
});
