import { createPublicKey, verify } from 'node:crypto';
import { expectError } from '../support/http/expect-envelope.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { runOps, type OpsResult } from '../support/run-ops.js';
import { PUBLIC_BASE_URL, startApi, type RunningApi } from '../support/running-api.js';
import { challenge, signIn, testWallet } from '../support/wallet.js';

/** Nothing listens there: keys need no chain. */
const NO_CHAIN = 'http://127.0.0.1:9';

interface Token {
  readonly accessToken: string;
  readonly tokenType: string;
  readonly expiresIn: number;
  readonly expiresAt: string;
  readonly address: string;
}

describe('signing in, on two instances over one database', () => {
  let database: TestDatabase;
  let api: RunningApi;
  let other: RunningApi;
  const wallet = testWallet(1);

  beforeAll(async () => {
    database = await createTestDatabase();
    [api, other] = await Promise.all([
      startApi(database.url, { rpc: { http: [NO_CHAIN], ws: [] } }),
      startApi(database.url, { rpc: { http: [NO_CHAIN], ws: [] }, databasePoolSize: 10 }),
    ]);
  });

  afterAll(async () => {
    await Promise.all([api.close(), other.close()]);
    await database.drop();
  });

  function bearer(token: string): Record<string, string> {
    return { Authorization: `Bearer ${token}` };
  }

  describe('POST /auth/challenge', () => {
    it('writes a whole EIP-4361 message for this API, good for ten minutes', async () => {
      const asked = Date.now();
      const { message, nonce, expiresAt } = await challenge(api, wallet.address.toLowerCase());
      const received = Date.now();
      const lines = message.split('\n');
      expect(lines.slice(0, 2)).toEqual([
        'localhost:3000 wants you to sign in with your Ethereum account:',
        wallet.address,
      ]);
      expect(lines).toEqual(
        expect.arrayContaining([
          'URI: http://localhost:3000',
          'Version: 1',
          'Chain ID: 31337',
          `Nonce: ${nonce}`,
        ]),
      );
      expect(nonce).toMatch(/^[0-9a-f]{32}$/);
      expect((Date.parse(expiresAt) - asked) / 1_000).toBeGreaterThan(590);
      expect((Date.parse(expiresAt) - received) / 1_000).toBeLessThan(610);
    });

    it('is kept by no cache', async () => {
      const response = await api.post('/auth/challenge', { address: wallet.address });
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('etag')).toBeNull();
      await response.arrayBuffer();
    });

    it.each([
      ['a foreign domain', { domain: 'evil.example' }],
      ['localhost.evil.example', { domain: 'localhost.evil.example' }],
      ['another name of this machine', { domain: 'a.localhost:3000' }],
      ['user info', { domain: 'localhost:3000@evil.example' }],
      ['a path in the domain', { domain: 'localhost:3000/x' }],
      ['a line break in the domain', { domain: 'localhost:3000\nURI: x' }],
      ['an empty domain', { domain: '' }],
      ['a foreign uri', { uri: 'https://evil.example/' }],
      ['a registered domain with a foreign uri', { domain: 'localhost:3000', uri: 'https://evil.example' }],
      ['a uri with credentials', { uri: 'http://user:secret@localhost:3000/' }],
      ['a uri that is a script', { uri: 'javascript:alert(1)' }],
    ])('refuses %s: domain_not_registered', async (_what, site) => {
      const response = await api.post('/auth/challenge', { address: wallet.address, ...site });
      const { details } = await expectError(response, [400, 'invalid_request']);
      expect(details.reason).toBe('domain_not_registered');
    });

    it('refuses a foreign chain, and input of another type', async () => {
      for (const wrong of [{ chainId: 1 }, { chainId: '31337' }, { domain: 1 }, { uri: [] }, { extra: 1 }]) {
        const response = await api.post('/auth/challenge', { address: wallet.address, ...wrong });
        await expectError(response, [400, 'invalid_request']);
      }
      await expectError(await api.post('/auth/challenge', {}), [400, 'invalid_request']);
    });

    it('takes its domain from its settings, whatever Host says', async () => {
      const { message } = await challenge(api, wallet.address);
      expect(message).toContain('localhost:3000 wants you');
      // The API listens on a port of the test run's, which is in Host and nowhere else.
      expect(message).not.toContain(new URL(api.origin).host);
    });
  });

  describe('GET /auth/nonce', () => {
    it('gives a nonce for a message that the wallet writes itself', async () => {
      const { nonce } = (await (await api.get('/auth/nonce')).json()) as { nonce: string };
      const message = [
        'http://127.0.0.1:3000 wants you to sign in with your Ethereum account:',
        wallet.address,
        '',
        '',
        'URI: http://127.0.0.1:3000/login?next=%2F#top',
        'Version: 1',
        'Chain ID: 31337',
        `Nonce: ${nonce}`,
        `Issued At: ${new Date().toISOString()}`,
      ].join('\n');
      const signature = await wallet.signMessage({ message });
      expect((await api.post('/auth/token', { message, signature })).status).toBe(200);
    });
  });

  describe('POST /auth/token', () => {
    it('returns a token that any service can check by the published keys', async () => {
      const { message } = await challenge(api, wallet.address);
      const signature = await wallet.signMessage({ message });
      const response = await other.post('/auth/token', { message, signature });
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      const token = (await response.json()) as Token;
      expect(token).toMatchObject({ tokenType: 'Bearer', expiresIn: 3_600, address: wallet.address });
      const [header = '', claims = '', signed = ''] = token.accessToken.split('.');
      const { keys } = (await (await fetch(`${api.origin}/.well-known/jwks.json`)).json()) as {
        keys: { kid: string; d?: string }[];
      };
      const { kid, ...rest } = read(header);
      expect(rest).toEqual({ alg: 'ES256', typ: 'at+jwt' });
      const jwk = keys.find((key) => key.kid === kid) ?? { kid: 'none' };
      expect(jwk).not.toHaveProperty('d');
      const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
      const input = Buffer.from(`${header}.${claims}`);
      expect(
        verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signed, 'base64url')),
      ).toBe(true);
      const { iss, aud, sub, iat, exp, jti } = read(claims);
      expect([iss, aud, sub]).toEqual(['http://localhost:3000', PUBLIC_BASE_URL, wallet.address]);
      expect(Number(exp) - Number(iat)).toBe(3_600);
      expect(jti).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Date(Number(exp) * 1_000).toISOString()).toBe(token.expiresAt);
    });

    it('lets one of 50 parallel sign-ins with a nonce in, spread over both instances', async () => {
      const { message } = await challenge(api, wallet.address);
      const signature = await wallet.signMessage({ message });
      const statuses = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const response = await untilServed(() =>
            (index % 2 === 0 ? api : other).post('/auth/token', { message, signature }),
          );
          if (response.status === 401) {
            const { details } = await expectError(response, [401, 'siwe_rejected']);
            expect(details.reason).toBe('nonce_not_valid');
          }
          return response.status;
        }),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 401)).toHaveLength(49);
    });
  });

  describe('GET /auth/session', () => {
    it('says whose token it is, on every instance', async () => {
      const token = await signIn(api, wallet);
      const response = await other.get('/auth/session', bearer(token));
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      const session = (await response.json()) as { address: string; issuedAt: string; expiresAt: string };
      expect(session.address).toBe(wallet.address);
      expect(Date.parse(session.expiresAt) - Date.parse(session.issuedAt)).toBe(3_600_000);
    });
  });

  describe('POST /auth/logout', () => {
    it('refuses the token with the next request on every instance, and no other token of the wallet', async () => {
      const [token, second] = [await signIn(api, wallet), await signIn(other, wallet)];
      for (const instance of [api, other])
        expect((await instance.get('/auth/session', bearer(token))).status).toBe(200);
      const { details } = await expectError(await api.post('/auth/logout', { x: 1 }, bearer(token)), [
        400,
        'invalid_request',
      ]);
      expect(details.issues?.map(({ path }) => path)).toEqual(['x']);
      expect((await api.post('/auth/logout', '', bearer(token))).status).toBe(204);
      for (const instance of [other, api])
        await expectError(await instance.get('/auth/session', bearer(token)), [401, 'unauthorized']);
      await expectError(await other.post('/auth/logout', '', bearer(token)), [401, 'unauthorized']);
      expect((await other.get('/auth/session', bearer(second))).status).toBe(200);
    });
  });

  describe('npm run ops -- origins', () => {
    function ops(...words: string[]): Promise<OpsResult> {
      return runOps({ DATABASE_URL: database.url }, 'origins', ...words);
    }

    async function challengeStatus(instance: RunningApi): Promise<number> {
      const body = {
        address: wallet.address,
        domain: 'app.builder.example',
        uri: 'https://app.builder.example/in',
      };
      return (await instance.post('/auth/challenge', body)).status;
    }

    it("registers a builder's site, live on every instance, and removes it", async () => {
      expect(await challengeStatus(other)).toBe(400);
      expect((await ops('add', 'https://App.Builder.example/')).stdout).toBe(
        'registered: https://app.builder.example\n',
      );
      expect(await Promise.all([api, other].map(challengeStatus))).toEqual([200, 200]);
      const site = { domain: 'app.builder.example' };
      const { message } = await challenge(api, wallet.address, site);
      expect(message).toContain('\nURI: https://app.builder.example\n');
      const signature = await wallet.signMessage({ message });
      const [unused] = [await challenge(api, wallet.address, site)];
      expect((await other.post('/auth/token', { message, signature })).status).toBe(200);
      expect((await ops('list')).stdout).toMatch(/^https:\/\/app\.builder\.example {2}\S+Z\n1 registered\n$/);
      expect((await ops('remove', 'https://app.builder.example')).stdout).toBe(
        'removed: https://app.builder.example\n',
      );
      expect(await Promise.all([api, other].map(challengeStatus))).toEqual([400, 400]);
      const late = await other.post('/auth/token', {
        message: unused.message,
        signature: await wallet.signMessage({ message: unused.message }),
      });
      expect((await expectError(late, [401, 'siwe_rejected'])).details.reason).toBe('domain_not_registered');
    });

    it('tells a mistake in one line', async () => {
      expect(await ops('remove', 'https://stranger.example')).toMatchObject({
        code: 1,
        stderr: 'https://stranger.example is not registered\n',
      });
    });
  });

  it('cleans up nonces and revocations that have expired', async () => {
    const client = await openClient(database.url);
    await client.query(`INSERT INTO sign_in_nonces VALUES ('old', now() - interval '2 minutes')`);
    await client.query(`INSERT INTO revoked_tokens VALUES (gen_random_uuid(), now() - interval '2 minutes')`);
    // A fresh instance has not cleaned up within the last minute.
    const fresh = await startApi(database.url, { rpc: { http: [NO_CHAIN], ws: [] } });
    const token = await signIn(fresh, wallet);
    await fresh.post('/auth/logout', '', bearer(token));
    await fresh.close();
    const { rows } = await client.query(
      `SELECT 1 FROM sign_in_nonces WHERE expires_at < now() UNION ALL
      SELECT 1 FROM revoked_tokens WHERE expires_at < now()`,
    );
    await client.end();
    expect(rows).toEqual([]);
  });
});

function read(segment: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(segment, 'base64url').toString()) as Record<string, unknown>;
}

/** A machine that is busy with other suites may say 503 to some of many: like any client, ask again. */
async function untilServed(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await ask();
    if (response.status !== 503 || tries === 20) return response;
    await response.arrayBuffer();
  }
}
