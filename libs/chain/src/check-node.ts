import { EVENT_TOPICS } from './decode-log.js';
import { toHeader } from './block-header.js';
import { toTransactions } from './block-receipts.js';
import { JsonRpcEndpoint, type EndpointOptions, type Outcome } from './json-rpc-endpoint.js';
import type { RpcCall } from './classify-refusal.js';

/** What the index asks of a node, and whether this one gives it. */
export interface NodeAbility {
  readonly name: string;
  /** Without it the node cannot be indexed from. */
  readonly isNeeded: boolean;
  /** Null when it is there; else what the node said, or gave. */
  readonly failure: string | null;
  /** What is done without it, and what that costs. */
  readonly without: string;
}

interface Answers {
  readonly chainId: number;
  readonly startBlock: number;
  readonly latest: Record<string, unknown>;
}

interface Ability extends Pick<NodeAbility, 'name' | 'isNeeded' | 'without'> {
  readonly calls: (known: Answers) => readonly RpcCall[];
  /** @throws Error when a result is not what was asked for */
  readonly check?: (results: readonly unknown[], known: Answers) => void;
}

const TIMEOUT_MS = 10_000;
const LATEST: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] };
const CHAIN_ID: RpcCall = { method: 'eth_chainId', params: [] };
const BATCHES = 'several calls in one request';
const NO_TRANSACTION = `0x${'0'.repeat(63)}1`;
const NOBODY = `0x${'0'.repeat(40)}`;

const ABILITIES: readonly Ability[] = [
  {
    name: 'eth_chainId',
    isNeeded: true,
    without: 'the node is not asked for anything',
    calls: () => [CHAIN_ID],
    check: ([id], { chainId }) => {
      if (Number(id) !== chainId) throw new Error(`it is on chain ${Number(id)}, CHAIN_ID is ${chainId}`);
    },
  },
  {
    name: 'whole headers',
    isNeeded: true,
    without: 'no block can be indexed',
    calls: () => [LATEST],
    check: ([block]) => toHeader(block),
  },
  {
    name: 'logsBloom in headers',
    isNeeded: false,
    without: 'each block that may change is proved by its receipts',
    calls: () => [],
    check: (_, { latest }) => {
      if (typeof latest['logsBloom'] !== 'string') throw new Error('there is none');
    },
  },
  {
    name: 'transactions in blocks',
    isNeeded: false,
    without: 'no receipts can be seen to be whole: a block in doubt is waited for',
    calls: ({ latest }) => [{ method: 'eth_getBlockByHash', params: [latest['hash'], false] }],
    check: ([block], { latest }) => toTransactions(toHeader(latest), block),
  },
  {
    name: BATCHES,
    isNeeded: false,
    without: 'each call is a request of its own',
    calls: () => [CHAIN_ID, LATEST],
  },
  {
    name: 'eth_getLogs of a range',
    isNeeded: true,
    without: 'no block can be indexed',
    calls: ({ latest }) => [logs({ fromBlock: latest['number'], toBlock: latest['number'] })],
    check: isList,
  },
  {
    name: 'eth_getLogs by blockHash (EIP-234)',
    isNeeded: false,
    without: 'blocks are asked for by number, and their logs compared with the hash',
    calls: ({ latest }) => [logs({ blockHash: latest['hash'] })],
    check: isList,
  },
  {
    name: 'eth_getBlockReceipts',
    isNeeded: false,
    without: 'a block in doubt costs a call for each of its transactions',
    calls: ({ latest }) => [{ method: 'eth_getBlockReceipts', params: [latest['number']] }],
    check: isList,
  },
  {
    name: 'eth_getTransactionReceipt',
    isNeeded: false,
    without:
      'where there are no receipts of blocks either, two nodes have to agree for a minute, or the index waits',
    calls: () => [{ method: 'eth_getTransactionReceipt', params: [NO_TRANSACTION] }],
  },
  {
    name: 'eth_call',
    isNeeded: true,
    without: "the contracts' constants cannot be read",
    calls: () => [{ method: 'eth_call', params: [{ to: NOBODY, data: '0x' }, 'latest'] }],
  },
  {
    name: 'the first block',
    isNeeded: true,
    without: 'a first backfill or a rebuild needs another node',
    calls: ({ startBlock }) => {
      const number = `0x${startBlock.toString(16)}`;
      return [
        { method: 'eth_getBlockByNumber', params: [number, false] },
        logs({ fromBlock: number, toBlock: number }),
      ];
    },
    check: ([block, found]) => {
      toHeader(block);
      isList([found]);
    },
  },
];

/** Asks a node once for everything that the index may ask of it. */
export async function checkNode(
  url: string,
  { chainId, startBlock }: Pick<Answers, 'chainId' | 'startBlock'>,
  options: EndpointOptions = {},
): Promise<NodeAbility[]> {
  const endpoint = new JsonRpcEndpoint(url, options);
  const [newest] = await endpoint.outcomes([LATEST], TIMEOUT_MS);
  const latest = (newest !== undefined && 'result' in newest ? newest.result : null) ?? {};
  const known: Answers = { chainId, startBlock, latest: latest as Answers['latest'] };
  const abilities: NodeAbility[] = [];
  for (const { name, isNeeded, without, calls, check } of ABILITIES) {
    // One after the other: a provider may count them.
    const outcomes = await ask(endpoint, calls(known), name === BATCHES);
    abilities.push({ name, isNeeded, without, failure: failureOf(outcomes, known, check) });
  }
  return abilities;
}

async function ask(
  endpoint: JsonRpcEndpoint,
  calls: readonly RpcCall[],
  atOnce: boolean,
): Promise<Outcome[]> {
  if (atOnce) return endpoint.outcomes(calls, TIMEOUT_MS);
  const outcomes: Outcome[] = [];
  for (const call of calls) outcomes.push(...(await endpoint.outcomes([call], TIMEOUT_MS)));
  return outcomes;
}

function failureOf(outcomes: readonly Outcome[], known: Answers, check: Ability['check']): string | null {
  try {
    const results = outcomes.map((outcome) => {
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    });
    check?.(results, known);
    return null;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

function isList([result]: readonly unknown[]): void {
  if (!Array.isArray(result)) throw new Error('it gave no list');
}

function logs(filter: Readonly<Record<string, unknown>>): RpcCall {
  return { method: 'eth_getLogs', params: [{ ...filter, topics: [EVENT_TOPICS.slice(0, 1)] }] };
}
