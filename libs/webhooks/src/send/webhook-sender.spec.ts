import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { startDnsServer } from '../../../../test/support/dns-server.js';
import { newSecret } from './signature.js';
import { WebhookSender, type SenderOptions } from './webhook-sender.js';

/** Of receiver.example, signed by itself, until 2126. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBqTCCAVCgAwIBAgIUc5zXbxYRlb2ep8w/pGW2sWYYH30wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTAgFw0yNjExMjcxNzU5NTZaGA8y
MTI2MTEwMzE3NTk1NlowGzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABH39c10ikd4NiYZgxSjt5dbRHQvIAchRzhlP
sgXMXz0kqpr/P1VXl/KFXcpKFifAfuPKGMSgPSa+NqwuvN/QLuKjcDBuMB0GA1Ud
DgQWBBSGc6mTmt/njXGzGBzNfHypkyfZJjAfBgNVHSMEGDAWgBSGc6mTmt/njXGz
GBzNfHypkyfZJjAbBgNVHREEFDASghByZWNlaXZlci5leGFtcGxlMA8GA1UdEwEB
/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgHyuWFybhTDtl7CBuIlGOgVVosMsS
RQVxXo6FEKeEd7ACIBITvirVTCF+HNXzxbobSb2vhC7ozlpw9vO/EfhPj9dd
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDnfVZd5z0IxOtP5Q
WKXTIMcEk+tsV6JTfycB/FmahWGhRANCAAR9/XNdIpHeDYmGYMUo7eXW0R0LyAHI
Uc4ZT7IFzF89JKqa/z9VV5fyhV3KShYnwH7jyhjEoD0mvjasLrzf0C7i
-----END PRIVATE KEY-----`;

const SECRETS = [newSecret(), newSecret()];
const BODY = '{"type":"test","items":[{"name":"🚀"}]}';
const PUBLIC = { allowsLoopback: false };
const LOCAL = { allowsLoopback: true };

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const servers: Server[] = [];

/** A receiver on the loopback. @returns its port, and the URLs that it was asked for */
async function receive(
  handle: Handler,
  address = '127.0.0.1',
  port = 0,
): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    handle(request, response);
  });
  return { port: await listen(server, address, port), asked };
}

async function listen(server: Server, address = '127.0.0.1', port = 0): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(port, address, resolve);
  });
  return (server.address() as AddressInfo).port;
}

const send = (url: string, options: SenderOptions = LOCAL) =>
  new WebhookSender(options).send({ url, id: 'msg_1', at: new Date(), body: BODY }, SECRETS);

const ok: Handler = (_request, response) => void response.end('thanks');

describe('WebhookSender', () => {
  afterEach(() => {
    for (const server of servers.splice(0)) {
      (server as http.Server).closeAllConnections();
      server.close();
    }
  });

  it('sends a body that a stock library verifies with both secrets', async () => {
    const received: { body: string; headers: http.IncomingHttpHeaders; method: string | undefined }[] = [];
    const { port } = await receive((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { headers, method } = request;
        received.push({ body: Buffer.concat(chunks).toString(), headers, method });
        response.writeHead(204).end();
      });
    });
    const result = await send(`http://localhost:${port}/hook?a=1`);
    expect(result).toEqual({ failure: null, code: 204, answer: '', ms: expect.any(Number) });
    expect(received).toHaveLength(1);
    const { body = '', headers = {}, method } = received[0] ?? {};
    expect([body, method, headers['content-type']]).toEqual([BODY, 'POST', 'application/json']);
    for (const secret of SECRETS)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(BODY));
  });

  it.each([200, 201, 299])('takes %d for delivered', async (code) => {
    const { port } = await receive((_request, response) => void response.writeHead(code).end('ok'));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ failure: null, code, answer: 'ok' });
  });

  it.each([301, 302, 303, 307, 308, 400, 404, 410, 429, 500, 503])(
    'fails by %d, and follows it nowhere',
    async (code) => {
      const elsewhere = await receive(ok);
      const location = `http://127.0.0.1:${elsewhere.port}/`;
      const { port, asked } = await receive(
        (_request, response) => void response.writeHead(code, { location }).end('no'),
      );
      expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
        failure: 'status',
        code,
        answer: 'no',
      });
      expect([asked, elsewhere.asked]).toEqual([['/'], []]);
    },
  );

  it('waits for a receiver that hangs as long as it is told to, and no longer', async () => {
    const { port } = await receive(() => undefined);
    const result = await send(`http://127.0.0.1:${port}/`, { ...LOCAL, timeoutMs: 200 });
    expect(result).toMatchObject({ failure: 'timeout', code: null, answer: null });
    expect(result.ms).toBeGreaterThanOrEqual(199);
  });

  it('believes the status of a receiver whose body never ends, and shows what came', async () => {
    const { port } = await receive((_request, response) => void response.writeHead(200).write('slow'));
    const within = (timeoutMs: number) => send(`http://127.0.0.1:${port}/`, { ...LOCAL, timeoutMs });
    let result = await within(300);
    // A busy machine may need longer for what came.
    for (let timeoutMs = 1_000; timeoutMs < 100_000 && result.answer !== 'slow'; timeoutMs *= 4)
      result = await within(timeoutMs);
    expect(result).toMatchObject({ failure: null, code: 200, answer: 'slow' });
  });

  it('reads 64 KB of 1 GB, and shows 1 KB as text that PostgreSQL holds', async () => {
    let written = 0;
    const { port } = await receive((_request, response) => {
      const chunk = Buffer.from('a\0é'.repeat(16_384));
      const write = (): void => {
        while (written < 1e9 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
      };
      write();
    });
    const { failure, answer } = await send(`http://127.0.0.1:${port}/`);
    expect([failure, answer]).toEqual([null, 'a\u{FFFD}é'.repeat(256)]);
    expect(written).toBeLessThan(1e8);
  });

  it('says that a connection is refused, closed, or no HTTP', async () => {
    const refused = await receive(ok);
    servers.pop()?.close();
    const closes = await receive((request) => void request.destroy());
    const talks = https.createServer({ cert: CERTIFICATE, key: KEY });
    for (const port of [refused.port, closes.port, await listen(talks)])
      expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
        failure: 'connection_failed',
        code: null,
      });
  });

  it('connects by TLS to who has the certificate of the name', async () => {
    const server = https.createServer(
      { cert: CERTIFICATE, key: KEY },
      (_request, response) => void response.end('tls'),
    );
    const port = await listen(server);
    await using dns = await startDnsServer((question) => (question.startsWith('A ') ? ['127.0.0.1'] : []));
    const options = { ...LOCAL, dnsServers: [dns.address] };
    const trusting = { ...options, ca: CERTIFICATE };
    expect(await send(`https://receiver.example:${port}/`, trusting)).toMatchObject({
      failure: null,
      answer: 'tls',
    });
    expect(await send(`https://other.example:${port}/`, trusting)).toMatchObject({ failure: 'certificate' });
    expect(await send(`https://receiver.example:${port}/`, options)).toMatchObject({
      failure: 'certificate',
    });
  });

  it.each([
    ['one of its addresses is not public', ['93.184.216.34', '127.0.0.1'], []],
    ['its only address is not', ['127.0.0.1'], []],
    ['its IPv6 address is not', ['93.184.216.34'], ['::1']],
    ['its IPv6 address is mapped', [], ['::ffff:127.0.0.1']],
    ['its IPv6 address is NAT64', [], ['64:ff9b::7f00:1']],
    ['it has none', [], []],
  ])('sends nothing to a host when %s', async (_case, a, aaaa) => {
    const { asked } = await receive(ok, '127.0.0.1', 8_443);
    await using dns = await startDnsServer((question) => (question.startsWith('A ') ? a : aaaa));
    const result = await send('https://receiver.example:8443/', { ...PUBLIC, dnsServers: [dns.address] });
    expect(result).toMatchObject({ failure: 'no_public_address', code: null });
    expect(asked).toEqual([]);
  });

  it('connects to the address that was checked, whatever DNS says a moment later', async () => {
    const first = await receive(ok, '127.0.0.2');
    const second = await receive(ok, '127.0.0.3', first.port);
    await using dns = await startDnsServer((question, times) => {
      if (!question.startsWith('A ')) return [];
      return [times === 0 ? '127.0.0.2' : '127.0.0.3'];
    });
    const options = { ...LOCAL, dnsServers: [dns.address] };
    expect(await send(`http://receiver.example:${first.port}/`, options)).toMatchObject({ failure: null });
    expect(dns.questions.toSorted()).toEqual(['A receiver.example', 'AAAA receiver.example']);
    expect([first.asked, second.asked]).toEqual([['/'], []]);
  });

  it('keeps a connection for what follows, and takes another when the receiver closed it', async () => {
    let connections = 0;
    const { port } = await receive((request, response) => {
      if (request.headers['webhook-id'] === 'msg_2' && connections === 1) request.socket.destroy();
      else response.end('ok');
    });
    servers.at(-1)?.on('connection', () => (connections += 1));
    const sender = new WebhookSender(LOCAL);
    const message = { url: `http://127.0.0.1:${port}/`, at: new Date(), body: BODY };
    for (const [id, expected] of [
      ['msg_0', 1],
      ['msg_1', 1],
      ['msg_2', 2],
    ] as const) {
      expect(await sender.send({ ...message, id }, SECRETS)).toMatchObject({ failure: null, code: 200 });
      expect(connections).toBe(expected);
    }
  });

  it('checks an address in the URL as one of DNS', async () => {
    const { port, asked } = await receive(ok);
    for (const url of [`https://127.0.0.1:8443/`, `http://127.0.0.1:${port}/`, `http://localhost:${port}/`])
      expect(await send(url, PUBLIC)).toMatchObject({ failure: 'no_public_address' });
    expect(asked).toEqual([]);
  });

  it('gives up with its time on a DNS that does not answer', async () => {
    await using dns = await startDnsServer(() => null);
    const options = { ...LOCAL, dnsServers: [dns.address], timeoutMs: 200 };
    expect(await send('https://receiver.example/', options)).toMatchObject({ failure: 'timeout' });
  });

  it('asks no proxy of the environment', async () => {
    const proxy = await receive(ok);
    const { port, asked } = await receive(ok);
    const names = [
      'http_proxy',
      'HTTP_PROXY',
      'https_proxy',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'NODE_USE_ENV_PROXY',
    ];
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    const result = await send(`http://127.0.0.1:${port}/`);
    for (const name of names) Reflect.deleteProperty(process.env, name);
    expect([result.failure, asked, proxy.asked]).toEqual([null, ['/'], []]);
  });
});
