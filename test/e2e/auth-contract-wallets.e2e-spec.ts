import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { serializeErc6492Signature, type Address } from 'viem';
import { startAnvil, type RunningAnvil } from '../support/anvil.js';
import { askAgain } from '../support/ask-again.js';
import { MANNERS, deployWallet as deploy } from '../support/deploy-wallet.js';
import { expectError } from '../support/http/expect-envelope.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { RunningClock } from '../support/running-clock.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { TestSafes } from '../support/safe-wallet.js';
import { challenge, testWallet } from '../support/wallet.js';

describe('contract wallets at POST /auth/token (EIP-1271, EIP-6492)', () => {
  let anvil: RunningAnvil;
  let database: TestDatabase;
  let api: RunningApi;
  const owner = testWallet(1);

  beforeAll(async () => {
    [anvil, database] = await Promise.all([startAnvil(), createTestDatabase()]);
    api = await startApi(database.url, { rpc: { http: [anvil.rpcUrl], ws: [] } });
  });

  afterAll(async () => {
    await api.close();
    await Promise.all([anvil.stop(), database.drop()]);
  });

  function deployWallet(manner: (typeof MANNERS)[number]): Promise<string> {
    return deploy(anvil.client, owner.address, manner);
  }

  /** Once more after a 503: the chain may take a busy machine longer than a sign-in waits. */
  function patiently(ask: () => Promise<Response>): Promise<Response> {
    return askAgain(ask);
  }

  function sendToken(message: string, signature: string): Promise<Response> {
    return patiently(() => api.post('/auth/token', { message, signature }));
  }

  /** Asks for a token of a contract, signed by the owner's key. */
  function signInAs(address: string): Promise<Response> {
    return patiently(async () => {
      const { message } = await challenge(api, address);
      return api.post('/auth/token', { message, signature: await owner.signMessage({ message }) });
    });
  }

  it('lets a deployed wallet in whose contract accepts the signature', async () => {
    const wallet = await deployWallet('Honest');
    const response = await signInAs(wallet);
    expect(response.status).toBe(200);
    const { address, accessToken } = (await response.json()) as { address: string; accessToken: string };
    expect(address).toBe(wallet);
    const session = await api.get('/auth/session', { Authorization: `Bearer ${accessToken}` });
    expect(await session.json()).toMatchObject({ address: wallet });
  });

  it("refuses another key's signature, and uses the nonce up only for a good one", async () => {
    const wallet = await deployWallet('Honest');
    const { message } = await challenge(api, wallet);
    const wrong = await testWallet(2).signMessage({ message });
    const right = await owner.signMessage({ message });
    const refused = await sendToken(message, wrong);
    expect((await expectError(refused, [401, 'siwe_rejected'])).details.reason).toBe('signature_not_valid');
    expect((await sendToken(message, right)).status).toBe(200);
    const again = await api.post('/auth/token', { message, signature: right });
    expect((await expectError(again, [401, 'siwe_rejected'])).details.reason).toBe('nonce_not_valid');
  });

  it.each(MANNERS.slice(1))('refuses a contract that %s', async (manner) => {
    const response = await signInAs(await deployWallet(manner));
    expect((await expectError(response, [401, 'siwe_rejected'])).details.reason).toBe('signature_not_valid');
  });

  it.each([
    ['an account without code', testWallet(3).address],
    ['a precompile that echoes its input', '0x0000000000000000000000000000000000000004'],
    ['the zero address', '0x0000000000000000000000000000000000000000'],
  ])('refuses %s', async (_what, address) => {
    await expectError(await signInAs(address), [401, 'siwe_rejected']);
  });

  describe("a Safe of Safe's own contracts", () => {
    let safes: TestSafes;

    beforeAll(async () => {
      safes = await TestSafes.deploy(anvil.client, owner);
    });

    /** What comes of a signature that a Safe's owner makes of a challenge. */
    async function signInWith(safe: string, sign: (message: string) => Promise<string>): Promise<unknown> {
      const response = await patiently(async () => {
        const { message } = await challenge(api, safe);
        return api.post('/auth/token', { message, signature: await sign(message) });
      });
      const body = (await response.json()) as { address?: string; error?: { details: { reason: string } } };
      return body.address ?? body.error?.details.reason;
    }

    it("signs in with its owner's signature, and with a message approved on chain", async () => {
      const safe = await safes.create(1n);
      expect(await signInWith(safe, (message) => safes.sign(safe, message))).toBe(safe);
      expect(await signInWith(safe, () => Promise.resolve('0x'))).toBe('signature_not_valid');
      const approve = async (message: string): Promise<string> => {
        await safes.approve(safe, message);
        return '0x';
      };
      expect(await signInWith(safe, approve)).toBe(safe);
    });

    it('signs in before it is deployed, and the same signature is good afterwards', async () => {
      const safe = await safes.addressOf(2n);
      const wrapped = (message: string): Promise<string> => safes.signWrapped(2n, safe, message);
      expect(await anvil.client.getCode({ address: safe })).toBeUndefined();
      expect(await signInWith(safe, wrapped)).toBe(safe);
      expect(await anvil.client.getCode({ address: safe })).toBeUndefined();
      await safes.create(2n);
      expect(await signInWith(safe, wrapped)).toBe(safe);
    });

    it.each([
      ['another message', (safe: Address) => safes.signWrapped(3n, safe, 'another')],
      [
        'another Safe',
        async (_safe: Address, message: string) => safes.signWrapped(3n, await safes.addressOf(4n), message),
      ],
      [
        'a factory that makes another Safe',
        (safe: Address, message: string) => safes.signWrapped(4n, safe, message),
      ],
      ['no wrapping', (safe: Address, message: string) => safes.sign(safe, message)],
      ['a wrapping of nothing', () => Promise.resolve(`0x${'6492'.repeat(16)}`)],
    ])('is refused before it is deployed with a signature of %s', async (_what, sign) => {
      const safe = await safes.addressOf(3n);
      expect(await signInWith(safe, (message) => sign(safe, message))).toBe('signature_not_valid');
    });

    it("is refused when the inner signature is another key's, deployed or not", async () => {
      const others = await TestSafes.deploy(anvil.client, testWallet(2));
      for (const safe of [await safes.addressOf(5n), await safes.create(6n)]) {
        const sign = (message: string): Promise<string> => others.signWrapped(5n, safe, message);
        expect(await signInWith(safe, sign)).toBe('signature_not_valid');
      }
    });
  });

  it("reads a key's signature in a wrapping, and lets no factory speak for an account with a key", async () => {
    const { message } = await challenge(api, owner.address);
    const wrap = async (signer: typeof owner): Promise<string> =>
      serializeErc6492Signature({
        address: owner.address,
        data: '0x',
        signature: await signer.signMessage({ message }),
      });
    const foreign = await sendToken(message, await wrap(testWallet(2)));
    expect((await expectError(foreign, [401, 'siwe_rejected'])).details.reason).toBe('signature_not_valid');
    const own = await api.post('/auth/token', { message, signature: await wrap(owner) });
    expect(own.status).toBe(200);
  });

  it('asks no chain for a nonce that is not open', async () => {
    const frozen = await startApi(database.url, { rpc: { http: ['http://127.0.0.1:9'], ws: [] } });
    const { message, nonce } = await challenge(frozen, owner.address);
    const foreign = message.replace(nonce, 'f'.repeat(32));
    const signature = await testWallet(2).signMessage({ message: foreign });
    const response = await frozen.post('/auth/token', { message: foreign, signature });
    await frozen.close();
    expect((await expectError(response, [401, 'siwe_rejected'])).details.reason).toBe('nonce_not_valid');
  });

  it('asks the chain at most three times about a nonce, on all instances together', async () => {
    const wallet = await deployWallet('Honest');
    const other = await startApi(database.url, { rpc: { http: [anvil.rpcUrl], ws: [] } });
    const send = async (): Promise<{ message: string; refused: Response[] }> => {
      const { message } = await challenge(api, wallet);
      const wrong = await testWallet(2).signMessage({ message });
      const asked = [api, other, api, other, api, other, api].map((instance) =>
        instance.post('/auth/token', { message, signature: wrong }),
      );
      return { message, refused: await Promise.all(asked) };
    };
    // With another nonce where the chain takes a busy machine longer than a sign-in waits.
    const { message, refused } = await askAgain(send, (sent) =>
      Math.max(...sent.refused.map(({ status }) => status)),
    );
    const right = await owner.signMessage({ message });
    const errors = await Promise.all(refused.map((one) => expectError(one, [401, 'siwe_rejected'])));
    const reasons = errors.map(({ details }) => details.reason).sort();
    expect(reasons).toEqual([
      ...Array<string>(4).fill('nonce_not_valid'),
      ...Array<string>(3).fill('signature_not_valid'),
    ]);
    const late = await api.post('/auth/token', { message, signature: right });
    expect((await expectError(late, [401, 'siwe_rejected'])).details.reason).toBe('nonce_not_valid');
    await other.close();
  });

  it.each([
    ['returns nothing', ''],
    [
      'never ends its response',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    ],
  ])('gives up on a node that %s, after 2 s', async (_what, bytes) => {
    const sockets = new Set<Socket>();
    const node = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      if (bytes !== '') socket.write(bytes);
    }).listen(0, '127.0.0.1');
    await once(node, 'listening');
    const frozen = await startApi(database.url, {
      rpc: { http: [`http://127.0.0.1:${portOf(node)}`], ws: [] },
    });
    try {
      const { message } = await challenge(frozen, testWallet(4).address);
      const signature = await owner.signMessage({ message });
      const startedAt = performance.now();
      const clock = new RunningClock();
      const response = await frozen.post('/auth/token', { message, signature });
      const [waitedMs, ranMs] = [performance.now() - startedAt, clock.ms];
      clock.stop();
      await expectError(response, [503, 'upstream_unavailable']);
      expect(waitedMs).toBeGreaterThan(1_900);
      expect(ranMs).toBeLessThan(6_000);
    } finally {
      for (const socket of sockets) socket.destroy();
      node.close();
      await frozen.close();
    }
  });

  it('says 503 when the node is gone, and the same message works when it is back', async () => {
    const away = await startApi(database.url, { rpc: { http: ['http://127.0.0.1:9'], ws: [] } });
    const wallet = await deployWallet('Honest');
    const { message } = await challenge(away, wallet);
    const signature = await owner.signMessage({ message });
    await expectError(await away.post('/auth/token', { message, signature }), [503, 'upstream_unavailable']);
    expect((await sendToken(message, signature)).status).toBe(200);
    await away.close();
  });
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
