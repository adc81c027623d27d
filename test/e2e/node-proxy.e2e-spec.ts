import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { createPublicClient, http, webSocket } from 'viem';
import { WebSocket } from 'ws';
import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { localChain } from '../../apps/devnet/src/chain/viem-chain.js';
import { NodeProxy } from '../../apps/devnet/src/node-proxy/node-proxy.js';
import { startAnvil, type RunningAnvil } from '../support/anvil.js';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

interface Reply {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

const call = (method: string, params: readonly unknown[] = [], id: unknown = 1): object => ({
  ...{ jsonrpc: '2.0', id, method, params },
});
const WALLET = localAccount(20).address;
const RICH = call('anvil_setBalance', [WALLET, '0x1']);

/** What a wallet or a page may not do: send in anybody's name, sign, change the chain, have the node fetch something. */
const REFUSED = [
  ...['anvil_setBalance', 'anvil_impersonateAccount', 'anvil_reset', 'anvil_nodeInfo', 'anvil_mine'],
  ...['evm_mine', 'evm_snapshot', 'evm_setAutomine', 'hardhat_setCode', 'debug_traceTransaction'],
  ...['eth_sendTransaction', 'eth_sendUnsignedTransaction', 'eth_sign', 'eth_signTransaction'],
  ...['personal_sign', 'eth_signTypedData_v4', 'wallet_sendTransaction', 'eth_accounts', 'trace_block'],
  ...['txpool_content', 'ots_getApiLevel', 'rpc_modules', 'ETH_CHAINID', 'eth_chainId ', ''],
];

describe("the local chain's port", () => {
  let anvil: RunningAnvil;
  let proxy: NodeProxy;
  let site: Server;
  let port: number;

  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>A page</title>');
    }).listen(0, '127.0.0.1');
    [anvil, port] = await Promise.all([startAnvil(), freePort()]);
    proxy = new NodeProxy({
      port,
      origins: [`http://localhost:${sitePort()}`],
      node: `127.0.0.1:${anvil.port}`,
    });
    await proxy.listen();
  });

  afterAll(async () => {
    await proxy.close();
    site.close();
    await anvil.stop();
  });

  const sitePort = (): number => (site.address() as AddressInfo).port;
  const url = (): string => `127.0.0.1:${port}`;

  /** By node:http, which sends any `Host`. */
  function send(
    body: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const all = { 'Content-Type': 'application/json', ...headers };
      const asked = request(`http://${url()}/`, { method: 'POST', headers: all }, (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('end', () => {
            resolve({ status: response.statusCode ?? 0, text });
          });
      });
      asked.on('error', reject).end(body);
    });
  }

  const ask = async <T = Reply>(body: unknown): Promise<T> =>
    JSON.parse((await send(JSON.stringify(body))).text) as T;

  /** What a WebSocket hears first: a message, or the status that refuses it. */
  function hear(headers: Record<string, string>, message: string | Buffer): Promise<string> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`ws://${url()}`, { headers });
      socket.on('open', () => {
        socket.send(message);
      });
      socket.on('error', (error) => {
        resolve(error.message);
      });
      socket.on('message', (data) => {
        resolve((data as Buffer).toString());
        socket.terminate();
      });
      socket.on('close', (code) => {
        resolve(`closed ${code}`);
      });
    });
  }

  it('serves viem by HTTP and WebSocket: reads, a signed transaction, news of blocks', async () => {
    for (const transport of [
      http(`http://${url()}`, { batch: true, timeout: 60_000 }),
      webSocket(`ws://${url()}`, { reconnect: false, timeout: 60_000 }),
    ]) {
      const client = createPublicClient({ chain: localChain, transport, pollingInterval: 50 });
      const [chainId, block, gas] = await Promise.all([
        client.getChainId(),
        client.getBlock(),
        client.estimateFeesPerGas(),
      ]);
      expect([chainId, gas.maxFeePerGas > 0n]).toEqual([31_337, true]);
      const heads: bigint[] = [];
      const stop = client.watchBlockNumber({ onBlockNumber: (number) => heads.push(number) });
      const account = localAccount(1);
      const nonce = await client.getTransactionCount(account);
      const serializedTransaction = await account.signTransaction({
        ...{ type: 'eip1559', chainId, nonce, to: WALLET, value: 1n, gas: 21_000n },
        maxFeePerGas: gas.maxFeePerGas,
        maxPriorityFeePerGas: 0n,
      });
      const hash = await client.sendRawTransaction({ serializedTransaction });
      expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success');
      await until('the block is heard of', () => heads.includes(block.number + 1n));
      stop();
    }
  });

  it.each(REFUSED)('does not serve %j, alone, in a batch or by WebSocket', async (method) => {
    const refused = {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_601, message: expect.any(String) as string },
    };
    expect(await ask(call(method))).toEqual(refused);
    const batch = await ask<Reply[]>([call('eth_chainId', [], 'a'), call(method)]);
    expect(batch).toEqual([{ jsonrpc: '2.0', id: 'a', result: '0x7a69' }, refused]);
    expect(JSON.parse(await hear({}, JSON.stringify(call(method))))).toEqual(refused);
  });

  it('asks the node what it looked at, whichever of two methods a call names', async () => {
    const before = await anvil.client.getBalance({ address: WALLET });
    const params = JSON.stringify([WALLET, '0x1']);
    for (const [first, last] of [
      ['eth_chainId', 'anvil_setBalance'],
      ['anvil_setBalance', 'eth_chainId'],
    ])
      await send(`{"jsonrpc":"2.0","id":1,"method":"${first!}","method":"${last!}","params":${params}}`);
    expect(await anvil.client.getBalance({ address: WALLET })).toBe(before);
  });

  it.each<[string, string, number]>([
    ['no JSON', 'x', -32_700],
    ['nothing', '', -32_700],
    ['no call', '7', -32_600],
    ['an empty batch', '[]', -32_600],
    ['101 calls', JSON.stringify(Array(101).fill(call('eth_chainId'))), -32_600],
    ['a call without an id', '{"jsonrpc":"2.0","method":"eth_chainId"}', -32_600],
    ['a method that is no text', '{"id":1,"method":["eth_chainId"]}', -32_600],
  ])('says of %s what is wrong', async (_what, body, code) => {
    expect((JSON.parse((await send(body)).text) as Reply).error?.code).toBe(code);
    if (body !== '') expect((JSON.parse(await hear({}, body)) as Reply).error?.code).toBe(code);
  });

  it('bounds requests and messages', async () => {
    const long = JSON.stringify(call('eth_call', ['x'.repeat(2 ** 20)]));
    expect((await send(long)).status).toBe(413);
    expect(await hear({}, long)).toBe('closed 1009');
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { Origin: 'https://evil.example' }],
    ['a page of another port', { Origin: 'http://localhost:1' }],
    ['a page without an origin', { Origin: 'null' }],
    ['a name that leads here', { Host: 'evil.example' }],
    ['a name that leads here, and the port', { Host: 'localhost.evil.example:8545' }],
    ['its page', { Host: 'evil.example:8545', Origin: 'http://evil.example:8545' }],
  ])('refuses %s', async (_what, headers) => {
    for (const body of [RICH, call('eth_chainId')]) {
      expect((await send(JSON.stringify(body), headers)).status).toBe(403);
      expect(await hear(headers, JSON.stringify(body))).toContain('403');
    }
  });

  /** What comes back for bytes as they stand: until the end, or until nothing follows the first of it for two seconds. */
  function sendRaw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let heard = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket
        .once('data', () => socket.setTimeout(2_000, () => socket.destroy()))
        .on('data', (data) => (heard += data.toString()))
        .on('error', reject)
        .on('close', () => {
          resolve(heard);
        });
    });
  }

  it.each([
    ...['localhost.', '127.1', '127.0.0.2', '0.0.0.0', '2130706433', '0x7f.0.0.1', '[::ffff:127.0.0.1]'],
    ...['[0:0:0:0:0:0:0:1]', '::1', '[::1%lo]', 'user@localhost', 'localhost,localhost', 'xn--localhost-'],
  ])('refuses the name %s', async (name) => {
    const headers = { Host: `${name}:${port}` };
    expect((await send(JSON.stringify(call('eth_chainId')), headers)).status).toBe(403);
    expect(await hear(headers, JSON.stringify(call('eth_chainId')))).toContain('403');
  });

  it.each([
    '',
    ':80',
    ':0',
    ':+PORT',
    ':0PORT',
    ':PORT0',
    ':PORT.',
    ':PORT@evil.example',
    ':PORT/',
    ':PORT ',
  ])('takes no other port: %j', async (odd) => {
    const heard = await sendRaw(request10(`localhost${odd.replace('PORT', String(port))}`));
    expect(heard.split('\r\n')[0]).toMatch(odd === ':PORT ' ? / 200 / : / 403 /);
  });

  /** Closes behind the reply. */
  const request10 = (host: string | null, more: readonly string[] = [], target = '/'): string => {
    const body = JSON.stringify(call('eth_chainId'));
    const head = [`POST ${target} HTTP/1.0`, ...(host === null ? [] : [`Host: ${host}`]), ...more];
    const rest = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    return `${[...head, ...rest].join('\r\n')}\r\n\r\n${body}`;
  };

  it.each<[string, () => string, RegExp]>([
    ['no name, of HTTP/1.0', () => request10(null), / 403 /],
    [
      'two names, the first of another',
      () => request10('evil.example', [`Host: localhost:${port}`]),
      / 40[03] /,
    ],
    [
      'a target that is of another',
      () => request10('evil.example', [], `http://localhost:${port}/`),
      / 403 /,
    ],
    [
      'two origins, the first of which may ask',
      () =>
        request10(`localhost:${port}`, [
          `Origin: http://localhost:${sitePort()}`,
          'Origin: https://evil.example',
        ]),
      / 403 /,
    ],
    ['an origin that is empty', () => request10(`localhost:${port}`, ['Origin:']), / 403 /],
    [
      'an origin in capitals',
      () => request10(`localhost:${port}`, [`Origin: HTTP://LOCALHOST:${sitePort()}`]),
      / 403 /,
    ],
  ])('answers %s', async (_what, text, status) => {
    const heard = await sendRaw(text());
    expect(heard.split('\r\n')[0]).toMatch(status);
    expect(heard.match(/0x7a69/g)?.length ?? 0).toBe(status.source.includes('200') ? 1 : 0);
  });

  it('bounds a body that comes in pieces, and one that lies about its length', async () => {
    const head = `POST / HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n`;
    const piece = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
    expect(await sendRaw(`${chunked}${piece.repeat(20)}0\r\n\r\n`)).toMatch(/^(HTTP\/1\.1 413|$)/);
    const both = await sendRaw(`${head}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`);
    expect(both).toMatch(/^HTTP\/1\.1 400 /);
    expect(await ask(call('eth_chainId'))).toMatchObject({ result: '0x7a69' });
  });

  it('speaks no other protocol on a WebSocket, whatever a page asks for', async () => {
    const asked = ['anvil', 'evil'];
    const socket = new WebSocket(`ws://${url()}`, asked);
    const reply = await new Promise<string>((resolve) => {
      socket.on('open', () => {
        socket.send(JSON.stringify(RICH));
      });
      socket.on('error', (error) => {
        resolve(error.message);
      });
      socket.on('message', (data) => {
        resolve((data as Buffer).toString());
      });
    });
    socket.terminate();
    expect(JSON.parse(reply)).toMatchObject({ error: { code: -32_601 } });
  });

  it('serves a wallet in the browser', async () => {
    const headers = { Origin: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn' };
    expect((await send(JSON.stringify(call('eth_chainId')), headers)).status).toBe(200);
    expect(await hear(headers, JSON.stringify(call('eth_chainId')))).toContain('0x7a69');
  });

  it('says that the chain is away, and ends its connections', async () => {
    const [own, nobody] = await Promise.all([freePort(), freePort()]);
    const lonely = new NodeProxy({ port: own, origins: [], node: `127.0.0.1:${nobody}` });
    await lonely.listen();
    try {
      const address = `127.0.0.1:${own}`;
      const response = await fetch(`http://${address}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(call('eth_chainId')),
      });
      expect(response.status).toBe(502);
      const closed = new Promise((resolve) => new WebSocket(`ws://${address}`).on('close', resolve));
      expect(await closed).toBe(1006);
    } finally {
      await lonely.close();
    }
  });

  describeWith('chromium', 'in a browser', () => {
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      browser = await launchBrowser();
      page = await browser.newPage();
    });

    afterAll(() => browser.close());

    /** What a page hears by fetch and by WebSocket. */
    const hearInPage = (host: string): Promise<string[]> =>
      page.evaluate(
        async ([address, body]) => {
          const byHttp = (init: RequestInit): Promise<string> =>
            fetch(`http://${address}/`, { method: 'POST', body, ...init }).then(
              (response) => response.text(),
              () => 'refused',
            );
          const bySocket = await new Promise<string>((resolve) => {
            const socket = new WebSocket(`ws://${address}/`);
            socket.onopen = () => {
              socket.send(body);
            };
            socket.onmessage = ({ data }) => {
              resolve(data as string);
            };
            socket.onerror = () => {
              resolve('refused');
            };
          });
          return [
            await byHttp({ headers: { 'Content-Type': 'application/json' } }),
            await byHttp({ mode: 'no-cors' }),
            bySocket,
          ];
        },
        [host, JSON.stringify(call('eth_chainId'))] as const,
      );

    it.each(['127.0.0.1', 'localhost', 'evil.localhost'])(
      'refuses a page of another origin at %s',
      async (name) => {
        await page.goto(`http://127.0.0.1:${sitePort()}/`);
        const [json, opaque, socket] = await hearInPage(`${name}:${port}`);
        expect([json, opaque, socket]).toEqual(['refused', '', 'refused']);
      },
    );

    it('serves the page of the local API, but by a name of this machine alone', async () => {
      await page.goto(`http://localhost:${sitePort()}/`);
      const [json, , socket] = await hearInPage(`localhost:${port}`);
      for (const text of [json, socket]) expect(JSON.parse(text!)).toMatchObject({ result: '0x7a69' });
      expect(await hearInPage(`evil.localhost:${port}`)).toEqual(['refused', '', 'refused']);
    });
  });
});
