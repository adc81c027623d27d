import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { Webhook } from 'standardwebhooks';
import { SecretSealer } from '@slipway/webhooks';
import { askAgain } from '../support/ask-again.js';
import { expectError } from '../support/http/expect-envelope.js';
import { IndexedDatabase } from '../support/indexed-database.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { startWebhookReceiver } from '../support/webhook-receiver.js';

const TOKEN = `0x${'1'.repeat(40)}`;
const LOWER = `0x${'ab'.repeat(20)}`;
const ABSENT = '00000000-0000-4000-8000-000000000000';
const NEW = { url: 'https://hooks.example.com/a', types: ['trade'], finality: 'final' };
const PER_BUILDER = 3;
const ROOT = path.resolve(import.meta.dirname, '../..');

/** The programs of the guide: what subscribes, a receiver of Node.js, and a function. */
const [SUBSCRIBES = '', RECEIVES = '', FUNCTION = ''] = [
  ...readFileSync(path.join(ROOT, 'docs/build/webhooks.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
].map(([, code]) =>
  ts.transpile(code ?? '', { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext }),
);

interface Subscription {
  readonly id: string;
  readonly secret: string;
  readonly createdAtBlock: number;
}

describe('webhooks of builders', () => {
  let database: IndexedDatabase;
  let api: RunningApi;
  let [mine, others, without] = ['', '', ''];
  const secretKey = randomBytes(32);

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api', 3);
    [mine, others, without] = [
      await addBuilder('mine', true),
      await addBuilder('others', true),
      await addBuilder('no', false),
    ];
    const settings = { webhookSecretKeys: [secretKey], webhooksPerBuilder: PER_BUILDER, maxWebhooks: 4 };
    api = await startApi(database.url, settings);
  });

  afterEach(async () => {
    await database.admin.query('DELETE FROM webhook_subscriptions');
  });

  afterAll(async () => {
    await api.close();
    await database.close();
  });

  async function addBuilder(name: string, hasWebhooks: boolean): Promise<string> {
    const key = `slw_${randomBytes(32).toString('base64url')}`;
    await database.admin.query(
      `INSERT INTO builders (name, key_hash, read_per_minute, heavy_per_minute, origins, is_server, has_webhooks)
        VALUES ($1, $2, 1000000, 1000000, '{}', true, $3)`,
      [name, createHash('sha256').update(key).digest(), hasWebhooks],
    );
    return key;
  }

  function call(method: string, path: string, body?: unknown, key: string | null = mine): Promise<Response> {
    return fetch(`${api.origin}/v1/webhooks${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(key !== null && { 'X-Api-Key': key }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async function create(body: object = {}, key = mine): Promise<Subscription> {
    const response = await call('POST', '', { ...NEW, ...body }, key);
    expect(response.status).toBe(200);
    return (await response.json()) as Subscription;
  }

  const read = async (path: string): Promise<unknown> => (await call('GET', path)).json();

  it('are for builders whom operators allowed them', async () => {
    await expectError(await call('GET', '', undefined, null), [401, 'unauthorized']);
    const { details } = await expectError(await call('GET', '', undefined, without), [403, 'forbidden']);
    expect(details.reason).toBe('webhooks_not_allowed');
    expect(await read('')).toEqual({ webhooks: [] });
  });

  it('begin at the block of the index, and show their secret once', async () => {
    const { secret, ...created } = await create({ tokens: [LOWER, LOWER], wallets: [TOKEN], minUsd: 12.5 });
    const { rows } = await database.admin.query<{ block: number; planned: number; sealed: Buffer }>(
      'SELECT created_at_block AS block, planned_block AS planned, secret_sealed AS sealed FROM webhook_subscriptions',
    );
    const [{ block, planned, sealed } = { block: 0, planned: 0, sealed: Buffer.alloc(0) }] = rows;
    const head = await database.admin.query<{ head: number }>('SELECT block_number::int AS head FROM head');
    expect([block, planned]).toEqual([head.rows[0]?.head, block - 1]);
    expect(new SecretSealer([secretKey]).open(sealed, created.id)).toBe(secret);
    expect(created).toEqual({
      ...NEW,
      id: expect.any(String),
      tokens: [expect.stringMatching(/^0x[aAbB]{40}$/)],
      wallets: [TOKEN],
      minUsd: 12.5,
      status: 'active',
      pausedReason: null,
      pausedAt: null,
      sequence: 0,
      createdAtBlock: block,
      createdAt: expect.any(String),
      previousSecretUntil: null,
    });
    expect(await read(`/${created.id}`)).toEqual(created);
    expect(await read('')).toEqual({ webhooks: [created] });
  });

  it.each([
    ['url', { url: 'http://hooks.example.com/' }],
    ['url', { url: 'https://169.254.169.254/latest' }],
    ['url', { url: 'https://hooks.example.com:22/' }],
    ['url', { url: 7 }],
    ['types', { types: [] }],
    ['types', { types: ['transfer'] }],
    ['types', { types: undefined }],
    ['tokens', { tokens: 'x' }],
    ['tokens', { tokens: ['0x12'] }],
    ['wallets', { wallets: Array.from({ length: 101 }, () => TOKEN) }],
    ['finality', { finality: 'latest' }],
    ['minUsd', { minUsd: -1 }],
    ['minUsd', { minUsd: '5' }],
    ['status', { status: 'paused' }],
    ['secret', { secret: 'whsec_mine' }],
  ])('are refused a wrong %s: %j', async (path, wrong) => {
    const { details } = await expectError(await call('POST', '', { ...NEW, ...wrong }), [
      400,
      'invalid_request',
    ]);
    expect(details.issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it('are as many as there may be of a builder and in all, also when many ask at once', async () => {
    // On a busy machine one may wait too long for the others, and is refused before it is counted.
    const ask = (): Promise<Response> => askAgain(() => call('POST', '', NEW));
    const asked = await Promise.all(Array.from({ length: 6 }, ask));
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
    await create({}, others);
    const { details } = await expectError(await call('POST', '', NEW, others), [409, 'conflict']);
    expect(details.reason).toBe('too_many_webhooks');
  });

  it("are nobody's but their builder's", async () => {
    const { id } = await create();
    const paths: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { status: 'paused' }],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/replay', { fromBlock: 0 }],
      ['POST', '/rotate-secret'],
      ['GET', '/deliveries'],
    ];
    for (const [method, path, body] of paths) {
      await expectError(await call(method, `/${id}${path}`, body, others), [404, 'not_found']);
      await expectError(await call(method, `/${ABSENT}${path}`, body), [404, 'not_found']);
      await expectError(await call(method, `/x${path}`, body), [400, 'invalid_request']);
    }
    expect(await read(`/${id}`)).toMatchObject({ status: 'active' });
  });

  it('change what is said, and nothing else', async () => {
    const { id, secret, ...created } = await create({ tokens: [TOKEN], minUsd: 5 });
    expect(secret).toMatch(/^whsec_/);
    const change = async (body: object): Promise<unknown> => (await call('PATCH', `/${id}`, body)).json();
    expect(await change({})).toEqual({ id, ...created });
    expect(await change({ url: 'https://b.example.com/', types: ['launch', 'launch'] })).toEqual({
      ...{ id, ...created },
      ...{ url: 'https://b.example.com/', types: ['launch'] },
    });
    expect(await change({ tokens: [], wallets: [TOKEN], minUsd: 0 })).toMatchObject({
      ...{ tokens: [], wallets: [TOKEN], minUsd: 0, types: ['launch'] },
    });
    await expectError(await call('PATCH', `/${id}`, { url: 'https://10.0.0.1/' }), [400, 'invalid_request']);
  });

  it('pause and resume, with ten tries again for what waits', async () => {
    const { id } = await create();
    await database.admin.query(
      `INSERT INTO webhook_deliveries (subscription_id, sequence, message_id, type, block_number, content_id, beginning, places, attempts,
          next_attempt_at) VALUES ($1, 1, 'msg_1', 'block', 1, gen_random_uuid(), '{', '{}', 10, now() + interval '1 day')`,
      [id],
    );
    const paused = await call('PATCH', `/${id}`, { status: 'paused' });
    expect(await paused.json()).toMatchObject({
      ...{ status: 'paused', pausedReason: 'Paused by its builder.', pausedAt: expect.any(String) },
    });
    const resumed = await call('PATCH', `/${id}`, { status: 'active' });
    expect(await resumed.json()).toMatchObject({ status: 'active', pausedReason: null, pausedAt: null });
    const { deliveries } = (await read(`/${id}/deliveries`)) as { deliveries: { nextAttemptAt: string }[] };
    expect(deliveries).toEqual([expect.objectContaining({ attempts: 0 })]);
    expect(Date.parse(deliveries[0]?.nextAttemptAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('are not resumed by their builder when an operator paused them, nor changed by the same request', async () => {
    const { id } = await create();
    await database.admin.query(
      `UPDATE webhook_subscriptions SET paused_reason = 'Paused by an operator.', paused_at = now() WHERE id = $1`,
      [id],
    );
    const refused = await call('PATCH', `/${id}`, { status: 'active', minUsd: 7 });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: { code: 'conflict', details: { reason: 'paused_by_operator' } },
    });
    expect(await read(`/${id}`)).toMatchObject({ status: 'paused', minUsd: 0 });
    const changed = await call('PATCH', `/${id}`, { minUsd: 7 });
    expect(await changed.json()).toMatchObject({ status: 'paused', minUsd: 7 });
  });

  it('say that a secret cannot be decrypted any more, until it is rotated', async () => {
    const { id } = await create();
    await database.admin.query(`UPDATE webhook_subscriptions SET secret_sealed = '\\x01' WHERE id = $1`, [
      id,
    ]);
    const refused = await call('POST', `/${id}/test`);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { details: { reason: 'secret_lost' } } });
    expect((await call('POST', `/${id}/rotate-secret`)).status).toBe(200);
  });

  it('list their deliveries in pages, newest first, with what the receiver said', async () => {
    const { id } = await create();
    await database.admin.query(
      `INSERT INTO webhook_deliveries (subscription_id, sequence, message_id, type, block_number, content_id, beginning, places,
          attempts, last_attempt_at, last_status, last_error, last_answer, last_ms, delivered_at)
        SELECT $1, n, 'msg_' || n, 'block', 1, CASE WHEN n > 3 THEN gen_random_uuid() END, CASE WHEN n > 3 THEN '{' END,
          CASE WHEN n > 3 THEN ARRAY[1] END, 1, now(), CASE WHEN n > 3 THEN 500 ELSE 200 END,
          CASE WHEN n > 3 THEN 'status' END, 'noted', 12, CASE WHEN n <= 3 THEN now() END FROM generate_series(1, 5) n`,
      [id],
    );
    interface Page {
      readonly deliveries: readonly { readonly id: string }[];
      readonly nextCursor: string | null;
    }
    const page = async (query: string): Promise<Page> => (await read(`/${id}/deliveries?${query}`)) as Page;
    const first = await page('limit=2');
    const second = await page(`limit=3&cursor=${first.nextCursor ?? ''}`);
    const ids = [...first.deliveries, ...second.deliveries].map((delivery) => delivery.id);
    expect([ids, second.nextCursor]).toEqual([['msg_5', 'msg_4', 'msg_3', 'msg_2', 'msg_1'], null]);
    expect(first.deliveries[0]).toMatchObject({
      ...{
        sequence: 5,
        status: 'waiting',
        failure: 'status',
        code: 500,
        answer: 'noted',
        ms: 12,
        deliveredAt: null,
      },
    });
    expect(second.deliveries[2]).toMatchObject({ status: 'delivered', failure: null, nextAttemptAt: null });
    expect((await page('status=waiting')).deliveries).toHaveLength(2);
    expect((await page('status=delivered')).deliveries).toHaveLength(3);
    const other = await create();
    const foreign = await call('GET', `/${other.id}/deliveries?cursor=${first.nextCursor ?? ''}`);
    await expectError(foreign, [400, 'invalid_request']);
  });

  it('send a test that a stock library verifies, with both secrets of a rotation, and say what the receiver said', async () => {
    await using receiver = await startWebhookReceiver();
    const { id, secret } = await create({ url: receiver.url });
    const rotated = (await (await call('POST', `/${id}/rotate-secret`)).json()) as Record<string, string>;
    const hours = (Date.parse(rotated['previousSecretUntil'] ?? '') - Date.now()) / 3_600_000;
    expect([Math.round(hours), rotated['secret'] === secret]).toEqual([24, false]);
    receiver.code = 503;
    expect(await (await call('POST', `/${id}/test`)).json()).toEqual({
      ...{ failure: 'status', code: 503, answer: 'noted', ms: expect.any(Number) },
    });
    receiver.code = 204;
    expect(await (await call('POST', `/${id}/test`)).json()).toMatchObject({ failure: null, code: 204 });
    for (const { headers, body } of receiver.received)
      for (const key of [secret, rotated['secret'] ?? ''])
        expect(new Webhook(key).verify(body, headers)).toMatchObject({ type: 'test', subscriptionId: id });
    await database.admin.query(
      `UPDATE webhook_subscriptions SET previous_until = now() - interval '1 second'`,
    );
    await call('POST', `/${id}/test`);
    const last = receiver.received.at(-1);
    expect(() => new Webhook(secret).verify(last?.body ?? '', last?.headers ?? {})).toThrow('No matching');
  });

  it('are sent past blocks again, which they were told of or not', async () => {
    const { id, createdAtBlock } = await create();
    const planned = createdAtBlock - 1;
    const replay = (body: object): Promise<Response> => call('POST', `/${id}/replay`, body);
    expect(await (await replay({ fromBlock: 1 })).json()).toEqual({ fromBlock: 1, toBlock: planned });
    expect(await (await replay({ fromBlock: 1, toBlock: 1 })).json()).toEqual({ fromBlock: 1, toBlock: 1 });
    for (const wrong of [
      {},
      { fromBlock: planned + 1 },
      { fromBlock: 0, toBlock: planned + 1 },
      { fromBlock: 2, toBlock: 1 },
    ])
      await expectError(await replay(wrong), [400, 'invalid_request']);
    const { rows } = await database.admin.query(
      'SELECT next_block, to_block FROM webhook_replays ORDER BY id',
    );
    expect(rows).toEqual([
      { next_block: 1, to_block: planned },
      { next_block: 1, to_block: 1 },
    ]);
    for (let i = 2; i < 10; i += 1) await replay({ fromBlock: 1 });
    await expectError(await replay({ fromBlock: 1 }), [409, 'conflict']);
  });

  it('are gone when they are removed', async () => {
    const { id } = await create({ tokens: [TOKEN] });
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    await expectError(await call('DELETE', `/${id}`), [404, 'not_found']);
    const { rows } = await database.admin.query('SELECT FROM webhook_filters');
    expect(rows).toEqual([]);
  });

  it('are not offered without a key that encrypts their secrets', async () => {
    const keyless = await startApi(database.url);
    const response = await keyless.post('/webhooks', NEW, { 'X-Api-Key': mine });
    const { details } = await expectError(response, [503, 'service_unavailable']);
    await keyless.close();
    expect(details.reason).toBe('no_webhooks');
  });

  describe('in the guide', () => {
    function start(program: string, environment: Record<string, string>): ReturnType<typeof spawn> {
      return spawn(process.execPath, ['--input-type=module', '--eval', program], {
        cwd: ROOT,
        env: {
          PATH: process.env['PATH'],
          SLIPWAY_API: `${api.origin}/v1`,
          SLIPWAY_KEY: mine,
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    }

    it('are subscribed to, and tested', async () => {
      await using receiver = await startWebhookReceiver();
      const subscriber = start(SUBSCRIBES, { RECEIVER: receiver.url });
      let printed = '';
      subscriber.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      await once(subscriber, 'close');
      const [secret = '', tested] = printed.split('\n');
      expect(tested).toBe('null 200');
      const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'test' });
    });

    it('are received by a server, which refuses what is not signed', async () => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const { id, secret } = await create({ url });
      const server = start(RECEIVES, { WEBHOOK_SECRET: secret, PORT: String(port) });
      const isUp = async (): Promise<boolean> => (await fetch(url).catch(() => null))?.status === 401;
      await until('the receiver of the guide listens', isUp);
      expect(await (await call('POST', `/${id}/test`)).json()).toMatchObject({ failure: null, code: 204 });
      server.kill();
      await once(server, 'close');
    });

    it('are received by a function, which refuses what is not signed', async () => {
      await using receiver = await startWebhookReceiver();
      const { id, secret } = await create({ url: receiver.url });
      await call('POST', `/${id}/test`);
      const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
      const request = JSON.stringify({ headers, body });
      const asks = `
        const { headers, body } = ${request};
        for (const text of [body, body + ' ']) {
          const asked = new Request('https://a.example/', { method: 'POST', headers, body: text, duplex: 'half' });
          const { status } = await served.fetch(asked, { WEBHOOK_SECRET: ${JSON.stringify(secret)} });
          console.log(status);
        }`;
      const runner = start(`${FUNCTION.replace('export default', 'const served =')}${asks}`, {});
      let printed = '';
      runner.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      await once(runner, 'close');
      expect(printed).toMatch(/^test undefined \{\}\n204\n401\n$/);
    });
  });
});
