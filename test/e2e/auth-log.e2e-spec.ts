import { ApiProcess } from '../support/api-process.js';
import { createTestDatabase } from '../support/postgres.js';
import { testWallet } from '../support/wallet.js';

describe('the log of sign-ins', () => {
  it('has a line with a request id for each request, and no signature, token, wallet or whole address', async () => {
    const database = await createTestDatabase();
    const api = await ApiProcess.start({
      DATABASE_URL: database.url,
      RPC_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'verbose',
    });
    const wallet = testWallet(1);
    const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${api.origin}/v1${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const asked = await post('/auth/challenge', { address: wallet.address });
    const { message, nonce } = (await asked.json()) as { message: string; nonce: string };
    const signature = await wallet.signMessage({ message });
    const stolen = await testWallet(2).signMessage({ message });
    expect((await post('/auth/token', { message, signature: stolen })).status).toBe(503);
    const issued = await post('/auth/token', { message, signature });
    const { accessToken } = (await issued.json()) as { accessToken: string };
    const Authorization = `Bearer ${accessToken}`;
    expect((await api.get(`/v1/auth/session?access_token=${accessToken}`)).status).toBe(401);
    await api.get(`/v1/apps/${wallet.address}`);
    expect((await api.get(`/v1/auth/session?nope=${accessToken}`, { Authorization })).status).toBe(400);
    const named = await api.get('/v1/auth/session', { Authorization, 'X-Request-Id': 'named-by-the-client' });
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
