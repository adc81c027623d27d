import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forwardRpc, readBody } from './forward-rpc.js';

interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [{ readonly fromBlock?: string; readonly toBlock?: string }];
}

/** A node in front of another that refuses logs of too many blocks at once, as providers do. */
export interface ChoosyNode {
  readonly url: string;
  /** Lengths of the ranges that were asked for, in blocks, and whether each was refused. */
  readonly ranges: { blocks: number; refused: boolean }[];
  /** The longest range it takes. */
  maxBlocks: number;
  stop(): Promise<void>;
}

export async function startChoosyNode(rpcUrl: string, message: string): Promise<ChoosyNode> {
  const ranges: ChoosyNode['ranges'] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const parsed = JSON.parse(body) as RpcCall | RpcCall[];
      const refused = [parsed].flat().filter((call) => call.method === 'eth_getLogs' && refuses(call));
      const reply = refused.length > 0 ? refuse(parsed) : await forwardRpc(rpcUrl, body);
      response.setHeader('Content-Type', 'application/json').end(reply);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: ChoosyNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ranges,
    maxBlocks: 1,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };

  function refuses({ params: [{ fromBlock, toBlock }] }: RpcCall): boolean {
    // A block that is asked for by its hash is no range.
    if (fromBlock === undefined || toBlock === undefined) return false;
    const blocks = Number(toBlock) - Number(fromBlock) + 1;
    ranges.push({ blocks, refused: blocks > node.maxBlocks });
    return blocks > node.maxBlocks;
  }

  function refuse(parsed: RpcCall | RpcCall[]): string {
    const errorOf = ({ id }: RpcCall): unknown => ({ jsonrpc: '2.0', id, error: { code: -32_005, message } });
    return JSON.stringify(Array.isArray(parsed) ? parsed.map(errorOf) : errorOf(parsed));
  }
  return node;
}
