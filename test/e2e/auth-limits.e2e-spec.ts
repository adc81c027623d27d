import { randomUUID } from 'node:crypto';
import { TokenForge, readClaims } from '../support/forge-token.js';
import { stopWindows } from '../support/http/limit-counts.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { SIGNING_KEYS, startApi, type RunningApi } from '../support/running-api.js';
import { signIn, testWallet } from '../support/wallet.js';

const READ = 100;
const AT_ONCE = 10;

describe('limits of wallets that signed in', () => {
  let database: TestDatabase;
  let api: RunningApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startApi(database.url, { rateLimitReadPerMinute: READ, trustProxy: 1 });
    stopWindows(api);
  });

  afterAll(async () => {
    await api.close();
    await database.drop();
  });

  it('1,000 fresh wallets of one network have ten budgets together, and a thousand tokens lift nothing', async () => {
    const token = await signIn(api, testWallet(1));
    const forge = new TokenForge(SIGNING_KEYS, readClaims(token));
    const ask = async (wallet: number): Promise<number> => {
      const fresh = forge.token({}, { sub: testWallet(wallet % 1_000).address, jti: randomUUID() });
      const response = await api.get('/auth/session', {
        Authorization: `Bearer ${fresh}`,
        'X-Forwarded-For': '198.51.100.7',
      });
      await response.arrayBuffer();
      return response.status;
    };
    const statuses: number[] = [];
    for (let first = 0; first < 10 * READ + 20; first += AT_ONCE) {
      const wallets = Array.from({ length: AT_ONCE }, (_, index) => first + index);
      statuses.push(...(await Promise.all(wallets.map(ask))));
    }
    expect(new Set(statuses.slice(0, 10 * READ))).toEqual(new Set([200]));
    expect(statuses.slice(10 * READ)).toEqual(Array(20).fill(429));
  });
});
