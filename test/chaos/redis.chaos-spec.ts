import { ApiProcess } from '../support/api-process.js';
import { describeWith } from '../support/describe-with.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { RedisServer } from '../support/redis.js';
import { longest, print, statuses, timed, untilOk, type Timed } from './figures.js';
import { writeHead } from './indexed-head.js';
import { until } from '../support/until.js';

const READ = 100;
/** What an outage of Redis may cost a request: less than a client waits, on a machine that runs other suites. */
const COST_MS = 1_000;

describeWith('redis-server', 'Redis may go and come back', () => {
  let postgres: OwnPostgres;
  let redis: RedisServer;
  let instances: ApiProcess[];
  let clients = 0;
  /** Requests that each instance refused. */
  const refused = [0, 0];

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([OwnPostgres.start(), RedisServer.start()]);
    await writeHead(postgres);
    const settings = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, TRUST_PROXY: '1' };
    instances = await Promise.all([ApiProcess.start(settings), ApiProcess.start(settings)]);
    for (const api of instances) await untilOk(() => api.get('/health/ready'));
  });

  afterAll(async () => {
    await Promise.all(instances.map((api) => api.stop()));
    await redis.stop();
    await postgres.remove();
  });

  function newClient(): Record<string, string> {
    clients += 1;
    return { 'X-Forwarded-For': `198.18.${clients >> 8}.${clients & 255}` };
  }

  /** Asks the instances in turn. */
  async function ask(count: number, client: Record<string, string>): Promise<Timed[]> {
    const requests: Timed[] = [];
    for (let index = 0; index < count; index++) {
      const turn = index % instances.length;
      const request = await timed(() => instances[turn]!.get('/v1/apps?limit=1', client));
      if (request.status === 429) refused[turn]! += 1;
      requests.push(request);
    }
    return requests;
  }

  async function leftAt(api: ApiProcess | undefined, client: Record<string, string>): Promise<number> {
    const response = await api?.get('/v1/apps?limit=1', client);
    return Number(/;r=(\d+);/.exec(response?.headers.get('ratelimit') ?? '')?.[1]);
  }

  async function areShared(): Promise<boolean> {
    const client = newClient();
    const left = [await leftAt(instances[0], client), await leftAt(instances[1], client)];
    return left[0] === READ - 1 && left[1] === READ - 2;
  }

  const untilShared = (): Promise<number> => until('counts are shared again', areShared);

  it('holds one budget for both instances', async () => {
    let seen: readonly number[][] = [];
    // A new client's: while Redis is late to respond, as on a busy machine, and from one minute to the next, counts are others.
    await until(
      () => `one budget is held: ${JSON.stringify(seen)}`,
      async () => {
        const client = newClient();
        seen = [statuses(await ask(READ, client)), statuses(await ask(4, client))];
        return String(seen) === '200,429';
      },
    );
    expect(statuses(await ask(2, newClient()))).toEqual([200]);
    for (const [i, { metricsPort }] of instances.entries()) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      expect(text.split('\n')).toContain(`slipway_throttled_total{route="/v1/apps"} ${String(refused[i])}`);
    }
  });

  it.each<[string, () => Promise<void>, () => Promise<void>]>([
    ['frozen', () => redis.freeze(), () => redis.thaw()],
    ['stopped', () => redis.stop(), () => redis.start()],
  ])('costs little while it is %s, and shares counts again afterwards', async (state, begin, end) => {
    await untilShared();
    const client = newClient();
    const before = await ask(20, client);
    await begin();
    const during = await ask(60, client);
    // Beside what the machine takes by itself.
    const slow = during.filter(({ ms }) => ms > 50 + longest(before)).length;
    print(
      `Redis ${state}: a request took at most`,
      `${Math.round(longest(during))} ms, ${slow} of 60 over 50 ms more than before`,
    );
    expect(statuses([...before, ...during])).toEqual([200]);
    // One may be the machine's.
    expect(during.filter(({ ms }) => ms > COST_MS + longest(before)).length).toBeLessThanOrEqual(1);
    expect(slow).toBeLessThanOrEqual(30);
    // Each instance goes on from what both had counted, and still refuses; where requests are slow, in another minute.
    await until('it refuses', async () => statuses(await ask(2 * READ, client)).includes(429));
    await end();
    print(
      `Redis back after it was ${state}: counts are shared after`,
      `${Math.round(await untilShared())} ms`,
    );
  });

  it('says what happened in the log, once each time', async () => {
    for (const api of instances) {
      const toldBy = (): readonly string[] =>
        api.log.match(/Redis does not respond|Redis responds again/g) ?? [];
      // On a busy machine Redis may be slow once more by itself, which is told like the others.
      await until('it is logged', () => toldBy().length >= 4);
      const told = toldBy();
      const turns = told.map((_, i) => (i % 2 === 0 ? 'Redis does not respond' : 'Redis responds again'));
      expect(told).toEqual(turns);
    }
  });
});
