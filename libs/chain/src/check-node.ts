import { numberToHex } from 'viem';
import { COMMON_EVENTS } from './decode-log.js';
import { toHeader } from './block-header.js';
import { toTransactions } from './block-receipts.js';
import { find, type Finding } from './finding.js';
import { JsonRpcEndpoint, type EndpointOptions } from './json-rpc-endpoint.js';
import { BatchTooLargeError, NodeError } from './node-error.js';
import type { RpcCall } from './classify-refusal.js';

/** What the node is asked for. */
interface Expected {
  readonly chainId: number;
  readonly startBlock: number;
  /** Most blocks in one `eth_getLogs`. */
  readonly maxRange: number;
}

/** Results of a node's calls. @throws NodeError for the first that has none */
type Ask = (...calls: readonly RpcCall[]) => Promise<unknown[]>;

interface Node extends Expected {
  /** Calls one after the other: a provider may count them. */
  readonly ask: Ask;
  /** Calls in one request. @throws NodeError when they are not served so */
  readonly askTogether: Ask;
  /** The newest block as it came, and empty when none did. */
  readonly latest: Readonly<Record<string, unknown>>;
}

interface Ability extends Pick<Finding, 'name' | 'isNeeded' | 'without'> {
  /** What there is of it, null for no more than that. @throws Error when it is not there */
  readonly look: (node: Node) => Promise<string | null>;
}

const TIMEOUT_MS = 10_000;
const LATEST: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] };
const CHAIN_ID: RpcCall = { method: 'eth_chainId', params: [] };
const NO_TRANSACTION = `0x${'0'.repeat(63)}1`;
const NOBODY = `0x${'0'.repeat(40)}`;

/** Calls of one request that are tried, the largest first. */
const BATCHES = [100, 20, 2];

/** How far back state is looked for, in blocks. */
const DEPTHS = [100_000, 10_000, 1_000, 120, 60, 10];

const ABILITIES: readonly Ability[] = [
  {
    name: 'eth_chainId',
    isNeeded: true,
    without: 'the node is not asked for anything',
    look: async ({ ask, chainId }) => {
      const [id] = await ask(CHAIN_ID);
      if (Number(id) !== chainId) throw new Error(`it is on chain ${Number(id)}, CHAIN_ID is ${chainId}`);
      return String(chainId);
    },
  },
  {
    name: 'whole headers',
    isNeeded: true,
    without: 'no block can be indexed',
    look: async ({ ask }) => {
      const [block] = await ask(LATEST);
      return `yes, up to block ${toHeader(block).number}`;
    },
  },
  {
    name: 'logsBloom in headers',
    isNeeded: false,
    without: 'each block that may change is proved by its receipts',
    look: ({ latest }) => {
      if (typeof latest['logsBloom'] !== 'string') return Promise.reject(new Error('there is none'));
      return Promise.resolve(null);
    },
  },
  {
    name: 'transactions in blocks',
    isNeeded: false,
    without: 'no receipts can be seen to be whole: a block in doubt is waited for',
    look: async ({ ask, latest }) => {
      const [block] = await ask({ method: 'eth_getBlockByHash', params: [latest['hash'], false] });
      toTransactions(toHeader(latest), block);
      return null;
    },
  },
  {
    name: 'several calls in one request',
    isNeeded: false,
    without: 'each call is a request of its own',
    look: async ({ askTogether }) => {
      const calls = await largest(BATCHES, async (size) => {
        await askTogether(...Array.from({ length: size }, () => CHAIN_ID));
      });
      return `at least ${calls}`;
    },
  },
  {
    name: 'eth_getLogs of a range',
    isNeeded: true,
    without: 'no block can be indexed',
    look: async ({ ask, latest, maxRange }) => {
      const { number } = toHeader(latest);
      const most = Math.min(maxRange, number + 1);
      const blocks = await largest(halves(most), async (length) => {
        isList(await ask(logsOf(number - length + 1, number)));
      });
      return blocks === most ? `${blocks} blocks` : `${blocks} blocks, not ${most}: it takes more requests`;
    },
  },
  {
    name: 'eth_getLogs by blockHash (EIP-234)',
    isNeeded: false,
    without: 'blocks are asked for by number, and their logs compared with the hash',
    look: async ({ ask, latest }) => {
      isList(await ask(logs({ blockHash: latest['hash'] })));
      return null;
    },
  },
  {
    name: 'eth_getBlockReceipts',
    isNeeded: false,
    without: 'a block in doubt costs a call for each of its transactions',
    look: async ({ ask, latest }) => {
      isList(await ask({ method: 'eth_getBlockReceipts', params: [latest['number']] }));
      return null;
    },
  },
  {
    name: 'eth_getTransactionReceipt',
    isNeeded: false,
    without:
      'where there are no receipts of blocks either, two nodes have to agree for a minute, or the index waits',
    look: async ({ ask }) => {
      await ask({ method: 'eth_getTransactionReceipt', params: [NO_TRANSACTION] });
      return null;
    },
  },
  {
    name: 'eth_call',
    isNeeded: true,
    without: "the contracts' constants cannot be read",
    look: async ({ ask }) => {
      await ask(call('latest'));
      return null;
    },
  },
  {
    name: 'state of past blocks',
    isNeeded: false,
    without:
      'launch costs and contract wallets are read at the indexed block: of an index that is behind they are unknown',
    look: async ({ ask, latest }) => {
      const { number } = toHeader(latest);
      const depths = [...new Set(DEPTHS.map((depth) => Math.min(depth, number)))];
      const depth = await largest(depths, async (one) => {
        await ask(call(numberToHex(number - one)));
      });
      return `at least ${depth} blocks back`;
    },
  },
  {
    name: 'eth_simulateV1',
    isNeeded: false,
    without: 'payloads are tried by eth_call with state written over',
    look: async ({ ask, latest }) => {
      const blockStateCalls = [{ calls: [{ from: NOBODY, to: NOBODY, input: '0x' }] }];
      isList(
        await ask({
          method: 'eth_simulateV1',
          params: [{ blockStateCalls, validation: false }, latest['number']],
        }),
      );
      return null;
    },
  },
  {
    name: 'state overrides in eth_call',
    isNeeded: false,
    without:
      'where there is no eth_simulateV1 either, payloads say that they were not tried, and claims are 503',
    look: async ({ ask }) => {
      // Code that returns 32 bytes: PUSH1 32, PUSH1 0, RETURN.
      const code = { [NOBODY]: { code: '0x60206000f3' } };
      const [result] = await ask({
        method: 'eth_call',
        params: [{ to: NOBODY, data: '0x' }, 'latest', code],
      });
      if (result !== `0x${'0'.repeat(64)}`) throw new Error('it takes no notice of them');
      return null;
    },
  },
  {
    name: 'the finalized block',
    isNeeded: false,
    without: 'what is final is counted in blocks',
    look: async ({ ask, latest }) => {
      const [block] = await ask({ method: 'eth_getBlockByNumber', params: ['finalized', false] });
      const depth = toHeader(latest).number - toHeader(block).number;
      return `${depth} blocks back`;
    },
  },
  {
    name: 'the first block',
    isNeeded: true,
    without: 'a first backfill or a rebuild needs another node',
    look: async ({ ask, startBlock }) => {
      const [block, found] = await ask(
        { method: 'eth_getBlockByNumber', params: [numberToHex(startBlock), false] },
        logsOf(startBlock, startBlock),
      );
      toHeader(block);
      isList([found]);
      return `block ${startBlock}`;
    },
  },
];

/** Asks a node once for everything that is asked of one. */
export async function checkNode(
  url: string,
  expected: Expected,
  options: EndpointOptions = {},
): Promise<Finding[]> {
  const endpoint = new JsonRpcEndpoint(url, options);
  const ask: Ask = async (...calls) => {
    const results: unknown[] = [];
    for (const one of calls) results.push(...(await endpoint.callAll([one], TIMEOUT_MS)));
    return results;
  };
  const askTogether: Ask = async (...calls) => {
    const { requests } = endpoint;
    const results = await endpoint.callAll(calls, TIMEOUT_MS);
    if (endpoint.requests > requests + 1) throw new BatchTooLargeError(`not ${calls.length} in one request`);
    return results;
  };
  const [newest] = await endpoint.outcomes([LATEST], TIMEOUT_MS);
  const latest = (newest !== undefined && 'result' in newest ? newest.result : null) ?? {};
  const node: Node = { ...expected, ask, askTogether, latest: latest as Node['latest'] };
  const findings: Finding[] = [];
  for (const { look, ...ability } of ABILITIES) findings.push(await find(ability, () => look(node)));
  return findings;
}

/** The first of several sizes that is served. @throws NodeError of the smallest, when none is */
async function largest(sizes: readonly number[], attempt: (size: number) => Promise<void>): Promise<number> {
  let failure: unknown = new Error('there is nothing to ask for');
  for (const size of sizes) {
    try {
      await attempt(size);
      return size;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

function halves(most: number): number[] {
  const sizes: number[] = [];
  for (let size = most; size > 1; size = Math.ceil(size / 2)) sizes.push(size);
  return [...sizes, 1];
}

function isList([result]: readonly unknown[]): void {
  if (!Array.isArray(result)) throw new Error('it gave no list');
}

function call(block: string): RpcCall {
  return { method: 'eth_call', params: [{ to: NOBODY, data: '0x' }, block] };
}

function logsOf(from: number, to: number): RpcCall {
  return logs({ fromBlock: numberToHex(from), toBlock: numberToHex(to) });
}

function logs(filter: Readonly<Record<string, unknown>>): RpcCall {
  return {
    method: 'eth_getLogs',
    params: [{ ...filter, topics: [COMMON_EVENTS.slice(0, 1).map(({ selector }) => selector)] }],
  };
}
