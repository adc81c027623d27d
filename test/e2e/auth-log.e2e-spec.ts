import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ApiProcess } from '../support/api-process.js';
import { askAgain } from '../support/ask-again.js';
import { withClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { challenge, testWallet } from '../support/wallet.js';

/** As clients do, which ask again after a 503: a busy machine may take longer than a request has. */
function patiently<T extends Response | null>(ask: () => Promise<T>): Promise<T> {
  return askAgain(ask, (response) => response?.status);
}

describe('the log of sign-ins', () => {
  it('has a line with a request id for each request, and no signature, token, wallet or whole address', async () => {
    const database = await createTestDatabase();
    const api = await ApiProcess.start({
      DATABASE_URL: database.url,
      RPC_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'verbose',
    });
    const wallet = testWallet(1);
    const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${api.origin}/v1${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const { message, nonce } = await challenge({ post }, wallet.address);
    const signature = await wallet.signMessage({ message });
    const stolen = await testWallet(2).signMessage({ message });
    expect((await post('/auth/token', { message, signature: stolen })).status).toBe(503);
    const issued = await patiently(() => post('/auth/token', { message, signature }));
    const { accessToken } = (await issued.json()) as { accessToken: string };
    const Authorization = `Bearer ${accessToken}`;
    expect((await api.get(`/v1/auth/session?access_token=${accessToken}`)).status).toBe(401);
    await api.get(`/v1/apps/${wallet.address}`);
    const wrong = `/v1/auth/session?nope=${accessToken}`;
    expect((await patiently(() => api.get(wrong, { Authorization }))).status).toBe(400);
    const named = await patiently(() =>
      api.get('/v1/auth/session', { Authorization, 'X-Request-Id': 'named-by-the-client' }),
    );
    expect(named.status).toBe(200);
    await api.stop();
    await database.drop();

    const lines = api.log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const access = lines.filter(({ context }) => context === 'Access');
    expect(access.map(({ requestId }) => requestId)).toContain('named-by-the-client');
    expect(access.every(({ requestId, route }) => typeof requestId === 'string' && route !== undefined)).toBe(
      true,
    );
    expect(access.length).toBeGreaterThanOrEqual(7);
    const [, claims = ''] = accessToken.split('.');
    for (const secret of [accessToken, claims, signature, stolen, nonce, wallet.address])
      expect(api.log.toLowerCase()).not.toContain(secret.toLowerCase());
    // Of those that asked; our own node's is in a warning.
    expect(api.log).not.toMatch(/127\.0\.0\.1(?!:)/);
  });
});

/** Fails with the row's values in the words of the error, as conversions of PostgreSQL do. */
const TELLTALE = `
  CREATE FUNCTION telltale() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE invalid_text_representation USING MESSAGE = 'invalid input syntax: ' || NEW::text, DETAIL = NEW::text; END $$;
  CREATE TRIGGER telltale BEFORE INSERT ON sign_in_nonces FOR EACH ROW EXECUTE FUNCTION telltale();
  CREATE TRIGGER telltale BEFORE INSERT ON revoked_tokens FOR EACH ROW EXECUTE FUNCTION telltale();`;

/** The same as of a server that shuts down. */
const OUTAGE = `
  CREATE OR REPLACE FUNCTION telltale() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE cannot_connect_now USING MESSAGE = 'shutting down: ' || NEW::text; END $$;`;

describe('the log of requests with secrets', () => {
  let database: TestDatabase;
  let api: ApiProcess;
  /** Has no request left for anybody. */
  let limited: ApiProcess;
  /** The one that is asked. */
  let asked: ApiProcess;
  const secrets: string[] = [];
  const seen = new Set<number>();

  /** Recognisable wherever it appears, and part of no other text. */
  const secret = (): string => {
    const made = `Kept${randomBytes(9).toString('hex')}&/ß`;
    secrets.push(made);
    return made;
  };
  const ascii = (): string => {
    const made = `Kept${randomBytes(9).toString('hex')}`;
    secrets.push(made);
    return made;
  };
  /** A value of its own in each header that can carry one. */
  const headers = (): Record<string, string> => ({
    Authorization: `Bearer ${ascii()}`,
    Cookie: `session=${ascii()}; other="${ascii()}"`,
    'X-Api-Key': ascii(),
    'Proxy-Authorization': `Basic ${Buffer.from(`me:${ascii()}`).toString('base64')}`,
    'X-Forwarded-For': ascii(),
    'User-Agent': ascii(),
    Referer: `http://example.com/?token=${ascii()}`,
    Origin: `http://${ascii()}.example`,
    'Last-Event-ID': ascii(),
    'X-Min-Block': ascii(),
    'X-Request-Id': `not an id: ${ascii()}`,
    traceparent: `00-${ascii()}-${ascii()}-01`,
    'Mcp-Session-Id': ascii(),
  });
  /** Headers that refuse no request before its body is read. */
  const unread = (): Record<string, string> => {
    const { Cookie = '', Referer = '', 'User-Agent': agent = '', 'X-Request-Id': id = '' } = headers();
    return { Cookie, Referer, 'User-Agent': agent, 'X-Request-Id': id };
  };
  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<Response | null> => {
    const sent = { method, headers: headers(), ...init };
    // A connection may be closed before a long body is sent.
    const response = await fetch(`${asked.origin}${path}`, sent).catch(() => null);
    if (response === null) return null;
    seen.add(response.status);
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true)
      await response.body?.cancel();
    else await response.arrayBuffer();
    return response;
  };
  const post = (path: string, body: unknown, more: Record<string, string> = {}): Promise<Response | null> =>
    ask('POST', path, {
      headers: { ...unread(), 'Content-Type': 'application/json', ...more },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  /** Bytes that no client library sends. */
  const raw = async (...pieces: readonly string[]): Promise<void> => {
    const socket = connect(asked.port, '127.0.0.1');
    socket.on('data', (data) => {
      const status = /^HTTP\/1.1 ([0-9]{3})/.exec(data.toString('latin1'))?.[1];
      if (status !== undefined) seen.add(Number(status));
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    for (const piece of pieces) socket.write(piece);
    const timer = setTimeout(() => socket.destroy(), 1_000);
    await once(socket, 'close');
    clearTimeout(timer);
  };
  const everywhere = async (): Promise<void> => {
    for (const name of ['access_token', 'since', 'cursor', 'signature', 'q', 'topics', 'tokens'])
      for (const path of [
        '/v1/auth/session',
        '/v1/apps',
        '/v1/search',
        '/v1/stream',
        `/v1/${ascii()}`,
        '/nowhere',
      ])
        await ask('GET', `${path}?${name}=${encodeURIComponent(secret())}`);
    await ask('GET', `/v1/apps/${ascii()}`);
    await ask('GET', `/v1/apps/%E0%A4%A${ascii()}`);
    await ask('PUT', `/v1/apps/${ascii()}`);
    const wallet = testWallet(3);
    for (const body of [
      { address: secret() },
      { address: wallet.address, [ascii()]: ascii() },
      { message: secret(), signature: secret() },
      {
        message: `example.com wants you to sign in\n${secret()}`,
        signature: `0x${randomBytes(65).toString('hex')}`,
      },
      `{"message":"${ascii()}`,
      ascii(),
      { message: `${ascii()}${'x'.repeat(200_000)}` },
    ])
      for (const path of [
        '/v1/auth/challenge',
        '/v1/auth/token',
        '/v1/auth/logout',
        '/v1/preflight/launch',
        '/mcp',
      ])
        await post(path, body);
    const call = (name: string, args: object): object => ({
      ...{ jsonrpc: '2.0', id: ascii(), method: 'tools/call', params: { name, arguments: args } },
    });
    for (const message of [
      call(ascii(), {}),
      call('find_apps', { q: ascii(), [ascii()]: ascii() }),
      call('get_app', { tokenAddress: ascii() }),
      { jsonrpc: '2.0', id: 1, method: ascii(), params: { token: ascii() } },
      { jsonrpc: ascii(), method: ascii() },
      [{ secret: ascii() }],
    ]) {
      await post('/mcp', message, { 'Mcp-Protocol-Version': ascii() });
      await post('/mcp', message, { 'Mcp-Method': ascii(), 'Mcp-Name': ascii() });
      await post('/mcp', message, { Accept: 'application/json, text/event-stream' });
    }
    await raw(`GET /v1/apps HTTP/1.1\r\nHost: x\r\nAuthorization Bearer ${ascii()}\r\n\r\n`);
    await raw(`${ascii()} /v1/apps HTTP/1.1\r\nHost: ${ascii()}\r\n\r\n`);
    await raw(`GET /v1/apps?token=${ascii()} HTTP/1.1\r\nHost: x\r\nCookie: a=${ascii()}\u0001\r\n\r\n`);
    await raw(`GET /v1/apps HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${ascii()}${'y'.repeat(70_000)}\r\n\r\n`);
    // Left in the middle of a body.
    await raw(
      `POST /v1/auth/token HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ascii()}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`,
      `{"message":"${ascii()}`,
    );
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const start = (perMinute: string): Promise<ApiProcess> =>
      ApiProcess.start({
        DATABASE_URL: database.url,
        RPC_URL: 'http://127.0.0.1:9',
        LOG_LEVEL: 'verbose',
        RATE_LIMIT_READ_PER_MINUTE: perMinute,
        RATE_LIMIT_HEAVY_PER_MINUTE: perMinute,
      });
    [api, limited] = await Promise.all([start('100000'), start('1')]);
  });

  afterAll(async () => {
    await Promise.all([api.stop(), limited.stop()]);
    await database.drop();
  });

  it('has none of them, however requests end: in the log of the API, plain, base64 or percent-encoded', async () => {
    asked = limited;
    await everywhere();
    asked = api;
    await everywhere();
    const wallet = testWallet(4);
    const send = (path: string, body: unknown): Promise<Response> =>
      fetch(`${api.origin}/v1${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { message, nonce } = await challenge({ post: send }, wallet.address);
    const signature = await wallet.signMessage({ message });
    const issued = await patiently(() => send('/auth/token', { message, signature }));
    const { accessToken } = (await issued.json()) as { accessToken: string };
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
      jti: string;
    };
    secrets.push(nonce, signature, signature.slice(2), accessToken, ...accessToken.split('.'), claims.jti);
    const Authorization = `Bearer ${accessToken}`;
    const { Referer = '', Cookie = '' } = headers();
    const signedIn = { Authorization, Referer, Cookie };
    const statusOf = async (method: string, path: string): Promise<number | undefined> =>
      (await patiently(() => ask(method, path, { headers: signedIn })))?.status;
    expect(await statusOf('GET', '/v1/auth/session')).toBe(200);
    expect(await statusOf('GET', `/v1/rewards/${testWallet(5).address}`)).toBe(403);

    await withClient(database.url, (client) => client.query(TELLTALE));
    expect(await statusOf('POST', '/v1/auth/logout')).toBe(500);
    const again = await patiently(() => send('/auth/challenge', { address: wallet.address }));
    expect(again.status).toBe(500);

    await withClient(database.url, (client) => client.query(OUTAGE));
    expect((await ask('POST', '/v1/auth/logout', { headers: signedIn }))?.status).toBe(503);
    await database.drop();
    await everywhere();
    await Promise.all([api.stop(), limited.stop()]);

    expect([...seen].sort()).toEqual(
      expect.arrayContaining([200, 400, 401, 403, 404, 413, 429, 431, 500, 503]),
    );
    const log = api.log + limited.log;
    expect(log).toContain('unexpected error');
    expect(log).toContain('the database cannot respond');
    const forms = [...new Set(secrets.flatMap(formsOf))].map((form) => form.toLowerCase());
    const telling = log.split('\n').filter((line) => forms.some((form) => line.toLowerCase().includes(form)));
    expect(telling).toEqual([]);
  });
});

/** A text as it may be written down: itself, percent-encoded, base64 at each of the three places in a longer text. */
function formsOf(text: string): readonly string[] {
  const at = (before: number): string =>
    Buffer.from(' '.repeat(before) + text)
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1)
      .replace(/=+$/, '')
      .slice(0, -1);
  const base64 = [0, 1, 2].map(at);
  const unpadded = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), ...base64, ...unpadded];
}
