import { createHmac, generateKeyPairSync } from 'node:crypto';
import { rotateKeys } from '@slipway/auth';
import { TokenForge, readClaims } from '../support/forge-token.js';
import { expectError } from '../support/http/expect-envelope.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { SIGNING_KEYS, startApi, type RunningApi } from '../support/running-api.js';
import { signIn, testWallet } from '../support/wallet.js';

describe('attacks on tokens', () => {
  let database: TestDatabase;
  let api: RunningApi;
  const wallet = testWallet(1);
  let token: string;
  let forge: TokenForge;
  const strangers = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startApi(database.url);
    token = await signIn(api, wallet);
    forge = new TokenForge(SIGNING_KEYS, readClaims(token));
  });

  afterAll(async () => {
    await api.close();
    await database.drop();
  });

  function ask(sent: string): Promise<Response> {
    return api.get('/auth/session', { Authorization: `Bearer ${sent}` });
  }

  function hmac(): string {
    const input = forge.input({ alg: 'HS256' });
    return `${input}.${createHmac('sha256', forge.publicPem).update(input).digest('base64url')}`;
  }

  it('is fooled by nothing in the way these tests forge', async () => {
    expect((await ask(forge.token())).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ['alg none', () => `${forge.input({ alg: 'none' })}.`],
    ['alg None with a signature', () => forge.token({ alg: 'None' })],
    ['HS256 with the public key', hmac],
    ['a foreign iss', () => forge.token({}, { iss: 'https://evil.example' })],
    ['a foreign aud', () => forge.token({}, { aud: 'https://evil.example' })],
    ['typ JWT', () => forge.token({ typ: 'JWT' })],
    ['no exp', () => forge.token({}, { exp: undefined })],
    ['a past exp', () => forge.token({}, { iat: 1_000_000, exp: 1_003_600 })],
    ['an exp in a year', () => forge.token({}, { exp: Math.floor(Date.now() / 1_000) + 31_536_000 })],
    ['an unknown crit', () => forge.token({ crit: ['x'], x: 1 })],
    ['kid ../../x', () => forge.token({ kid: '../../x' })],
    ['kid /dev/null', () => forge.token({ kid: '/dev/null' })],
    ['kid with SQL', () => forge.token({ kid: "' UNION SELECT 1 --" })],
    ['jku', () => forge.token({ jku: 'https://evil.example/jwks.json' }, {}, strangers.privateKey)],
    ['jku under our own key', () => forge.token({ jku: 'https://evil.example/jwks.json' })],
    ['x5u', () => forge.token({ x5u: 'https://evil.example/x.pem' })],
    ['a jwk of its own', () => forge.token({ jwk: strangers.publicKey.export({ format: 'jwk' }) })],
    ["another key's signature", () => forge.token({}, {}, strangers.privateKey)],
    [
      'a retired key',
      () => new TokenForge(rotateKeys(null, new Date(0), new Date(0)), readClaims(token)).token(),
    ],
    [
      'changed claims',
      () => token.replace(/\.[^.]*\./, `.${forge.input({}, { sub: '0x' }).split('.')[1] ?? ''}.`),
    ],
    ['a jti that is no UUID', () => forge.token({}, { jti: "'; DROP TABLE revoked_tokens; --" })],
    ['no token', () => ''],
    ['a token twice', () => `${token}, ${token}`],
    ['8 KB', () => 'a'.repeat(8_000)],
  ])('refuses %s: 401 unauthorized', async (_what, make) => {
    const response = await ask(make());
    expect((await expectError(response, [401, 'unauthorized'])).details).toEqual({});
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('refuses ?access_token=: 401 without a token, 400 beside one', async () => {
    const path = `/auth/session?access_token=${token}`;
    const bare = await api.get(path);
    expect(await bare.clone().text()).not.toContain(token);
    await expectError(bare, [401, 'unauthorized']);
    const beside = await api.get(path, { Authorization: `Bearer ${token}` });
    expect(await beside.clone().text()).not.toContain(token);
    await expectError(beside, [400, 'invalid_request']);
  });

  it('refuses a revoked token, also written another way: 401 unauthorized', async () => {
    const second = await signIn(api, wallet);
    const twin = new TokenForge(SIGNING_KEYS, readClaims(second)).token();
    const headers = { Authorization: `Bearer ${second}` };
    expect((await api.post('/auth/logout', '', headers)).status).toBe(204);
    await expectError(await ask(second), [401, 'unauthorized']);
    await expectError(await ask(twin), [401, 'unauthorized']);
  });
});
