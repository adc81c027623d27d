import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectError } from '../support/http/expect-envelope.js';
import { FlaggedModule } from '../support/http/flagged.module.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { runOps } from '../support/run-ops.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

const LIVE_MS = 2_000;

/** What flagd returns by the OpenFeature Remote Evaluation Protocol, on a real socket. */
describe('FLAGS_OFREP_URL', () => {
  const flags = new Map<string, boolean>([['search', false]]);
  const asked: string[] = [];
  let isBroken = false;
  let service: Server;
  let url: string;
  let database: TestDatabase;
  let api: RunningApi;

  beforeAll(async () => {
    service = createServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
      const key = request.url?.split('/').at(-1) ?? '';
      const value = flags.get(key);
      const status = isBroken ? 500 : value === undefined ? 404 : 200;
      response.writeHead(status, { 'Content-Type': 'application/json' });
      const failure = { key, errorCode: status === 404 ? 'FLAG_NOT_FOUND' : 'GENERAL' };
      response.end(JSON.stringify(status === 200 ? { key, value, reason: 'STATIC', variant: 'v' } : failure));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    database = await createTestDatabase();
    api = await startApi(database.url, { flagsOfrepUrl: url }, { beside: FlaggedModule });
  });

  afterAll(async () => {
    await api.close();
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
    await database.drop();
  });

  async function features(): Promise<Record<string, boolean>> {
    return (await (await api.get('/config/features')).json()) as Record<string, boolean>;
  }

  it('puts another service in the place of the database, live and with our defaults', async () => {
    // A start on a busy machine may take longer than it waits for them. They are read again in a second.
    await until('the flags are read', async () => {
      const { claims, launches, leaderboards } = await features();
      return [claims, launches, leaderboards].every(Boolean);
    });
    expect(await features()).toEqual({ claims: true, launches: true, leaderboards: true, search: false });
    expect(asked).toContain('POST /ofrep/v1/evaluate/flags/claims');
    flags.set('leaderboards', false);
    await until('the switch is seen', async () => !(await features())['leaderboards'], LIVE_MS);
    const { details } = await expectError(await api.get('/flagged/cached'), [503, 'service_unavailable']);
    expect(details).toEqual({ feature: 'leaderboards' });
  });

  it('goes on with the last values while that service fails', async () => {
    isBroken = true;
    flags.set('search', true);
    const before = asked.length;
    await until('it is asked again', () => asked.length >= before + 8);
    expect(await features()).toMatchObject({ search: false, leaderboards: false, claims: true });
    isBroken = false;
    await until('the switch is seen', async () => (await features())['search'] === true);
  });

  it('lets no provider switch ours in the belief that it does something', async () => {
    const { code, stderr } = await runOps(
      { DATABASE_URL: database.url, FLAGS_OFREP_URL: url },
      'flags',
      'set',
      'claims',
      'off',
    );
    expect([code, stderr]).toEqual([
      1,
      `the flags are those of FLAGS_OFREP_URL (${url}): switch them there\n`,
    ]);
  });
});
