import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeFunctionData,
  encodeFunctionResult,
  numberToHex,
  toFunctionSelector,
  type Abi,
  type Hex,
} from 'viem';
import { platformTokenAbi, priceFeedAbi } from '@slipway/chain';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { LOCAL_ADDRESSES, LOCAL_CHAIN_ID } from '../../../apps/devnet/src/chain/local-addresses.js';
import { CONSTANTS, MarketChain, numberOf, type Distribution } from './market-chain.js';
import { readBody } from '../../support/forward-rpc.js';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly never[];
}

interface Filter {
  readonly fromBlock?: string;
  readonly toBlock?: string;
  readonly blockHash?: string;
  readonly address?: readonly string[];
}

/**
 * A JSON-RPC node over HTTP that serves a made-up chain from memory: anvil cannot make or serve one of this size in
 * reasonable time. The indexer reads it as it reads any node; what it says of the node's own speed is worth nothing.
 */
const [events, distribution, eventsPerBlock] = process.argv.slice(2);
const chain = new MarketChain({
  events: Number(events),
  distribution: distribution as Distribution,
  eventsPerBlock: Number(eventsPerBlock),
});
const { blocks } = chain;

/** How many blocks there are so far: all, but for whom asks for the first half. */
let mined = blocks.length;
process.on('SIGUSR1', () => (mined = Math.floor(blocks.length / 2)));
process.on('SIGUSR2', () => (mined = blocks.length));

const VALUES: Record<string, unknown> = {
  ...CONSTANTS,
  platformToken: LOCAL_ADDRESSES.platformToken,
  symbol: 'SLIP',
};

/** @returns null for what is not asked of this chain: the call is reverted */
function call({ to, data }: { to: string; data: Hex }): Hex | null {
  const abis: Record<string, Abi> = {
    [LOCAL_ADDRESSES.launchpad]: launchpadAbi,
    [LOCAL_ADDRESSES.platformToken]: platformTokenAbi,
    [LOCAL_ADDRESSES.priceFeed]: priceFeedAbi,
  };
  const abi = abis[to];
  if (abi === undefined) return '0x';
  if (!abi.some((item) => item.type === 'function' && data.startsWith(toFunctionSelector(item)))) return null;
  const { functionName } = decodeFunctionData({ abi, data });
  const decimals = to === LOCAL_ADDRESSES.priceFeed ? 8 : 18;
  const result = functionName === 'decimals' ? decimals : VALUES[functionName];
  return result === undefined ? null : encodeFunctionResult({ abi, functionName, result });
}

/** Bytes as they were made, joined once: a text of them would be the dearest part of a run. */
function logs({ fromBlock, toBlock, blockHash, address }: Filter): Buffer[] {
  const wanted = address && new Set(address.map((one) => one.toLowerCase()));
  const [first, last] =
    blockHash === undefined
      ? [Number(fromBlock), Number(toBlock)]
      : [numberOf(blockHash), numberOf(blockHash)];
  const found: Buffer[] = [];
  for (const block of blocks.slice(first, last + 1))
    for (const { contract, json } of block.logs) if (wanted?.has(contract) ?? true) found.push(json);
  const end = found.pop();
  return end === undefined ? found : [...found, end.subarray(0, -1)];
}

const asResult = (json: string): Buffer[] => [Buffer.from(`"result":${json}`)];

const asError = (code: number, message: string): Buffer[] => [
  Buffer.from(`"error":{"code":${code},"message":"${message}"}`),
];

/** The result or the error, as JSON. */
function respond({ method, params }: Call): Buffer[] {
  switch (method) {
    case 'eth_chainId':
      return asResult(JSON.stringify(numberToHex(LOCAL_CHAIN_ID)));
    case 'eth_getBlockByNumber': {
      const tag: string = params[0]!;
      return asResult(blocks[tag === 'latest' ? mined - 1 : Number(tag)]?.header ?? 'null');
    }
    case 'eth_getLogs':
      return [Buffer.from('"result":['), ...logs(params[0]!), Buffer.from(']')];
    case 'eth_call': {
      const result = call(params[0]!);
      return result === null ? asError(3, 'execution reverted') : asResult(JSON.stringify(result));
    }
    default:
      return asError(-32601, 'method not found');
  }
}

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  void readBody(request).then((body) => {
    const parsed = JSON.parse(body) as Call | Call[];
    const replies = [parsed].flat().map((one, i) => {
      const head = `${i === 0 ? '' : ','}{"jsonrpc":"2.0","id":${one.id},`;
      return [Buffer.from(head), ...respond(one), Buffer.from('}')];
    });
    response.setHeader('Content-Type', 'application/json');
    const [open, close] = Array.isArray(parsed) ? ['[', ']'] : ['', ''];
    response.end(Buffer.concat([Buffer.from(open), ...replies.flat(), Buffer.from(close)]));
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(
    `${JSON.stringify({ port, blocks: blocks.length, events: chain.events, logs: chain.logs })}\n`,
  );
});
