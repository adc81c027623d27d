import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NewHeads, webSocketUrls } from '@slipway/chain';
import { startAnvil } from '../support/anvil.js';
import { until } from '../support/until.js';

/** Longer than any test may take: what ends such a wait is an announcement. */
const FOR_EVER_MS = 3_600_000;

describe('NewHeads', () => {
  it('tells of a block, and again when the node was gone meanwhile', async () => {
    const stop = new AbortController();
    let anvil = await startAnvil();
    const heads = new NewHeads(webSocketUrls([anvil.rpcUrl]), stop.signal, { never: 20, worked: 20 });
    /** Blocks are made until one is announced: no node says when a subscription has begun. */
    const hear = async (): Promise<void> => {
      let isHeard = false;
      const announced = heads.next(FOR_EVER_MS, stop.signal).then(() => (isHeard = true));
      await until('an announcement', async () => {
        await anvil.client.mine({ blocks: 1 });
        return isHeard;
      });
      await announced;
    };
    try {
      await hear();
      await hear();
      const { port } = anvil;
      await anvil.kill();
      anvil = await startAnvil({ port });
      await hear();
    } finally {
      stop.abort();
      await heads.ended;
      await anvil.stop();
    }
  });

  it('leaves nothing behind with each try where there is no WebSocket', async () => {
    let tries = 0;
    const server = createServer().on('upgrade', (_request, socket) => {
      tries += 1;
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const stop = new AbortController();
    const heads = new NewHeads([`ws://127.0.0.1:${port}`], stop.signal, { never: 1, worked: 1 });
    try {
      await until('twelve tries', () => tries >= 12);
      // The try, or the wait before the next.
      expect(getEventListeners(stop.signal, 'abort').length).toBeLessThanOrEqual(1);
    } finally {
      stop.abort();
      await heads.ended;
      server.close();
    }
  });
});
