import { setTimeout as delay } from 'node:timers/promises';
import { ApiProcess } from '../support/api-process.js';
import { SIGNING_KEYS, startApi } from '../support/running-api.js';
import { mistakesOfFrames } from '../support/check-frames.js';
import { expectError } from '../support/http/expect-envelope.js';
import { ServedMarket } from '../support/served-market.js';
import { StreamClient } from '../support/stream-client.js';
import { until } from '../support/until.js';

interface Item {
  readonly type: string;
  readonly tokenAddress: string;
  readonly txHash: string;
  readonly logIndex: number;
  readonly blockNumber: number;
}

describe('GET /stream', () => {
  let served: ServedMarket;
  const clients: StreamClient[] = [];

  beforeAll(async () => {
    served = await ServedMarket.start(20, async (market) => {
      await market.open(4);
      await market.act(10);
    });
  });

  afterEach(() => {
    const frames = clients.flatMap((client) => client.frames);
    for (const client of clients.splice(0)) client.cut();
    expect(mistakesOfFrames(frames)).toEqual([]);
  });

  afterAll(() => served.stop());

  async function listen(query: string, lastId: string | null = null): Promise<StreamClient> {
    const client = await StreamClient.open(`${served.api.origin}/v1/stream?${query}`, lastId);
    clients.push(client);
    return client;
  }

  /** Indexes what the chain has, and waits until a client was told of it. */
  async function hear(client: StreamClient): Promise<void> {
    const block = Number(await served.serveHead());
    await until(
      `block ${block} is told of`,
      () => client.of('head').some(({ data }) => data['block'] === block) || client.of('retract').length > 0,
    );
  }

  const activity = async (query: string): Promise<Item[]> =>
    (await served.get<{ activity: Item[] }>(`/activity?limit=100&${query}`)).body.activity;

  const BESIDE = ['block', 'blockHash', 'finality'];
  const bare = (data: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(data).filter(([name]) => !BESIDE.includes(name)));

  /** What two connections of one client were told together is the activity, without a gap. */
  async function expectResumed(first: StreamClient, again: StreamClient): Promise<void> {
    expect(again.of('snapshot')).toEqual([]);
    expect(again.of('reset')).toEqual([]);
    const told = [...first.of('trade'), ...again.of('trade')].map(({ data }) => bare(data));
    const rest = (await activity('type=buy,sell')).slice(0, told.length).reverse();
    expect(told).toEqual(rest);
  }

  const hide = (token: string): Promise<unknown> =>
    served.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'a copy')`, [token]);

  async function act(times: number): Promise<void> {
    await served.market.act(times);
  }

  it('begins with snapshots, and tells of trades as the activity has them', async () => {
    const [token] = served.market.tokens;
    const client = await listen(`topics=head,apps,trades,trades:${token!.toLowerCase()}`);
    await until('the snapshots are there', () => client.of('snapshot').length === 4);
    expect(client.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const [latest] = await activity('type=buy,sell');
    await act(12);
    const launched = await served.market.launch(6);
    await served.market.graduate(launched);
    await hear(client);
    const rest = (await activity('')).reverse();
    const isNew = (item: Item): boolean =>
      item.blockNumber > latest!.blockNumber ||
      (item.blockNumber === latest!.blockNumber && item.logIndex > latest!.logIndex);
    const told = client.frames.filter(({ event }) => ['trade', 'launch', 'graduation'].includes(event));
    expect(told.map(({ data }) => bare(data))).toEqual(rest.filter(isNew));
    expect(told.length).toBeGreaterThan(5);
    expect(told.every(({ id }) => /^\d+-\d+:\d+$/.test(id!))).toBe(true);
  });

  it('tells of candles and prices as the reads have them', async () => {
    const token = served.market.tokens[1]!;
    const client = await listen(`topics=head,candles:${token}:1m,candles:${token}:1d,prices:${token}`);
    await until('the snapshots are there', () => client.of('snapshot').length === 4);
    await served.fixture.buy(served.fixture.trader(3), token, 10n ** 18n);
    await hear(client);
    await until('the price is told', () => client.of('price').length > 0);
    const { prices } = (await served.get<{ prices: Record<string, unknown>[] }>(`/prices?tokens=${token}`))
      .body;
    expect(bare(client.of('price').at(-1)!.data)).toEqual(prices[0]);
    for (const interval of ['1m', '1d']) {
      const { body } = await served.get<{ candles: unknown[] }>(
        `/candles/${token}?interval=${interval}&limit=1`,
      );
      const last = client
        .of('candle')
        .filter(({ data }) => data['interval'] === interval)
        .at(-1)!;
      const { tokenAddress, interval: of, revision, ...row } = bare(last.data);
      expect([row, of, tokenAddress]).toEqual([body.candles[0], interval, token]);
      expect(revision).toEqual(expect.any(Number));
    }
  });

  it('tells of a wallet what its activity has, and takes it back', async () => {
    const { fixture, market } = served;
    const [wallet, other] = [fixture.trader(5), fixture.trader(3)];
    const topics = `topics=head,wallet:${wallet.toLowerCase()}`;
    const client = await listen(topics);
    await until('the snapshots are there', () => client.of('snapshot').length === 2);
    const before = await activity(`wallet=${wallet}`);
    expect(client.of('snapshot')[1]!.data).toMatchObject({
      topic: `wallet:${wallet}`,
      activity: before.slice(0, 20),
    });
    for (const buyer of [wallet, other]) await fixture.buy(buyer, market.tokens[1]!, 10n ** 18n);
    for (const creator of [other, wallet]) await fixture.launch(creator);
    await hear(client);
    const told = client.frames.filter(({ event }) => ['trade', 'launch'].includes(event));
    const rest = (await activity(`wallet=${wallet}`)).slice(0, -before.length || undefined).reverse();
    expect(told.map(({ data }) => bare(data))).toEqual(rest);
    expect(told.map(({ event }) => event)).toEqual(['trade', 'launch']);
    await fixture.reorganise(4, []);
    await fixture.client.mine({ blocks: 1 });
    await served.serveHead();
    await until('it is retracted', () => client.of('retract').length > 0);
    const { trades, apps } = client.of('retract')[0]!.data as { trades: Item[]; apps: Item[] };
    expect([...trades, ...apps].map(({ txHash }) => txHash)).toEqual(rest.map(({ txHash }) => txHash));
  });

  it('goes on after the last frame of a client that was cut off', async () => {
    const first = await listen('topics=head,trades');
    await act(2);
    await hear(first);
    first.cut();
    await act(5);
    await served.serveHead();
    const again = await listen('topics=head,trades', first.lastId);
    await act(2);
    await hear(again);
    await expectResumed(first, again);
  });

  it('retracts what a reorganisation takes back, but for listeners of final blocks', async () => {
    const token = served.market.tokens[1]!;
    const client = await listen(`topics=head,trades,candles:${token}:1h`);
    const final = await listen('topics=head,trades&finality=final');
    await served.fixture.buy(served.fixture.trader(3), token, 10n ** 18n);
    await act(3);
    await hear(client);
    await served.fixture.reorganise(4, []);
    await served.fixture.client.mine({ blocks: 1 });
    await served.serveHead();
    await until('it is retracted', () => client.of('retract').length > 0);
    const { data } = client.of('retract')[0]!;
    const trades = data['trades'] as { txHash: string }[];
    expect(trades.map(({ txHash }) => txHash)).toEqual(
      client
        .of('trade')
        .filter((frame) => (frame.data['block'] as number) >= (data['fromBlock'] as number))
        .map((frame) => frame.data['txHash']),
    );
    expect(trades.length).toBeGreaterThan(0);
    const { body } = await served.get<{ candles: unknown[] }>(`/candles/${token}?interval=1h&limit=1`);
    expect((data['candles'] as unknown[]).at(-1)).toMatchObject(body.candles[0] as object);
    expect(final.of('retract')).toEqual([]);
    await served.fixture.client.mine({ blocks: 70 });
    await served.serveHead();
    const undone = data['fromBlock'] as number;
    await until('they are final', () =>
      final.of('finalized').some((frame) => (frame.data['block'] as number) > undone + 4),
    );
    const gone = new Set(trades.map(({ txHash }) => txHash));
    expect(final.of('trade').filter((frame) => gone.has(frame.data['txHash'] as string))).toEqual([]);
    expect(final.of('trade').every((frame) => frame.data['finality'] === 'final')).toBe(true);
  });

  it('retracts a launch, whose app is gone then, and trades of an app that was hidden since', async () => {
    const { market, fixture } = served;
    const hidden = await market.launch(7);
    const client = await listen('topics=head,apps,trades');
    await fixture.buy(fixture.trader(3), hidden, 10n ** 18n);
    await fixture.launch(fixture.trader(2));
    await hear(client);
    await hide(hidden);
    await fixture.reorganise(2, []);
    await fixture.client.mine({ blocks: 1 });
    await served.serveHead();
    await until('it is retracted', () => client.of('retract').length > 0);
    const { data } = client.of('retract')[0]!;
    for (const [kind, event] of Object.entries({ trades: 'trade', apps: 'launch' })) {
      const gone = (data[kind] as Item[]).map(({ txHash, logIndex }) => [txHash, logIndex]);
      expect(gone).toEqual([
        [client.of(event).at(-1)!.data['txHash'], client.of(event).at(-1)!.data['logIndex']],
      ]);
    }
  });

  it('tells one that comes again nothing of an app that was hidden meanwhile', async () => {
    const { market, fixture } = served;
    const [shown, hidden] = [market.tokens[1]!, await market.launch(8)];
    await served.serveHead();
    const first = await listen('topics=head,trades,apps');
    await until('the snapshots are there', () => first.lastId !== null);
    first.cut();
    for (const token of [hidden, shown]) await fixture.buy(fixture.trader(3), token, 10n ** 18n);
    await served.serveHead();
    const before = await listen('topics=head,trades', first.lastId);
    await until('both are told', () => before.of('trade').length === 2);
    await hide(hidden);
    const again = await listen('topics=head,trades', first.lastId);
    await until('it is told up to the head', () => again.of('finalized').length > 0);
    expect(again.of('trade').map(({ data }) => data['tokenAddress'])).toEqual([shown]);
    expect(again.of('reset')).toEqual([]);
  });

  it('begins for an empty Last-Event-ID, which is none', async () => {
    const client = await listen('topics=head', '');
    await until('there is a snapshot', () => client.lastId !== null);
    expect(client.frames.map(({ event }) => event)).toEqual(['snapshot']);
  });

  it('goes on after the id that a polyfill of EventSource writes into the URL', async () => {
    const first = await listen('topics=head,trades');
    await until('the snapshots are there', () => first.lastId !== null);
    first.cut();
    await act(2);
    await served.serveHead();
    const again = await listen(`topics=head,trades&lastEventId=${encodeURIComponent(first.lastId!)}`);
    await until('it is told up to the head', () => again.of('finalized').length > 0);
    await expectResumed(first, again);
    for (const query of ['lastEventId=evt_01J', 'since=evt_01J', 'since=7']) {
      const foreign = await listen(`topics=head&${query}`);
      await until('it begins anew', () => foreign.of('snapshot').length > 0);
      expect(foreign.frames[0]!.event).toBe('reset');
    }
    const fresh = await listen('topics=head&since=');
    await until('it begins', () => fresh.of('snapshot').length > 0);
    expect(fresh.frames[0]!.event).toBe('snapshot');
  });

  it('goes on at another process, which had no listener', async () => {
    const token = served.market.tokens[1]!;
    const topics = `topics=head,trades,candles:${token}:1h`;
    const first = await listen(topics);
    await served.fixture.buy(served.fixture.trader(3), token, 10n ** 18n);
    await hear(first);
    const other = await startApi(served.indexed.database.url);
    try {
      first.cut();
      await act(5);
      await served.fixture.buy(served.fixture.trader(3), token, 10n ** 18n);
      await served.serveHead();
      const again = await StreamClient.open(`${other.origin}/v1/stream?${topics}`, first.lastId);
      clients.push(again);
      await act(2);
      await hear(again);
      await expectResumed(first, again);
      const { body } = await served.get<{ candles: object[] }>(`/candles/${token}?interval=1h&limit=1`);
      expect(again.of('candle').at(-1)!.data).toMatchObject(body.candles[0]!);
    } finally {
      await other.close();
    }
  });

  it.each([
    ['another epoch', '1-1:5'],
    ['what is ahead', null],
    ['an id of another stream', 'evt_01J'],
    ['a very long id', 'x'.repeat(9_000)],
  ])('says that it begins anew after %s', async (_name, position) => {
    const client = await listen('topics=trades');
    await until('there is a snapshot', () => client.lastId !== null);
    const epoch = client.lastId!.split(':')[0]!;
    const again = await listen('topics=trades', position ?? `${epoch}:99999999`);
    await until('there is a snapshot', () => again.of('snapshot').length > 0);
    expect(again.frames.map(({ event }) => event)).toEqual(['reset', 'snapshot']);
    expect(again.of('reset')[0]!.id).toBeNull();
  });

  it('acknowledges nothing before the last snapshot', async () => {
    const client = await listen(`topics=head,apps,trades,prices:${served.market.tokens[0]!}`);
    await until('the snapshots are there', () => client.of('snapshot').length === 4);
    const ids = client.of('snapshot').map(({ id }) => id);
    expect(ids).toEqual([null, null, null, expect.stringMatching(/^\d+-\d+:\d+$/)]);
  });

  it('leaves out what operators hide', async () => {
    const token = served.market.tokens[2]!;
    const client = await listen('topics=head,trades');
    await hide(token);
    await served.fixture.buy(served.fixture.trader(3), token, 10n ** 18n);
    await served.fixture.buy(served.fixture.trader(3), served.market.tokens[1]!, 10n ** 18n);
    await hear(client);
    const tokens = client.of('trade').map(({ data }) => data['tokenAddress']);
    expect(tokens).toEqual([served.market.tokens[1]]);
    await expectError(await served.api.get(`/stream?topics=trades:${token}`), [404, 'not_found']);
  });

  it.each<[string, string, Record<string, string>, [number, string]]>([
    ['no topic', 'finality=final', {}, [400, 'invalid_request']],
    ['an unknown topic', 'topics=head,all', {}, [400, 'invalid_request']],
    ['51 topics', `topics=${Array(51).fill('head').join()}`, {}, [400, 'invalid_request']],
    ['an unknown token', `topics=trades:0x${'1'.repeat(40)}`, {}, [404, 'not_found']],
    [
      'candles of final blocks',
      `topics=head,candles:0x${'1'.repeat(40)}:1m&finality=final`,
      {},
      [400, 'invalid_request'],
    ],
  ])('refuses %s before it begins', async (_name, query, headers, error) => {
    await expectError(await served.api.get(`/stream?${query}`, headers), error);
  });

  it('bounds the connections of a client', async () => {
    for (let i = 0; i < 10; i += 1) await listen('topics=head');
    const { details } = await expectError(await served.api.get('/stream?topics=head'), [429, 'rate_limited']);
    expect(details.reason).toBe('max_streams_per_client');
    clients.pop()!.cut();
    await until('there is a place again', async () => {
      const again = await listen('topics=head').catch(() => null);
      return again !== null;
    });
  });

  it('counts a connect as one read for each ten topics begun, and its life as nothing', async () => {
    const api = await startApi(served.indexed.database.url, { rateLimitReadPerMinute: 8 });
    const ask = (accept: string): Promise<Response> =>
      fetch(`${api.origin}/v1/stream?topics=head`, { headers: { Accept: accept } });
    const left = ({ headers }: Response): string | undefined =>
      /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
    const some = Array.from({ length: 50 }, (_, i) => `wallet:0x${String(i).padStart(40, '0')}`);
    try {
      for (const [topics, rest] of [
        [some, '3'],
        [some.slice(0, 11), '1'],
        [some.slice(0, 10), '0'],
      ] as const) {
        const client = await StreamClient.open(`${api.origin}/v1/stream?topics=${topics.join()}`);
        clients.push(client);
        expect(left(client.response)).toBe(rest);
      }
      const began = performance.now();
      const refused = await ask('text/event-stream, application/json');
      await expectError(refused, [429, 'rate_limited']);
      const ended = await ask('text/event-stream');
      const passed = performance.now() - began;
      expect([ended.status, ended.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
      ]);
      const [, retry] = /^retry: (\d+)\n: The rate limit .*\n\n$/.exec(await ended.text())!;
      expect(Number(retry)).toBeGreaterThanOrEqual(
        1_000 * Number(refused.headers.get('retry-after')) - 1_000 - passed,
      );
      expect(Number(retry)).toBeLessThan(66_000);
    } finally {
      await api.close();
    }
  });

  it('bounds the connections of a process', async () => {
    const api = await startApi(served.indexed.database.url, { streamMaxConnections: 3 });
    const open = (): Promise<StreamClient> => StreamClient.open(`${api.origin}/v1/stream?topics=head`);
    const held: StreamClient[] = [];
    try {
      for (let i = 0; i < 3; i += 1) held.push(await open());
      const refused = await api.get('/stream?topics=head');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const { details } = await expectError(refused, [503, 'service_unavailable']);
      expect(details.reason).toBe('max_streams');
      held.pop()!.cut();
      await until('there is a place again', async () => {
        const again = await open().catch(() => null);
        if (again !== null) held.push(again);
        return again !== null;
      });
    } finally {
      for (const client of held) client.cut();
      await api.close();
    }
  });

  it('responds to HEAD, and holds nothing open for it', async () => {
    const url = `${served.api.origin}/v1/stream?topics=head`;
    for (let i = 0; i < 15; i += 1)
      await until('a place is free', async () => (await fetch(url, { method: 'HEAD' })).status === 200);
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  });

  it('is one line of the access log when it has ended, and counted and timed when it opens', async () => {
    const api = await ApiProcess.start({
      DATABASE_URL: served.indexed.database.url,
      RPC_URL: served.fixture.anvil.rpcUrl,
      JWT_SIGNING_KEYS: SIGNING_KEYS,
    });
    try {
      const client = await StreamClient.open(`${api.origin}/v1/stream?topics=head,trades`);
      await until('the snapshots are there', () => client.of('snapshot').length === 2);
      const metrics = await (await fetch(`http://127.0.0.1:${api.metricsPort}/metrics`)).text();
      const figure = (name: string): number =>
        Number(
          new RegExp(`^slipway_http_${name}\\{[^}]*route="/v1/stream"[^}]*\\} (.+)$`, 'm').exec(metrics)?.[1],
        );
      expect([figure('requests_total'), figure('request_duration_seconds_count')]).toEqual([1, 1]);
      expect(figure('request_duration_seconds_sum')).toBeGreaterThan(0);
      expect(api.log).not.toContain('"message":"stream"');
      await delay(300);
      client.cut();
      await until('it is logged', () => api.log.includes('"message":"stream"'));
      const lines = api.log.split('\n').filter((line) => line.includes('"route":"/v1/stream"'));
      expect(lines).toHaveLength(1);
      const line = JSON.parse(lines[0]!) as Record<string, unknown>;
      expect(line).toMatchObject({ message: 'stream', method: 'GET', status: 200, reason: 'client' });
      expect(line['frames']).toBeGreaterThanOrEqual(2);
      expect(line['bytes']).toBeGreaterThan(100);
      expect(line['durationMs']).toBeGreaterThan(300);
      const ended = await StreamClient.open(`${api.origin}/v1/stream?topics=head`);
      await until('the snapshot is there', () => ended.lastId !== null);
      await api.stop();
      expect(api.log).toContain('"reason":"shutdown"');
    } finally {
      api.signal('SIGKILL');
    }
  });

  it('says goodbye when the process ends', async () => {
    const api = await startApi(served.indexed.database.url);
    const client = await StreamClient.open(`${api.origin}/v1/stream?topics=head`);
    await until('there is a snapshot', () => client.lastId !== null);
    await api.close();
    await until('it is ended', () => client.isEnded);
    const { event, data } = client.frames.at(-1)!;
    expect(event).toBe('shutdown');
    expect(client.retryMs).toBeGreaterThanOrEqual(1_000);
    expect(data['retryAfterSeconds']).toBe(Math.ceil(client.retryMs! / 1_000));
  });
});
