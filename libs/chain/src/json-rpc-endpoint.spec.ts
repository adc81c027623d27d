import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { JsonRpcEndpoint } from './json-rpc-endpoint.js';

const TIMEOUT_MS = 2_000;
const MIB = 2 ** 20;

/** Asks a node that responds so for logs. */
async function ask(respond: (response: ServerResponse) => Promise<void>): Promise<unknown> {
  const server = createServer((_, response) => void respond(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const toItem = (item: unknown): number => (item as { readonly data: string }).data.length;
    const call = { method: 'eth_getLogs', params: [], toItem };
    return await new JsonRpcEndpoint(`http://127.0.0.1:${port}`).outcomes([call], TIMEOUT_MS);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a response that comes slowly', () => {
  const item = JSON.stringify({ data: '7'.repeat(MIB / 2) });

  it('has time again for each part of it', async () => {
    const outcomes = await ask(async (response) => {
      response.write('{"jsonrpc":"2.0","id":1,"result":[');
      // Together longer than the time, each by far shorter.
      for (let i = 0; i < 54; i += 1) {
        response.write(`${item},`);
        if (i % 9 === 8) await sleep(0.2 * TIMEOUT_MS);
      }
      response.end(`${item}]}`);
    });
    expect(outcomes).toEqual([{ result: Array.from({ length: 55 }, () => MIB / 2) }]);
  });

  it('is given up where little comes in time', async () => {
    const outcomes = await ask(async (response) => {
      for (let i = 0; i < 40 && !response.destroyed; i += 1) {
        response.write(' ');
        await sleep(TIMEOUT_MS / 10);
      }
      response.end();
    });
    const message = `no response within ${TIMEOUT_MS} ms`;
    expect(outcomes).toEqual([{ error: expect.objectContaining({ message }) as Error }]);
  });
});
