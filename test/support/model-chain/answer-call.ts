import {
  decodeFunctionData,
  encodeFunctionResult,
  numberToHex,
  toFunctionSelector,
  type Abi,
  type Hex,
} from 'viem';
import { platformTokenAbi, priceFeedAbi } from '@slipway/chain';
import { launchpadAbi, uniswapV2PairAbi } from '@slipway/protocols/slipway';
import { LOCAL_ADDRESSES, LOCAL_CHAIN_ID } from '../../../apps/devnet/src/chain/local-addresses.js';
import { CONSTANTS, ZERO, isPlatformFirst, lower, type Market } from './market.js';
import { bloomOf, hashBelow, type ModelBlock, type ModelLog } from './model-chain.js';

export interface RpcCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A call's outcome, without its id. */
export type Outcome =
  { result: unknown } | { error: { readonly code: unknown; readonly message: string; data?: unknown } };

export interface LogFilter {
  readonly fromBlock?: string;
  readonly toBlock?: string;
  readonly blockHash?: string;
  readonly address?: string | readonly string[];
  readonly topics?: readonly (string | readonly string[] | null)[];
}

const CONTRACTS: Readonly<Record<string, Contract>> = {
  [LOCAL_ADDRESSES.launchpad.toLowerCase()]: {
    abi: launchpadAbi,
    values: { ...CONSTANTS, platformToken: LOCAL_ADDRESSES.platformToken },
  },
  [LOCAL_ADDRESSES.platformToken.toLowerCase()]: {
    abi: platformTokenAbi,
    values: { symbol: 'SLIP', decimals: 18 },
  },
  [LOCAL_ADDRESSES.priceFeed.toLowerCase()]: { abi: priceFeedAbi, values: { decimals: 8 } },
};

const METHODS: Readonly<Record<string, (blocks: Blocks, params: readonly unknown[]) => Outcome>> = {
  eth_chainId: () => ({ result: numberToHex(LOCAL_CHAIN_ID) }),
  net_version: () => ({ result: String(LOCAL_CHAIN_ID) }),
  web3_clientVersion: () => ({ result: 'model/1.0.0' }),
  eth_syncing: () => ({ result: false }),
  eth_blockNumber: (blocks) => ({ result: numberToHex(blocks.at(-1)!.number) }),
  eth_getBlockByNumber: (blocks, [tag]) => ({ result: blockByNumber(blocks, String(tag)) }),
  eth_getBlockByHash: (blocks, [hash]) => ({ result: toJson(blocks.find((block) => block.hash === hash)) }),
  eth_getLogs: (blocks, [filter]) => logsOf(blocks, filter as LogFilter),
  eth_getBlockReceipts: (blocks, [block]) => receiptsOf(blocks, block),
  eth_getTransactionReceipt: (blocks, [hash]) => {
    const block = blocks.find(({ transactions }) => transactions.includes(hash as Hex));
    return { result: block === undefined ? null : receiptOf(block, hash as Hex) };
  },
  eth_call: (blocks, [call, tag]) => callContract(blocks, call as { to: Hex; data: Hex }, String(tag)),
};

type Blocks = readonly ModelBlock[];

/** What a sound node says that has these blocks, and is asked for nothing unknown. */
export function answerCall(blocks: Blocks, { method, params }: Pick<RpcCall, 'method' | 'params'>): Outcome {
  return METHODS[method]?.(blocks, params) ?? unknownMethod(method);
}

export function unknownMethod(method: string): Outcome {
  return { error: { code: -32_601, message: `the method ${method} does not exist/is not available` } };
}

/** The blocks that a filter or a call for receipts is about; null when there is one that the node does not have. */
export function blocksOf(blocks: Blocks, { fromBlock, toBlock, blockHash }: LogFilter): Blocks | null {
  if (blockHash !== undefined) {
    const found = blocks.find(({ hash }) => hash === blockHash);
    return found === undefined ? null : [found];
  }
  const first = blocks[0]!.number;
  const [from, to] = [heightOf(blocks, fromBlock ?? 'latest'), heightOf(blocks, toBlock ?? 'latest')];
  return blocks.slice(Math.max(0, from - first), Math.max(0, to - first + 1));
}

function heightOf(blocks: Blocks, tag: string): number {
  const isName = ['latest', 'pending', 'safe', 'finalized'].includes(tag);
  return isName ? blocks.at(-1)!.number : tag === 'earliest' ? 0 : Number(tag);
}

function blockByNumber(blocks: Blocks, tag: string): unknown {
  const number = heightOf(blocks, tag);
  const first = blocks[0]!;
  if (number >= first.number || number < 0) return toJson(blocks[number - first.number]);
  const parentHash = hashBelow(number - 1);
  return toJson({
    ...first,
    number,
    hash: hashBelow(number),
    parentHash,
    logsBloom: bloomOf([]),
    logs: [],
    transactions: [],
  });
}

function toJson(block: ModelBlock | undefined): unknown {
  if (block === undefined) return null;
  const { number, hash, parentHash, timestamp, logsBloom, transactions } = block;
  return {
    number: numberToHex(number),
    hash,
    parentHash,
    timestamp: numberToHex(timestamp),
    logsBloom,
    transactions,
    gasUsed: numberToHex(21_000 * transactions.length),
    gasLimit: numberToHex(30_000_000),
  };
}

function logsOf(blocks: Blocks, filter: LogFilter): Outcome {
  const asked = blocksOf(blocks, filter);
  if (asked === null) return { error: { code: -32_000, message: 'unknown block' } };
  const addresses =
    filter.address === undefined
      ? undefined
      : new Set([filter.address].flat().map((one) => one.toLowerCase()));
  const topics = (filter.topics ?? []).map((some) => some && [some].flat().map((one) => one.toLowerCase()));
  const isWanted = (log: ModelLog): boolean =>
    (addresses === undefined || addresses.has(log.address)) &&
    topics.every((some, i) => some === null || some.includes(log.topics[i] ?? ''));
  return { result: asked.flatMap(({ logs }) => logs.filter(isWanted)) };
}

function receiptsOf(blocks: Blocks, asked: unknown): Outcome {
  const { blockHash = asked } = (asked ?? {}) as { blockHash?: unknown };
  const isHash = typeof blockHash === 'string' && blockHash.length === 66;
  const block = blocks.find(({ hash, number }) =>
    isHash ? hash === blockHash : numberToHex(number) === asked,
  );
  if (block === undefined) return { result: null };
  return { result: block.transactions.map((hash) => receiptOf(block, hash)) };
}

function receiptOf(block: ModelBlock, hash: Hex): unknown {
  const logs = block.logs.filter(({ transactionHash }) => transactionHash === hash);
  return {
    transactionHash: hash,
    transactionIndex: numberToHex(block.transactions.indexOf(hash)),
    blockHash: block.hash,
    blockNumber: numberToHex(block.number),
    status: '0x1',
    type: '0x2',
    logs,
    logsBloom: bloomOf(logs),
  };
}

function callContract(blocks: Blocks, { to, data }: { to: Hex; data: Hex }, tag: string): Outcome {
  const address = to.toLowerCase() as Hex;
  const block = blocks[heightOf(blocks, tag) - blocks[0]!.number];
  if (block === undefined) return { error: { code: -32_000, message: 'header not found' } };
  const contract = CONTRACTS[address] ?? contractOf(block.market, address);
  if (contract === undefined) return { result: '0x' };
  const { abi, values } = contract;
  const isKnown = abi.some(
    (entry) => entry.type === 'function' && data.startsWith(toFunctionSelector(entry)),
  );
  if (!isKnown) return { error: { code: 3, message: 'execution reverted', data: '0x' } };
  const { functionName, args } = decodeFunctionData({ abi, data });
  const state = functionName === 'curve' ? curveOf(block.market, String(args?.[0])) : values[functionName];
  const result =
    typeof state === 'function' ? (state as (...all: unknown[]) => unknown)(...(args ?? [])) : state;
  if (result === undefined) return { error: { code: 3, message: 'execution reverted' } };
  return { result: encodeFunctionResult({ abi, functionName, result }) };
}

interface Contract {
  readonly abi: Abi;
  /** What functions return, or how they find it. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A token, or a pair after its graduation. */
function contractOf({ apps }: Market, address: Hex): Contract | undefined {
  const app = apps.find(({ token, pool }) => token === address || pool?.pair === address);
  if (app === undefined) return undefined;
  if (app.token === address) {
    const balanceOf = (holder: string): bigint => app.held.get(holder.toLowerCase() as Hex) ?? 0n;
    return { abi: platformTokenAbi, values: { balanceOf, totalSupply: CONSTANTS.TOTAL_SUPPLY } };
  }
  const { platform, tokens } = app.pool!;
  const [token0, reserves] = isPlatformFirst(app.token)
    ? [LOCAL_ADDRESSES.platformToken, [platform, tokens]]
    : [app.token, [tokens, platform]];
  return { abi: uniswapV2PairAbi, values: { token0, getReserves: [...reserves, 0] } };
}

function curveOf({ apps }: Market, token: string): readonly unknown[] | undefined {
  const app = apps.find((one) => one.token === token.toLowerCase());
  if (app === undefined) return undefined;
  const { platform, tokens, raised, pool, held } = app;
  const left = pool === null ? (held.get(lower(LOCAL_ADDRESSES.launchpad)) ?? 0n) : 0n;
  const pair = pool?.pair ?? ZERO;
  return [platform, tokens, raised, left, CONSTANTS.GRADUATION_THRESHOLD, pool !== null, pair];
}
