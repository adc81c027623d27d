import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiProcess } from '../support/api-process.js';
import { noteRawExchanges } from '../support/http/raw-exchanges.js';
import { readExchange } from '../support/http/read-exchange.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { until } from '../support/until.js';
import { print, untilOk, untilStatus } from './figures.js';
import { writeHead } from './indexed-head.js';

const CLIENTS = 16;
const DRAIN_SECONDS = 6;
const STOPPED_WITHIN_MS = (DRAIN_SECONDS + 13) * 1_000;

/** After so long a busy machine has no connection for a request, and says so. */
const POOL_WAIT_MS = 850;

/** What became of all requests that were sent. */
interface Tally {
  served: number;
  /** Responses that told the client to close its connection. */
  closing: number;
  readonly lost: string[];
}

describe('SIGTERM', () => {
  let postgres: OwnPostgres;
  let api: ApiProcess;

  beforeAll(async () => {
    postgres = await OwnPostgres.start();
    await writeHead(postgres);
  });

  beforeEach(async () => {
    api = await ApiProcess.start({
      DATABASE_URL: postgres.url,
      RATE_LIMIT_READ_PER_MINUTE: '1000000',
      SHUTDOWN_DRAIN_SECONDS: String(DRAIN_SECONDS),
    });
    await untilOk(() => api.get('/health/ready'));
  });

  afterEach(async () => {
    await api.stop();
  });

  afterAll(async () => {
    await postgres.remove();
  });

  /** Sends requests over kept connections, one after another, for as long as the balancer says. */
  async function load(agent: Agent, balancer: { open: boolean }, tally: Tally): Promise<void> {
    for (let index = 0; balancer.open; index++) {
      try {
        const path = index % 2 === 0 ? '/v1/apps?limit=5' : `/v1/apps?creator=0x${randomHex()}`;
        const began = performance.now();
        const { status, connection } = await ask(agent, path);
        const isBusy = status === 503 && performance.now() - began > POOL_WAIT_MS;
        if (status !== 200 && !isBusy) tally.lost.push(`status ${status}`);
        tally.served += 1;
        if (connection === 'close') tally.closing += 1;
      } catch (error) {
        tally.lost.push(error instanceof Error ? error.message : 'unknown');
      }
    }
  }

  function ask(agent: Agent, path: string): Promise<{ status: number; connection: string | undefined }> {
    return new Promise((resolve, reject) => {
      request({ agent, port: api.port, host: '127.0.0.1', path }, (response) => {
        readExchange('GET', path, response).then(({ status }) => {
          resolve({ status, connection: response.headers.connection });
        }, reject);
      })
        .once('error', reject)
        .end();
    });
  }

  it('under load loses no request: readiness turns first, and every connection is closed in order', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const balancer = { open: true };
    const tally: Tally = { served: 0, closing: 0, lost: [] };
    const clients = Array.from({ length: CLIENTS }, () => load(agent, balancer, tally));
    await sleep(1_000);
    api.signal('SIGTERM');
    const startedAt = performance.now();
    const noticed = await untilStatus(503, () => api.get('/health/ready'), 20_000);
    // A balancer that looks twice a second, so that requests go on coming meanwhile.
    await sleep(500);
    balancer.open = false;
    await Promise.all(clients);
    const code = await api.ended();
    const ended = performance.now() - startedAt;
    agent.destroy();
    print('SIGTERM under load', `${tally.served} served, ${tally.lost.length} lost`);
    print('SIGTERM: not ready after', `${Math.round(noticed)} ms, ended after ${Math.round(ended)} ms`);
    expect(tally.lost).toEqual([]);
    expect(tally.served).toBeGreaterThan(10);
    expect(tally.closing).toBeGreaterThan(0);
    expect(code).toBe(0);
    expect(noticed).toBeLessThan(DRAIN_SECONDS * 1_000);
    expect(ended).toBeLessThan(STOPPED_WITHIN_MS);
  });

  it('waits for requests in flight, one at the database and one still being sent', async () => {
    const locker = await postgres.connect();
    await locker.query('BEGIN; LOCK TABLE chain.apps IN ACCESS EXCLUSIVE MODE');
    const body = '{"address":"0x5FbDB2315678afecb367f032d93F642f64180aa3"}';
    const slow = connect(api.port, '127.0.0.1');
    const head = `POST /v1/auth/challenge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    slow.write(head + body.slice(0, 10));
    const reading = api.get(`/v1/apps?creator=0x${randomHex()}`);
    const isWaiting = async (): Promise<boolean> =>
      (await locker.query('SELECT FROM pg_locks WHERE NOT granted')).rows.length > 0;
    await until('it is at the database', isWaiting);
    api.signal('SIGTERM');
    await untilStatus(503, () => api.get('/health/ready'));
    await locker.query('ROLLBACK');
    await locker.end();
    const read = await reading;
    expect([read.status, read.headers.get('connection')]).toEqual([200, 'close']);

    // Once the port is closed, what remains is this one connection.
    const isClosed = (): Promise<boolean> =>
      api.get('/health/live').then(
        () => false,
        () => true,
      );
    await until('the port is closed', isClosed);
    const response = new Promise<Buffer>((resolve, reject) => {
      const chunks: Buffer[] = [];
      slow.on('data', (chunk: Buffer) => chunks.push(chunk));
      slow.once('error', reject);
      slow.once('close', () => {
        resolve(Buffer.concat(chunks));
      });
    });
    slow.write(body.slice(10));
    const received = await response;
    noteRawExchanges(head + body, received);
    expect(received.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await api.ended()).toBe(0);
  });

  it('ends in time although a client never finishes', async () => {
    const stuck = connect(api.port, '127.0.0.1');
    stuck.on('error', () => undefined);
    stuck.write(
      'POST /v1/auth/challenge HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{',
    );
    const idle = connect(api.port, '127.0.0.1');
    idle.on('error', () => undefined);
    await sleep(200);
    const startedAt = performance.now();
    api.signal('SIGTERM');
    expect(await api.ended()).toBe(0);
    const ended = performance.now() - startedAt;
    print('SIGTERM with a client that never finishes: ended after', `${Math.round(ended)} ms`);
    expect(ended).toBeLessThan(STOPPED_WITHIN_MS);
    stuck.destroy();
    idle.destroy();
  });
});

function randomHex(): string {
  return Array.from({ length: 40 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}
