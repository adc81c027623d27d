import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forwardRpc, readBody } from './forward-rpc.js';

export interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A node in front of another that does not know of some calls. */
export interface SimpleNode {
  readonly url: string;
  stop(): Promise<void>;
}

/** @param message what the node says of them */
export async function startSimpleNode(
  rpcUrl: string,
  isUnknown: (call: RpcCall) => boolean,
  message = 'the method does not exist or is not available',
): Promise<SimpleNode> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const parsed = JSON.parse(body) as RpcCall | RpcCall[];
      const reply = [parsed].flat().some(isUnknown)
        ? refuse(parsed, message)
        : await forwardRpc(rpcUrl, body);
      response.setHeader('Content-Type', 'application/json').end(reply);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function refuse(parsed: RpcCall | RpcCall[], message: string): string {
  const error = { code: message.includes('method') ? -32_601 : -32_000, message };
  const errorOf = ({ id }: RpcCall): unknown => ({ jsonrpc: '2.0', id, error });
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(errorOf) : errorOf(parsed));
}
