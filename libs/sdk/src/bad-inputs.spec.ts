import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Client, type ClientOptions } from './client.js';
import { SlipwayError } from './errors.js';
import { getApp, listApps, preflightLaunch } from './generated/operations.js';
import { send } from './wallet/send.js';
import { signIn } from './wallet/sign-in.js';
import type { Wallet } from './wallet/wallet.js';

const TOKEN = '0x1111111111111111111111111111111111111111';

/** What a caller has wrong, or a server: each is an error that says so. */
describe('bad inputs', () => {
  let server: Server;
  let listener: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => {
      listener(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientOf = (more: Partial<ClientOptions> = {}): Client =>
    createClient({ baseUrl: `${origin()}/v1`, retries: 0, ...more });

  const reply = (status: number, type: string, body: string): void => {
    listener = (_, response) => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    };
  };

  /** The error of a call, as code and message. */
  async function failure(call: () => Promise<unknown>): Promise<string> {
    try {
      await call();
    } catch (error) {
      if (error instanceof SlipwayError) return `${error.code} ${error.status}: ${error.message}`;
      return String(error);
    }
    throw new Error('nothing went wrong');
  }

  const read = (client = clientOf()): Promise<string> => failure(() => listApps(client));

  it('1: a baseUrl without a scheme', async () => {
    expect(await failure(() => Promise.resolve().then(() => createClient({ baseUrl: 'localhost' })))).toBe(
      'invalid_argument 0: baseUrl must be a URL, such as https://api.example.org/v1',
    );
  });

  it('2: a baseUrl that is a web page', async () => {
    reply(200, 'text/html', '<!doctype html>');
    expect(await read()).toBe(
      'invalid_response 200: GET /apps: the response is no JSON but text/html, with status 200. Is baseUrl right?',
    );
  });

  it('3: a page of a proxy instead of an error', async () => {
    reply(502, 'text/html', '<h1>Bad Gateway</h1>');
    expect(await read()).toBe(
      "invalid_response 502: GET /apps: status 502 without the API's error. Is baseUrl right?",
    );
  });

  it('4: a body that breaks off', async () => {
    listener = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"apps":[');
      setTimeout(() => response.destroy(), 10);
    };
    expect(await read()).toMatch(/^network_error 0: GET \/apps: terminated/);
  });

  it('5: a body that was cut and ends well', async () => {
    reply(200, 'application/json', '{"apps":[');
    expect(await read()).toMatch(
      /^invalid_response 200: GET \/apps: the response is no JSON but application\/json/,
    );
  });

  it('6: a response without an end', async () => {
    let isClosed = false;
    listener = (request, response) => {
      const timer = setInterval(() => response.write(' '.repeat(65_536)), 1);
      request.on('close', () => {
        isClosed = true;
        clearInterval(timer);
      });
    };
    expect(await read(clientOf({ maxResponseBytes: 1_000_000 }))).toBe(
      'invalid_response 200: GET /apps: the response is larger than 1000000 bytes',
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isClosed).toBe(true);
  });

  it('7: a server that is silent', async () => {
    listener = () => undefined;
    expect(await read(clientOf({ timeoutMs: 30 }))).toBe('timeout 0: GET /apps: no response within 30 ms');
  });

  it('8: no server', async () => {
    expect(await read(createClient({ baseUrl: 'http://127.0.0.1:1/v1', retries: 0 }))).toMatch(
      /^network_error 0: GET \/apps: fetch failed/,
    );
  });

  it('9: a signal that is aborted already, or while the server is silent', async () => {
    listener = () => undefined;
    const aborted = AbortSignal.abort(new Error('left the page'));
    expect(await failure(() => listApps(clientOf(), {}, { signal: aborted }))).toBe('Error: left the page');
    const signal = AbortSignal.timeout(20);
    expect(await failure(() => listApps(clientOf(), {}, { signal }))).toMatch(/^TimeoutError/);
  });

  it('10: a parameter of the path that is missing', async () => {
    const missing = { tokenAddress: undefined as unknown as string };
    expect(await failure(() => getApp(clientOf(), missing))).toBe(
      'invalid_argument 0: GET /apps/{tokenAddress}: tokenAddress must be a string that is not empty',
    );
  });

  it('11: a header that cannot be sent', async () => {
    expect(await read(clientOf({ token: 'a\nb' }))).toMatch(/^invalid_argument 0: GET \/apps: /);
  });

  it('12: an envelope that is none', async () => {
    reply(400, 'application/json', '{"error":null}');
    expect(await failure(() => preflightLaunch(clientOf(), { name: '', symbol: '', creator: '' }))).toMatch(
      /^invalid_response 400/,
    );
    reply(400, 'application/json', 'null');
    expect(await read()).toMatch(/^invalid_response 400/);
    reply(400, 'application/json', '[]');
    expect(await read()).toMatch(/^invalid_response 400/);
  });

  describe('of a wallet', () => {
    const claim = { to: TOKEN, data: '0x', value: '0', chainId: 31_337, merkleProofs: [] };
    const walletOf = (more: Partial<Record<keyof Wallet, unknown>>): Wallet => ({
      account: { address: TOKEN },
      requestAddresses: () => Promise.resolve([TOKEN]),
      getChainId: () => Promise.resolve(31_337),
      signMessage: () => Promise.resolve('0x'),
      sendTransaction: () => Promise.resolve('0xaa'),
      request: () => Promise.resolve({ status: '0x1', transactionHash: '0xaa' }),
      ...(more as Partial<Wallet>),
    });

    it('13: one on another chain', async () => {
      const wallet = walletOf({ getChainId: () => Promise.resolve(1) });
      expect(await failure(() => send(claim, wallet))).toBe(
        'wrong_chain 0: the payload is for chain 31337, and the wallet is on chain 1',
      );
    });

    it('14: one whose owner says no', async () => {
      const no = Object.assign(new Error('wrapped'), {
        cause: Object.assign(new Error('no'), { code: 4001 }),
      });
      const wallet = walletOf({ sendTransaction: () => Promise.reject(no) });
      expect(await failure(() => send(claim, wallet))).toBe(
        "wallet_rejected 0: the wallet's owner rejected the request",
      );
    });

    it('15: one without an account', async () => {
      const wallet = walletOf({ account: undefined, requestAddresses: () => Promise.resolve([]) });
      expect(await failure(() => send(claim, wallet))).toMatch(
        /^wallet_rejected 0: the wallet has no account/,
      );
    });

    it('16: a transaction that reverts, and one that is never mined', async () => {
      const reverts = walletOf({ request: () => Promise.resolve({ status: '0x0' }) });
      expect(await failure(() => send(claim, reverts))).toBe(
        'reverted 0: transaction 0xaa was mined and reverted',
      );
      const stays = walletOf({ request: () => Promise.resolve(null) });
      expect(await failure(() => send(claim, stays, { timeoutMs: 0 }))).toBe(
        'timeout 0: transaction 0xaa is not mined yet',
      );
    });

    it.each([
      ['another wallet', 'api.example.org wants you to sign in\n0x2222222222222222222222222222222222222222'],
      ['another site', `evil.example.org wants you to sign in\n${TOKEN}`],
    ])('17: a message to sign that is for %s', async (_, message) => {
      reply(200, 'application/json', JSON.stringify({ message }));
      const site = { domain: 'api.example.org', uri: 'https://api.example.org' };
      expect(await failure(() => signIn(clientOf(), walletOf({}), site))).toBe(
        'invalid_response 0: the message to sign is for another wallet or site',
      );
    });
  });
});
