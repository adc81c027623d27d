import { findOperation, type OperationMetadata } from '@slipway/http';
import { expectError } from '../support/http/expect-envelope.js';
import { listRoutes } from '../support/http/list-routes.js';
import { OwnedModule } from '../support/http/owned.module.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { signIn, testWallet } from '../support/wallet.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly metadata: OperationMetadata;
}

describe('the access of operations', () => {
  let database: TestDatabase;
  let api: RunningApi;
  let token: string;
  const mine = testWallet(1).address;
  const others = testWallet(2).address;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startApi(database.url, {}, { beside: OwnedModule });
    token = await signIn(api, testWallet(1));
  });

  afterAll(async () => {
    await api.close();
    await database.drop();
  });

  function call(method: string, path: string, authorization?: string): Promise<Response> {
    return fetch(`${api.origin}/v1${path}`, {
      method: method.toUpperCase(),
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });
  }

  /** Every operation of the real API, and the samples beside it. */
  function operations(): Operation[] {
    return listRoutes(api.app).flatMap(({ method, path, handler }) => {
      const metadata = findOperation(handler);
      return metadata === undefined ? [] : [{ method, path, metadata }];
    });
  }

  function fill(path: string, address: string): string {
    return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === 'address' ? address : 'x'));
  }

  describe('every operation, one by one', () => {
    it('finds closed ones of every kind', () => {
      const found = new Set(operations().map(({ metadata }) => metadata.access));
      expect([...found].sort()).toEqual(['bearer', 'builder', 'optional', 'owner', 'public']);
      expect(operations().length).toBeGreaterThan(8);
    });

    it('is let into no closed one without a token, or with a bad one, whatever else is wrong', async () => {
      const closed = operations().filter(({ metadata }) => ['bearer', 'owner'].includes(metadata.access));
      for (const { method, path } of closed) {
        for (const address of [mine, '0x12', '%ZZ']) {
          for (const authorization of [undefined, 'Bearer bad', `Bearer ${token}x`, `Basic ${token}`]) {
            const response = await call(method, fill(path, address), authorization);
            await expectError(response, [401, 'unauthorized']);
            expect(response.headers.get('www-authenticate')).toBe('Bearer');
          }
        }
      }
    });

    it('is let into no operation of a builder without a key, whatever else is wrong', async () => {
      const ofBuilders = operations().filter(({ metadata }) => metadata.access === 'builder');
      for (const { method, path } of ofBuilders)
        for (const authorization of [undefined, 'Bearer bad', `Bearer ${token}`])
          await expectError(await call(method, fill(path, mine), authorization), [401, 'unauthorized']);
    });

    it('is refused a bad token by every optional one', async () => {
      for (const { method, path } of operations().filter(({ metadata }) => metadata.access === 'optional'))
        await expectError(await call(method, fill(path, mine), 'Bearer bad'), [401, 'unauthorized']);
    });

    it("is refused at every other wallet's, and told first of a path that is no address", async () => {
      for (const { method, path } of operations().filter(({ metadata }) => metadata.access === 'owner')) {
        const foreign = await call(method, fill(path, others), `Bearer ${token}`);
        await expectError(foreign, [403, 'forbidden']);
        for (const address of ['0x12', '%ZZ']) {
          const malformed = await call(method, fill(path, address), `Bearer ${token}`);
          const { details } = await expectError(malformed, [400, 'invalid_request']);
          expect(details.issues?.map((issue) => issue.path)).toEqual(['address']);
        }
      }
    });

    it('owns a path with {address} wherever the operation is an owner one', () => {
      const owned = operations().filter(({ metadata }) => metadata.access === 'owner');
      expect(owned.filter(({ path }) => !path.includes('{address}'))).toEqual([]);
    });

    it('is stopped by a bad token at no public one', async () => {
      for (const { method, path } of operations().filter(({ metadata }) => metadata.access === 'public')) {
        const { status } = await call(method, fill(path, mine), 'Bearer bad');
        expect([401, 403]).not.toContain(status);
      }
    });
  });

  describe('an owner operation', () => {
    it.each([
      ['EIP-55', (address: string) => address],
      ['lower case', (address: string) => address.toLowerCase()],
      ['upper case', (address: string) => `0x${address.slice(2).toUpperCase()}`],
    ])("serves the path's own wallet, in %s", async (_form, write) => {
      const response = await call('get', `/owned/${write(mine)}/things`, `Bearer ${token}`);
      expect(await response.json()).toEqual({ seen: { address: mine, wallet: mine } });
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    });

    it('takes HEAD by the same rules', async () => {
      expect((await call('head', `/owned/${mine}/things`)).status).toBe(401);
      expect((await call('head', `/owned/${others}/things`, `Bearer ${token}`)).status).toBe(403);
      expect((await call('head', `/owned/${mine}/things`, `Bearer ${token}`)).status).toBe(200);
    });

    it("refuses another wallet's before it reads the body", async () => {
      const post = (address: string, authorization: string): Promise<Response> =>
        api.post(`/owned/${address}/things`, '{"ids":', { Authorization: authorization });
      await expectError(await post(mine, 'Bearer bad'), [401, 'unauthorized']);
      await expectError(await post(others, `Bearer ${token}`), [403, 'forbidden']);
      await expectError(await post(mine, `Bearer ${token}`), [400, 'malformed_json']);
    });

    it('takes the scheme in any case, and no token from query or body', async () => {
      expect((await call('get', `/owned/${mine}/things`, `bEARER  ${token}`)).status).toBe(200);
      const path = `/owned/${mine}/things?access_token=${token}`;
      await expectError(await call('get', path), [401, 'unauthorized']);
      await expectError(await call('get', path, `Bearer ${token}`), [400, 'invalid_request']);
      const body = { ids: [], access_token: token };
      await expectError(await api.post(`/owned/${mine}/things`, body), [401, 'unauthorized']);
    });
  });

  describe('an optional operation', () => {
    it('serves strangers, and knows who shows a token', async () => {
      expect(await (await call('get', '/owned/optional')).json()).toEqual({ seen: { wallet: null } });
      const known = await call('get', '/owned/optional', `Bearer ${token}`);
      expect(await known.json()).toEqual({ seen: { wallet: mine } });
    });
  });

  it('accepts no token while the database cannot say whether a token was revoked', async () => {
    const client = await openClient(database.url);
    await client.query('BEGIN; LOCK TABLE revoked_tokens IN ACCESS EXCLUSIVE MODE');
    const bearer = `Bearer ${token}`;
    const [owned, optional, open] = await Promise.all([
      call('get', `/owned/${mine}/things`, bearer),
      call('get', '/owned/optional', bearer),
      call('get', '/owned/open', bearer),
    ]);
    await client.end();
    await expectError(owned, [503, 'service_unavailable']);
    await expectError(optional, [503, 'service_unavailable']);
    expect(open.status).toBe(200);
  });
});
