import type { Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@slipway/settings';
import { expectEnvelope } from '../support/http/expect-envelope.js';
import { RawClient } from '../support/http/raw-client.js';
import { sendRaw } from '../support/http/raw-request.js';
import { RunningClock } from '../support/running-clock.js';
import { startSampleApi, type RunningSampleApi, type SampleApiOptions } from '../support/sample-api.js';
import { until } from '../support/until.js';

const ASK = 'GET /v1/samples/config HTTP/1.1\r\nHost: x\r\n\r\n';
/** A file of 1.6 MB: a few of them fill every buffer between server and client. */
const ASK_LARGE = 'GET /docs/page.js HTTP/1.1\r\nHost: x\r\n\r\n';

describe('connections', () => {
  let api: RunningSampleApi;
  const clients: RawClient[] = [];

  async function start(
    settings: Partial<Settings> = {},
    options: Pick<SampleApiOptions, 'slowReadersWithinMs'> = {},
  ): Promise<void> {
    api = await startSampleApi(0, { settings, ...options });
  }

  async function open(count: number, reads = true): Promise<RawClient[]> {
    const opened = await Promise.all(
      Array.from({ length: count }, () => RawClient.open(api.port, { reads })),
    );
    clients.push(...opened);
    return opened;
  }

  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await api.app.close();
  });

  it('beyond those of one address are told 429 and closed; one that ends makes room', async () => {
    await start({ maxConnections: 100, maxConnectionsPerAddress: 3 });
    const [first] = await open(3);
    await until('three connections', () => api.observer.open === 3);
    const { status, headers, body } = await sendRaw(api.port, ASK);
    const error = expectEnvelope({ status, header: (name) => headers[name] ?? null, text: body }, [
      429,
      'rate_limited',
    ]);
    expect(error.details.reason).toBe('max_connections_per_address');
    expect([headers['retry-after'], headers['connection']]).toEqual(['1', 'close']);
    expect(api.observer.ends).toEqual(['max_connections_per_address']);
    first?.close();
    await until('two connections', () => api.observer.open === 2);
    expect((await sendRaw(api.port, ASK.replace('x\r\n', 'x\r\nConnection: close\r\n'))).status).toBe(200);
  });

  it('of a trusted proxy are bounded by the whole alone, which returns 503', async () => {
    await start({ maxConnections: 5, maxConnectionsPerAddress: 2, trustProxy: ['127.0.0.0/8'] });
    const five = await open(5);
    for (const client of five) client.send(ASK);
    await until('five responses', () => five.every(({ statuses }) => statuses[0] === 200));
    const { status, headers, body } = await sendRaw(api.port, ASK);
    const error = expectEnvelope({ status, header: (name) => headers[name] ?? null, text: body }, [
      503,
      'service_unavailable',
    ]);
    expect([error.details.reason, headers['retry-after']]).toEqual(['max_connections', '1']);
  });

  it('that were refused and say nothing are closed in 2 s, and those beyond 64 of them at once', async () => {
    await start({ maxConnections: 100, maxConnectionsPerAddress: 1 });
    await open(1);
    await until('one connection', () => api.observer.open === 1);
    let closedAtOnce = 0;
    const countClosed = ({ destroyed }: Pick<Socket, 'destroyed'>): void => {
      if (destroyed) closedAtOnce += 1;
    };
    const server = api.app.getHttpServer() as Server;
    // Listens after the API: what it closes at once is closed here. What Node.js drops never comes so far.
    server.on('connection', countClosed).on('drop', () => {
      countClosed({ destroyed: true });
    });
    const refused = await open(164);
    await until('all closed', () => refused.every(({ isClosed }) => isClosed), 20_000);
    expect(closedAtOnce).toBe(100);
    expect(api.observer.ends).toHaveLength(164);
    expect(api.observer.open).toBe(1);
  });

  // Production's 30 s are in slow-readers.spec.ts.
  it('whose client does not read are ended in time, whatever it goes on to send; slow readers are served', async () => {
    await start({}, { slowReadersWithinMs: 10_000 });
    const [silent, sending] = (await open(2, false)) as [RawClient, RawClient];
    const [slow] = (await open(1, false)) as [RawClient];
    for (const client of [silent, sending, slow]) client.send(ASK_LARGE.repeat(20));
    const startedAt = Date.now();
    const clock = new RunningClock();
    const busy = setInterval(() => {
      sending.send('GET /v1/samples/config HTTP/1.1\r\nHost: x\r\n\r\n');
      // 256 KB or less a second: of less the system tells the server in steps longer than the 10 s.
      slow.bytesRead += (slow.socket.read(262_144) as Buffer | null)?.length ?? 0;
    }, 1_000);
    try {
      await until('both are ended', () => api.observer.ends.length === 2);
      expect(Date.now() - startedAt).toBeGreaterThan(10_000);
      expect(clock.ms).toBeLessThan(20_000);
      expect(api.observer.ends).toEqual(['not_reading', 'not_reading']);
      await until('one is left', () => api.observer.open === 1);
      await sleep(5_000);
      expect([api.observer.open, slow.isClosed]).toEqual([1, false]);
    } finally {
      clearInterval(busy);
      clock.stop();
    }
  });
});

describe('requests sent ahead on one connection', () => {
  let api: RunningSampleApi;
  let client: RawClient;

  beforeEach(async () => {
    api = await startSampleApi();
    client = await RawClient.open(api.port);
  });

  afterEach(async () => {
    client.close();
    await api.app.close();
  });

  it('are served in order, one handler at a time', async () => {
    let proceed = (): void => undefined;
    api.samples.pause = new Promise((resolve) => (proceed = resolve));
    const paths = [1, 2, 3, 4, 5].map(
      (limit) => `GET /v1/samples?limit=${limit} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    client.send(paths.join('') + ASK.replace('/config', '/nope/nope'));
    await until('the first is read', () => api.samples.reads === 1);
    await sleep(200);
    expect(api.samples.reads).toBe(1);
    proceed();
    await until('six responses', () => client.statuses.length === 6);
    expect(client.statuses).toEqual([200, 200, 200, 200, 200, 404]);
    expect([...client.text.matchAll(/"limit":(\d)/g)].map((match) => match[1])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  it('with bodies are read each in its turn', async () => {
    const body = JSON.stringify({ ids: ['x'.repeat(20_000)] });
    const post = `POST /v1/samples HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    client.send(post.repeat(8));
    await until('eight responses', () => client.statuses.length === 8);
    expect(new Set(client.statuses)).toEqual(new Set([200]));
  });

  it('beyond a hundred that wait are refused in their turn, and the connection ends', async () => {
    client.send(ASK.repeat(150));
    await until('it is ended', () => client.isClosed);
    expect(client.statuses).toEqual([...Array<number>(101).fill(200), 429]);
    expect(client.text).toContain('"reason":"too_many_pipelined"');
  });

  it('by the thousand end the connection, and keep no other client waiting', async () => {
    client.send(ASK.repeat(20_000));
    await until('it is ended', () => client.isClosed);
    expect(api.observer.ends).toEqual(['too_many_pipelined']);
    expect((await fetch(`${api.origin}/health/live`)).status).toBe(200);
  });
});
