import { expectEnvelope } from '../support/http/expect-envelope.js';
import { RawClient } from '../support/http/raw-client.js';
import { sendRaw, type RawResponse } from '../support/http/raw-request.js';
import { RunningClock } from '../support/running-clock.js';
import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';
import { until } from '../support/until.js';

describe('what the HTTP parser refuses', () => {
  let api: RunningSampleApi;

  beforeAll(async () => {
    api = await startSampleApi();
  });

  afterAll(async () => {
    await api.app.close();
  });

  function expectRefusal({ status, headers, body }: RawResponse, expected: [number, string]): void {
    expectEnvelope({ status, header: (name) => headers[name] ?? null, text: body }, expected);
  }

  it.each<[string, string]>([
    ['no HTTP', 'hello\r\n\r\n'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a bad version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    [
      'both lengths',
      'POST /v1/samples HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two lengths',
      'POST /v1/samples HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
    ],
    ['a bad length', 'POST /v1/samples HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\n X: y\r\n\r\n'],
    ['two Hosts', 'GET /v1/samples/config HTTP/1.1\r\nHost: x\r\nhOST: y\r\nConnection: close\r\n\r\n'],
    [
      'the same Host twice',
      'GET /v1/samples/config HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    ['two Hosts in HTTP/1.0', 'GET /v1/samples/config HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['a folded Host', 'GET /v1/samples/config HTTP/1.1\r\nHost: x\r\n\tx\r\nConnection: close\r\n\r\n'],
    ['a Host with a path', 'GET /v1/samples HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n'],
    ['an empty Host', 'GET /v1/samples HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
    ['a Host in wrong brackets', 'GET /v1/samples HTTP/1.1\r\nHost: [1:2]\r\nConnection: close\r\n\r\n'],
    ['a URL without a host', 'GET http:// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a URL of another scheme', 'GET ftp://x/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [
      'a long chunk extension',
      `POST /v1/samples HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    ],
    ['no Host', 'GET /v1/samples HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('%s is a 400 in the envelope', async (_what, request) => {
    expectRefusal(await sendRaw(api.port, request), [400, 'invalid_request']);
  });

  it('headers of 20 KB are a 431', async () => {
    const request = `GET /v1/samples HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expectRefusal(await sendRaw(api.port, request), [431, 'headers_too_large']);
  });

  it('what is refused is counted once, and the connection closed whether or not the client closes it', async () => {
    const before = api.observer.unparsed.length;
    const client = await RawClient.open(api.port);
    client.socket.allowHalfOpen = true;
    client.send('hello\r\n\r\n');
    await until('the response', () => client.text.includes('invalid_request'));
    // The client keeps its half open and goes on to send nothing.
    await until('no connection is left', () => api.observer.open === 0);
    expect(api.observer.unparsed.slice(before)).toEqual(['invalid_request']);
    client.close();
  });

  it('headers that never end are a 408, within 15 seconds; a client that asks nothing is told nothing', async () => {
    const clock = new RunningClock();
    const told = api.observer.unparsed.length;
    const silent = await RawClient.open(api.port);
    expectRefusal(await sendRaw(api.port, 'GET /v1/samples HTTP/1.1\r\nHost: x\r\n'), [
      408,
      'request_timeout',
    ]);
    await until('the silent connection is closed', () => silent.isClosed);
    expect(clock.ms).toBeLessThan(15_000);
    clock.stop();
    expect(silent.text).toBe('');
    expect(api.observer.unparsed.slice(told)).toEqual(['request_timeout']);
  });

  it('does not stumble over an expectation it does not know', async () => {
    const request =
      'GET /v1/samples/config HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
    expect((await sendRaw(api.port, request)).status).toBe(200);
  });

  it('serves HTTP/1.0, which has no Host', async () => {
    expect((await sendRaw(api.port, 'GET /v1/samples/config HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it.each([
    ['a name', 'x.example:8080'],
    ['an IPv4 address', '127.0.0.1'],
    ['an IPv6 address', '[::1]:3000'],
  ])('takes %s for a Host, and a whole URL for a target', async (_what, host) => {
    for (const target of ['/v1/samples/config', `http://${host}/v1/samples/config`]) {
      const request = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect((await sendRaw(api.port, request)).status).toBe(200);
    }
  });

  it('closes a connection on which a body may come that is not read', async () => {
    const request = 'GET /v1/samples/config HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n';
    const { status, headers } = await sendRaw(api.port, request);
    expect([status, headers['connection']]).toEqual([200, 'close']);
  });

  it('survives clients that leave in the middle of anything', async () => {
    const head =
      'POST /v1/samples HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
    const { connect } = await import('node:net');
    for (const text of [head, 'GET /v1/sam', 'GET /v1/samples?limit=9 HTTP/1.1\r\nHost: x\r\n\r\n']) {
      const socket = connect(api.port, '127.0.0.1', () => socket.write(text, () => socket.destroy()));
      await new Promise((resolve) => socket.once('close', resolve));
    }
    expect((await fetch(`${api.origin}/health/live`)).status).toBe(200);
  });
});
