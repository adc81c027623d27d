import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Client, type ClientOptions } from './client.js';
import { failureOf } from '../../../test/support/failure-of.js';
import { until } from '../../../test/support/until.js';
import { getApp, listApps, preflightLaunch } from './generated/operations.js';

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

  const read = (client = clientOf()): Promise<string> => failureOf(() => listApps(client));

  it('1: a baseUrl without a scheme', async () => {
    expect(await failureOf(() => Promise.resolve().then(() => createClient({ baseUrl: 'localhost' })))).toBe(
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
    await until('it is closed', () => isClosed);
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
    expect(await failureOf(() => listApps(clientOf(), {}, { signal: aborted }))).toBe('Error: left the page');
    const signal = AbortSignal.timeout(20);
    expect(await failureOf(() => listApps(clientOf(), {}, { signal }))).toMatch(/^TimeoutError/);
  });

  it('10: a parameter of the path that is missing', async () => {
    const missing = { tokenAddress: undefined as unknown as string };
    expect(await failureOf(() => getApp(clientOf(), missing))).toBe(
      'invalid_argument 0: GET /apps/{tokenAddress}: tokenAddress must be a string that is not empty',
    );
  });

  it('11: a header that cannot be sent', async () => {
    expect(await read(clientOf({ token: 'a\nb' }))).toMatch(/^invalid_argument 0: GET \/apps: /);
  });

  it('12: an envelope that is none', async () => {
    reply(400, 'application/json', '{"error":null}');
    expect(await failureOf(() => preflightLaunch(clientOf(), { name: '', symbol: '', creator: '' }))).toMatch(
      /^invalid_response 400/,
    );
    reply(400, 'application/json', 'null');
    expect(await read()).toMatch(/^invalid_response 400/);
    reply(400, 'application/json', '[]');
    expect(await read()).toMatch(/^invalid_response 400/);
  });
});
