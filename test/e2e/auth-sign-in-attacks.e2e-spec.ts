import { askAgain } from '../support/ask-again.js';
import { expectEnvelope, expectError } from '../support/http/expect-envelope.js';
import { sendRaw } from '../support/http/raw-request.js';
import { startAnvil, type RunningAnvil } from '../support/anvil.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { challenge, testWallet } from '../support/wallet.js';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const HOUR_MS = 3_600_000;

/** What stands on a line of a message, or makes it when the message is written. */
type Value = string | (() => string);

const textOf = (value: Value): string => (typeof value === 'string' ? value : value());

/** Replaces the value of one line of a message. */
function line(label: string, value: Value) {
  return (message: string): string =>
    message.replace(new RegExp(`^${label}: .*$`, 'm'), `${label}: ${textOf(value)}`);
}

function domain(text: string) {
  return (message: string): string => message.replace(/^\S+/, text);
}

/** From when the message is written: the first tests may take a busy machine minutes. */
function inMs(ms: number) {
  return (): string => new Date(Date.now() + ms).toISOString();
}

function addLine(label: string, value: Value) {
  return (message: string): string => `${message}\n${label}: ${textOf(value)}`;
}

describe('attacks on sign-in', () => {
  let anvil: RunningAnvil;
  let database: TestDatabase;
  let api: RunningApi;
  const wallet = testWallet(1);
  const address = wallet.address;

  beforeAll(async () => {
    [anvil, database] = await Promise.all([startAnvil(), createTestDatabase()]);
    api = await startApi(database.url, { rpc: { http: [anvil.rpcUrl], ws: [] } });
  });

  afterAll(async () => {
    await api.close();
    await Promise.all([anvil.stop(), database.drop()]);
  });

  /** Signs a changed challenge with the right key: only the change is wrong. */
  async function sendSigned(change: (message: string) => string): Promise<Response> {
    const message = change((await challenge(api, address)).message);
    return sendToken({ message, signature: await wallet.signMessage({ message }) });
  }

  /** Once more after a 503: the chain may take a busy machine longer than a sign-in waits. */
  function sendToken(body: object): Promise<Response> {
    return askAgain(() => api.post('/auth/token', body));
  }

  it('is fooled by nothing in the way these tests sign', async () => {
    expect((await sendSigned((message) => message)).status).toBe(200);
  });

  /** Browsers name the page that asks; a page cannot change it. */
  const fromPage = (path: string, body: unknown, origin: string): Promise<Response> =>
    fetch(`${api.origin}/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify(body),
    });

  async function expectMismatch(response: Promise<Response>): Promise<void> {
    const { message, details } = await expectError(await response, [403, 'forbidden']);
    expect(message).toBe('A page may sign in to its own origin only.');
    expect(details).toEqual({ reason: 'origin_mismatch' });
  }

  it.each([
    'https://evil.example',
    'null',
    'http://localhost:3001',
    'http://localhost:3000.evil.example',
    '',
  ])('gives the page "%s" neither our message nor a token for it', async (origin) => {
    const named = { address, domain: 'localhost:3000', uri: 'http://localhost:3000' };
    await expectMismatch(fromPage('/auth/challenge', named, origin));
    const { message } = await challenge(api, address);
    const signed = { message, signature: await wallet.signMessage({ message }) };
    await expectMismatch(fromPage('/auth/token', signed, origin));
    expect((await fromPage('/auth/token', signed, 'http://localhost:3000')).status).toBe(200);
  });

  it('writes the message for the registered page that asks, and for no other', async () => {
    const own = await fromPage('/auth/challenge', { address }, 'http://localhost:5173');
    expect(((await own.json()) as { message: string }).message).toContain('URI: http://localhost:5173\n');
    await expectMismatch(fromPage('/auth/challenge', { address }, 'https://evil.example'));
  });

  it.each<[string, string, (message: string) => string]>([
    ['a foreign domain', 'domain_not_registered', domain('evil.example')],
    ['localhost.evil.example', 'domain_not_registered', domain('localhost.evil.example')],
    ['user info before a foreign domain', 'domain_not_registered', domain('localhost:3000@evil.example')],
    ['another name of this machine', 'domain_not_registered', domain('a.localhost:3000')],
    ['a foreign scheme', 'domain_not_registered', domain('https://localhost:3000')],
    ['a foreign uri', 'uri_not_registered', line('URI', 'https://evil.example')],
    ['a uri with credentials', 'uri_not_registered', line('URI', 'http://x:y@localhost:3000')],
    [
      'a uri that only begins like ours',
      'uri_not_registered',
      line('URI', 'http://localhost.evil.example:3000'),
    ],
    ['a foreign chain', 'wrong_chain', line('Chain ID', '1')],
    ['an expired message', 'expired', line('Expiration Time', inMs(-1_000))],
    ['a future notBefore', 'not_yet_valid', addLine('Not Before', inMs(HOUR_MS))],
    ['issuedAt an hour ago', 'issued_at_not_current', line('Issued At', inMs(-HOUR_MS))],
    ['issuedAt an hour ahead', 'issued_at_not_current', line('Issued At', inMs(HOUR_MS))],
    ['issuedAt eleven minutes ago', 'issued_at_not_current', line('Issued At', inMs(-11 * 60_000))],
    ['issuedAt two minutes ahead', 'issued_at_not_current', line('Issued At', inMs(2 * 60_000))],
    ['a nonce of its own', 'nonce_not_valid', line('Nonce', 'abcdefgh12345678')],
  ])('refuses %s: 401 siwe_rejected, %s', async (_what, reason, change) => {
    const response = await sendSigned(change);
    expect((await expectError(response, [401, 'siwe_rejected'])).details).toEqual({ reason });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each<[string, string, (message: string) => string]>([
    ['CRLF line ends', 'line 1: ends in CR LF', (message) => message.replaceAll('\n', '\r\n')],
    ['a trailing newline', 'line 12: ', (message) => `${message}\n`],
    ['a leading newline', 'line 1: domain cannot be empty', (message) => `\n${message}`],
    ['a trailing space', 'line 11: ', (message) => `${message} `],
    ['another version', 'line 7: invalid version', line('Version', '2')],
    ['a day that does not exist', 'line 10: ', line('Issued At', '2026-02-31T00:00:00.000Z')],
    ['a short nonce', 'line 9: invalid nonce', line('Nonce', 'abc')],
    ['no message', 'line 1: ', () => ''],
    ['a line of its own', 'line 6: ', (message) => message.replace('\nURI', '\nX: y\nURI')],
  ])('refuses %s: 400 siwe_malformed, %s', async (_what, said, change) => {
    const { details } = await expectError(await sendSigned(change), [400, 'siwe_malformed']);
    expect(details.issues).toEqual([{ path: 'message', message: expect.stringContaining(said) }]);
  });

  it.each([
    ['lower case', address.toLowerCase()],
    ['upper case', `0x${address.slice(2).toUpperCase()}`],
  ])('takes the address in %s, signed as it was written', async (_what, written) => {
    const response = await sendSigned((message) => message.replace(address, written));
    expect([response.status, await response.json()]).toMatchObject([200, { address }]);
  });

  it("refuses another key's signature: 401 siwe_rejected", async () => {
    const { message } = await challenge(api, address);
    const signature = await testWallet(2).signMessage({ message });
    const response = await sendToken({ message, signature });
    expect((await expectError(response, [401, 'siwe_rejected'])).details.reason).toBe('signature_not_valid');
  });

  it.each<[string, (signature: string) => string]>([
    ['the twin with the high s', highTwin],
    ['the short form of EIP-2098', (signature) => compact(signature)],
    ['a byte more', (signature) => `${signature}00`],
    ['a byte less', (signature) => signature.slice(0, -2)],
    ['a recovery byte of 29', (signature) => `${signature.slice(0, -2)}1d`],
    ['zeros', () => `0x${'0'.repeat(130)}`],
    ['r and s beyond the order', () => `0x${'f'.repeat(128)}1b`],
  ])('refuses %s: 401 siwe_rejected', async (_what, change) => {
    const { message } = await challenge(api, address);
    const good = await wallet.signMessage({ message });
    const response = await sendToken({ message, signature: change(good) });
    expect((await expectError(response, [401, 'siwe_rejected'])).details.reason).toBe('signature_not_valid');
    // The nonce is still there for the one signature that is right.
    expect((await api.post('/auth/token', { message, signature: good })).status).toBe(200);
  });

  it("refuses a signature over another wallet's message: 401 siwe_rejected", async () => {
    const { message } = await challenge(api, testWallet(2).address);
    const signature = await wallet.signMessage({ message });
    await expectError(await sendToken({ message, signature }), [401, 'siwe_rejected']);
  });

  it.each<[string, unknown]>([
    [
      'a message as an object',
      { domain: 'localhost:3000', address, version: '1', uri: 'http://localhost:3000' },
    ],
    ['a message as an array', ['x']],
    ['a message as a number', 1],
    ['a message of null', null],
    ['no message', undefined],
    ['a message of 5 KB', 'x'.repeat(5_000)],
    ['a message of 4 KB characters, which is more in bytes', 'é'.repeat(4_097)],
  ])('refuses %s: 400 invalid_request', async (_what, message) => {
    const response = await api.post('/auth/token', { message, signature: '0x00' });
    const { details } = await expectError(response, [400, 'invalid_request']);
    expect(details.issues?.map((issue) => issue.path)).toEqual(['message']);
  });

  it.each<[string, unknown]>([
    ['without 0x', '00'.repeat(65)],
    ['of half a byte', '0x0'],
    ['with a line feed at its end', `0x${'00'.repeat(65)}\n`],
    ['as an object', { r: '0x1' }],
    ['of 9 KB', `0x${'00'.repeat(9_000)}`],
  ])('refuses a signature %s: 400 invalid_request', async (_what, signature) => {
    const { message } = await challenge(api, address);
    const { details } = await expectError(await api.post('/auth/token', { message, signature }), [
      400,
      'invalid_request',
    ]);
    expect(details.issues?.map((issue) => issue.path)).toEqual(['signature']);
  });

  it('refuses a statement of 100 KB: 413 payload_too_large', async () => {
    const { message } = await challenge(api, address);
    const long = message.replace(/^Sign in.*$/m, 'x'.repeat(100_000));
    const response = await api.post('/auth/token', { message: long, signature: '0x00' });
    await expectError(response, [413, 'payload_too_large']);
  });

  it('takes no domain from Host: a challenge for it is refused, and one without a domain is for us', async () => {
    const send = (body: object): ReturnType<typeof sendRaw> => {
      const text = JSON.stringify(body);
      const head = [
        'POST /v1/auth/challenge HTTP/1.1',
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'Content-Type: application/json',
        `Content-Length: ${text.length}`,
        'Connection: close',
      ];
      return sendRaw(Number(new URL(api.origin).port), `${head.join('\r\n')}\r\n\r\n${text}`);
    };
    const refused = await send({ address, domain: 'evil.example' });
    const header = (name: string): string | null => refused.headers[name] ?? null;
    expectEnvelope({ status: refused.status, header, text: refused.body }, [400, 'invalid_request']);
    const tokenResponse = await send({ address });
    expect(tokenResponse.body).toContain('localhost:3000 wants you');
    expect(tokenResponse.body).not.toContain('evil.example');
  });

  it('repeats nothing of what was sent', async () => {
    const text = await (await sendSigned(domain('secret-marker.example'))).text();
    expect(text).not.toMatch(/secret-marker|0x/);
    expect(text.length).toBeLessThan(300);
  });
});

/** The other signature that fits: n - s, and the other point. */
function highTwin(signature: string): string {
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`;
}

function compact(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`) | (signature.endsWith('1c') ? 1n << 255n : 0n);
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}`;
}
