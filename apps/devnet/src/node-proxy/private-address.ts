import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** The node's own host and port, as in `127.83.12.9:41234`: a free port, on Linux of a loopback address that no page can guess. */
export async function choosePrivateAddress(): Promise<string> {
  const isWholeNetwork = process.platform === 'linux';
  const host = isWholeNetwork
    ? `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
    : '127.0.0.1';
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return `${host}:${port}`;
}
