import { ApiProcess } from '../support/api-process.js';
import { expectError } from '../support/http/expect-envelope.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { longest, print, statuses, timed, untilOk, untilStatus, type Timed } from './figures.js';
import { writeHead } from './indexed-head.js';

const POOL_SIZE = 3;
// Two seconds each on a machine that does nothing else, as printed. These bounds tell a refusal from a client that hangs.
const REFUSED_WITHIN_MS = 6_000;
const UNREADY_WITHIN_MS = 10_000;
const BACK_WITHIN_MS = 15_000;
/** So long a request waits for a place in the pool. */
const POOL_WAIT_MS = 850;
const WARM = '/v1/apps?limit=5';

describe('PostgreSQL may go and come back', () => {
  let postgres: OwnPostgres;
  let api: ApiProcess;
  let asked = 0;

  beforeAll(async () => {
    postgres = await OwnPostgres.start();
    await writeHead(postgres);
    api = await ApiProcess.start({
      DATABASE_URL: postgres.url,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      RATE_LIMIT_READ_PER_MINUTE: '1000000',
    });
    await untilOk(() => api.get('/health/ready'));
  });

  afterAll(async () => {
    await api.stop();
    await postgres.remove();
  });

  /** A read that no cache has: every creator is another one. */
  const cold = (): Promise<Response> => {
    asked += 1;
    return api.get(`/v1/apps?creator=0x${asked.toString(16).padStart(40, '0')}`);
  };

  async function coldAtOnce(count: number): Promise<Timed[]> {
    return Promise.all(Array.from({ length: count }, () => timed(cold)));
  }

  async function expectRefusals(what: string): Promise<void> {
    const requests = [...(await coldAtOnce(10)), await timed(cold)];
    print(`${what}: 503 after at most`, `${Math.round(longest(requests))} ms`);
    expect(statuses(requests)).toEqual([503]);
    expect(longest(requests)).toBeLessThan(REFUSED_WITHIN_MS);
    await expectError(await cold(), [503, 'service_unavailable']);
    expect((await api.get('/health/live')).status).toBe(200);
    // Readiness asks the database once a second at the most, and waits for it a second.
    await untilStatus(503, () => api.get('/health/ready'), UNREADY_WITHIN_MS);
  }

  async function expectRecovery(what: string): Promise<void> {
    const read = await untilOk(cold, BACK_WITHIN_MS);
    const ready = await untilOk(() => api.get('/health/ready'), BACK_WITHIN_MS);
    print(
      `${what}: responds again after`,
      `${Math.round(read)} ms, ready after ${Math.round(read + ready)} ms`,
    );
    expect(read + ready).toBeLessThan(BACK_WITHIN_MS);
    // On a busy machine one may wait in vain for a place in the pool; a connection that is broken would fail at once.
    const isLate = ({ status, ms }: Timed): boolean => status === 503 && ms > POOL_WAIT_MS;
    const requests = await coldAtOnce(10);
    expect(statuses(requests.filter((one) => !isLate(one)))).toEqual([200]);
  }

  it.each(['SIGINT', 'SIGQUIT'] as const)(
    'is told by 503 when it stops (%s), and responds again',
    async (signal) => {
      await (await api.get(WARM)).arrayBuffer();
      await postgres.stop(signal);
      const warm = await api.get(WARM);
      expect([warm.status, warm.headers.get('x-as-of-block')]).toEqual([200, '7']);
      await expectRefusals(`PostgreSQL stopped (${signal})`);
      expect((await api.get(WARM)).status).toBe(200);
      await postgres.start();
      await expectRecovery(`PostgreSQL started after ${signal}`);
    },
  );

  it('is told by 503 when it stands still, and responds again', async () => {
    await coldAtOnce(10);
    await postgres.freeze();
    await expectRefusals('PostgreSQL frozen');
    await postgres.thaw();
    await expectRecovery('PostgreSQL thawed');
  });

  it('refuses what the pool has no connection for, and hangs for no client', async () => {
    const locker = await postgres.connect();
    await locker.query('BEGIN; LOCK TABLE chain.apps IN ACCESS EXCLUSIVE MODE');
    const requests = await coldAtOnce(10 * POOL_SIZE);
    await locker.query('ROLLBACK');
    await locker.end();
    print('pool exhausted: 503 after at most', `${Math.round(longest(requests))} ms`);
    expect(statuses(requests)).toEqual([503]);
    expect(longest(requests)).toBeLessThan(REFUSED_WITHIN_MS);
    expect(await untilOk(cold, BACK_WITHIN_MS)).toBeLessThan(BACK_WITHIN_MS);
  });

  it('was seen by the metrics', async () => {
    const url = `http://127.0.0.1:${api.metricsPort}`;
    const text = await (await fetch(`${url}/metrics`)).text();
    for (const line of [
      /^slipway_http_requests_total\{method="GET",route="\/v1\/apps",status="503"\} [1-9]/m,
      /^slipway_http_request_duration_seconds_count\{route="\/v1\/apps"\} [1-9]/m,
      /^slipway_cache_hits_total\{route="\/v1\/apps"\} [1-9]/m,
      /^slipway_database_connections [1-3]$/m,
      /^slipway_database_waiting 0$/m,
      /^slipway_indexer_block 7$/m,
      /^slipway_indexer_lag_seconds -?\d/m,
      /^process_cpu_seconds_total /m,
    ]) {
      expect(text).toMatch(line);
    }
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await api.get('/metrics')).status).toBe(404);
  });

  it('left nothing in the log about who asked what', () => {
    expect(api.log).toContain('"context":"Access"');
    expect(api.log).not.toMatch(/0x[0-9a-f]{40}|127\.0\.0\.1(?!:)|creator=/i);
  });
});
