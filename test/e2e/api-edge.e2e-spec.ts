import { connect } from 'node:net';
import { ApiProcess } from '../support/api-process.js';
import { sendRaw } from '../support/http/raw-request.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { SIGNING_KEYS } from '../support/running-api.js';
import { until } from '../support/until.js';

/** Whether a connection to an address of this machine is accepted. */
function isReachable(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => {
      end(true);
    });
    socket.once('error', () => {
      end(false);
    });
  });
}

describe('the API as a process', () => {
  let database: TestDatabase;
  let api: ApiProcess | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    await api?.stop();
  });

  afterAll(async () => {
    await database.drop();
  });

  async function start(environment: Readonly<Record<string, string>> = {}): Promise<ApiProcess> {
    api = await ApiProcess.start({
      DATABASE_URL: database.url,
      JWT_SIGNING_KEYS: SIGNING_KEYS,
      ...environment,
    });
    return api;
  }

  it('listens on loopback alone unless HOST says otherwise', async () => {
    const { port } = await start();
    expect(await isReachable('127.0.0.1', port)).toBe(true);
    // Linux has all of 127.0.0.0/8: an address that is not the one listened on.
    expect(await isReachable('127.0.0.2', port)).toBe(false);
  });

  it('listens on every address with HOST=0.0.0.0, also without a database, of which LOG_LEVEL=error says nothing', async () => {
    const { port, log } = await start({
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgresql://api@127.0.0.1:1/none',
      LOG_LEVEL: 'error',
    });
    expect(await isReachable('127.0.0.2', port)).toBe(true);
    expect(log).toBe('');
  });

  it('counts what its HTTP parser refuses, and logs it without what was sent, a line a second', async () => {
    const { port, metricsPort } = await start();
    const began = performance.now();
    for (let sent = 0; sent < 100; sent++) await sendRaw(port, 's3cret / HTTP/1.1\r\nHost: s3cret\r\n\r\n');
    const seconds = Math.ceil((performance.now() - began) / 1_000);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toContain('slipway_parser_refusals_total{code="invalid_request"} 100');
    expect(metrics).toMatch(/^slipway_connections \d+$/m);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/live`)).status).toBe(204);
    const refusals = (): string[] =>
      (api?.log ?? '').split('\n').filter((line) => line.includes('HPE_INVALID_METHOD'));
    await until('a whole line is in the log', () => refusals().some((line) => line.endsWith('}')));
    const lines = refusals();
    expect(lines.length).toBeLessThanOrEqual(1 + seconds);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', context: 'Server' });
    expect(lines[0]).toContain('client 127.0.0.0/24');
    expect(api?.log).not.toContain('s3cret');
  });
});
