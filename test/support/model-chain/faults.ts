import type { Hex } from 'viem';
import type { LogFilter, Outcome, RpcCall } from './answer-call.js';
import { blocksOf, unknownMethod } from './answer-call.js';
import { TOPICS } from './market.js';
import { bloomOf, type ModelBlock, type ModelLog } from './model-chain.js';

/** A whole HTTP response. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Reply {
  readonly id: unknown;
  readonly outcome: Outcome;
}

/** What a fault knows when it is met. */
export interface Meeting {
  readonly blocks: readonly ModelBlock[];
  readonly random: () => number;
  /** A number of the node's own that does not change; the same fault is different on another node. */
  readonly size: number;
  /** What a fault of this node has seen how often. */
  readonly seen: Map<string, number>;
}

/** One way in which a node differs from a sound one. Each part is told what the parts before it made. */
export interface Fault {
  /**
   * Always; until the trial ends it; or before that by chance, so many times. Only of what lasts always the index must be level
   * while it does.
   */
  readonly lasts: 'always' | 'until calm' | 'a while';
  /** What an index says that cannot go on while this lasts; without it the index must be level all the same. */
  readonly says?: RegExp;
  /** Which blocks the node has. */
  readonly view?: (meeting: Meeting) => readonly ModelBlock[];
  /** In place of every answer. A null body is never ended. */
  readonly http?: (calls: readonly RpcCall[], isBatch: boolean, meeting: Meeting) => HttpAnswer | null;
  /** What becomes of a call's outcome; undefined when nothing does. */
  readonly outcome?: (call: RpcCall, outcome: Outcome, meeting: Meeting) => Outcome | undefined;
  readonly order?: (replies: readonly Reply[]) => readonly Reply[];
  readonly text?: (text: string) => string | typeof HANG;
}

const otherHash = (hash: Hex): Hex => `0x${hash.slice(2).split('').toReversed().join('')}`;

/** Nothing more comes, and the connection stays. */
export const HANG = Symbol('hang');

type Json = Readonly<Record<string, unknown>>;
type Change = NonNullable<Fault['outcome']>;

/** Changes the logs that a filter gave, if any. */
const onLogs =
  (change: (logs: readonly ModelLog[], filter: LogFilter, meeting: Meeting) => readonly unknown[]): Change =>
  ({ method, params }, outcome, meeting) => {
    if (method !== 'eth_getLogs' || !('result' in outcome)) return undefined;
    const logs = outcome.result as readonly ModelLog[] | null;
    return logs === null || logs.length === 0
      ? undefined
      : { result: change(logs, params[0] as LogFilter, meeting) };
  };

/** Changes a block's header, of those that it is about. */
const onHeader =
  (change: (block: Json, meeting: Meeting) => Json, isAbout: (block: Json) => boolean = () => true): Change =>
  ({ method }, outcome, meeting) => {
    const block = method === 'eth_getBlockByNumber' && 'result' in outcome ? (outcome.result as Json) : null;
    return block === null || !isAbout(block) ? undefined : { result: change(block, meeting) };
  };

/** Says something else to some methods. */
const onMethods =
  (methods: RegExp, said: Outcome): Change =>
  ({ method }) =>
    methods.test(method) ? said : undefined;

/** Whether a block is one of so many in 256: always the same ones, by their hashes. */
const isOneIn256 =
  (share: number) =>
  ({ hash }: Json): boolean =>
    Number.parseInt(String(hash).slice(-2), 16) < share;

const refuseIn = (status: number, body: string, headers?: Readonly<Record<string, string>>): Fault => ({
  lasts: 'a while',
  http: () => ({ status, body, ...(headers && { headers }) }),
});

/** Refuses ranges of many blocks in words of its own. */
const limitRanges = (code: number, message: string): Fault => ({
  lasts: 'always',
  outcome: ({ method, params: [filter] }, _outcome, { size }) => {
    const { fromBlock, toBlock } = (method === 'eth_getLogs' ? filter : {}) as LogFilter;
    const blocks = fromBlock === undefined ? 1 : Number(toBlock) - Number(fromBlock) + 1;
    return blocks > 1 + (size % 9) ? { error: { code, message } } : undefined;
  },
});

const failCalls = (methods: RegExp, code: number, message: string): Fault => ({
  lasts: 'a while',
  outcome: onMethods(methods, { error: { code, message } }),
});

/** Some calls of many fail, each by itself. */
const throttleCalls = (code: number, message: string): Fault => ({
  lasts: 'always',
  outcome: (_call, _outcome, { random }) => (random() < 0.1 ? { error: { code, message } } : undefined),
});

/** A trade on a curve before a block, whose app was traded there again up to that block: one of them. */
function tradeBefore(blocks: readonly ModelBlock[], before: number, which: number): Hex | undefined {
  const trades = blocks
    .flatMap(({ number, logs }) => (number < before ? logs : []))
    .filter(({ topics: [topic] }) => topic === TOPICS.bought || topic === TOPICS.sold);
  const followed = trades.filter(({ topics: [, token] }, i) =>
    trades.slice(i + 1).some((later) => later.topics[1] === token),
  );
  return followed[which % Math.max(1, followed.length)]?.transactionHash;
}

const HTML = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
const CUT_HASH = `0x${'ab'.repeat(32)}`;
const ZERO_HASH = `0x${'0'.repeat(64)}`;

/** How nodes, and what stands before them, were seen to differ. */
export const FAULTS = {
  // Logs that come later than their block, are missing, or more than there are.
  'late-logs': {
    lasts: 'always',
    outcome: onLogs((logs, filter, meeting) => {
      // Each of the newest blocks was asked about some times before its logs are known.
      const asked = blocksOf(meeting.blocks, filter) ?? [];
      const newest = meeting.blocks.slice(-3).filter((block) => asked.includes(block));
      const late = newest.filter(({ hash }) => {
        const times = (meeting.seen.get(hash) ?? 0) + 1;
        meeting.seen.set(hash, times);
        return times <= meeting.size % 7;
      });
      return logs.filter(({ blockHash }) => !late.some(({ hash }) => hash === blockHash));
    }),
  },
  'missing-logs': {
    lasts: 'a while',
    outcome: onLogs((logs) => {
      const { blockNumber } = logs[Math.floor(logs.length / 2)]!;
      return logs.filter((log) => log.blockNumber !== blockNumber);
    }),
  },
  'lost-trade': {
    lasts: 'until calm',
    // Of a block that is final to most, a trade: a later one of the same app shows that it is missing.
    outcome: onLogs((logs, _filter, { blocks, size }) => {
      const before = blocks.at(-20)?.number ?? -1;
      const transaction = tradeBefore(blocks, before, size);
      return logs.filter(({ transactionHash }) => transactionHash !== transaction);
    }),
  },
  'missing-receipts': {
    lasts: 'always',
    says: /receipt/i,
    outcome: ({ method }, outcome) =>
      method === 'eth_getBlockReceipts' && 'result' in outcome && Array.isArray(outcome.result)
        ? { result: outcome.result.slice(0, -1) }
        : undefined,
  },
  'missing-logs-and-receipts': {
    lasts: 'a while',
    outcome: onMethods(/getLogs|Receipt/, { result: [] }),
  },
  'null-logs': { lasts: 'a while', outcome: onMethods(/getLogs/, { result: null }) },
  'removed-logs': {
    lasts: 'always',
    outcome: onLogs((logs) => [
      ...logs.slice(0, 2).map((log) => ({ ...log, blockHash: CUT_HASH, removed: true })),
      ...logs,
    ]),
  },
  'reversed-logs': { lasts: 'always', outcome: onLogs((logs) => logs.toReversed()) },
  'doubled-logs': { lasts: 'always', outcome: onLogs((logs) => [...logs, ...logs.slice(0, 5)]) },
  'capital-topics': {
    lasts: 'always',
    outcome: onLogs((logs) =>
      logs.map((log) => ({ ...log, topics: log.topics.map((one) => `0x${one.slice(2).toUpperCase()}`) })),
    ),
  },
  'foreign-block-hash': {
    lasts: 'a while',
    outcome: onLogs(([first, ...others]) => [{ ...first, blockHash: CUT_HASH }, ...others]),
  },
  'no-hex': {
    lasts: 'a while',
    outcome: onLogs(([first, ...others]) => [
      { ...first, data: String(first?.data).replace(/.$/, 'z') },
      ...others,
    ]),
  },

  // Headers.
  'unknowing-bloom': {
    lasts: 'always',
    outcome: onHeader((block) => ({ ...block, logsBloom: bloomOf([]) }), isOneIn256(60)),
  },
  'partly-unknowing-bloom': {
    lasts: 'always',
    outcome: onHeader((block, { blocks }) => {
      const logs = blocks.find(({ hash }) => hash === block['hash'])?.logs ?? [];
      const others = logs.filter(({ transactionHash }) => transactionHash !== logs[0]?.transactionHash);
      return { ...block, logsBloom: bloomOf(others) };
    }, isOneIn256(60)),
  },
  'full-bloom': {
    lasts: 'always',
    outcome: onHeader((block) => ({ ...block, logsBloom: `0x${'f'.repeat(512)}` })),
  },
  'zero-parents': {
    lasts: 'always',
    says: /parent/i,
    outcome: onHeader((block) => ({ ...block, parentHash: ZERO_HASH }), isOneIn256(25)),
  },
  'wrong-parent': { lasts: 'a while', outcome: onHeader((block) => ({ ...block, parentHash: CUT_HASH })) },
  'null-header': {
    lasts: 'a while',
    outcome: onMethods(/getBlockByNumber/, { result: null }),
  },

  // What a node does not have, or not offer.
  'no-block-receipts': {
    lasts: 'always',
    outcome: onMethods(/getBlockReceipts/, unknownMethod('eth_getBlockReceipts')),
  },
  'no-receipts': {
    lasts: 'always',
    says: /receipt/i,
    outcome: onMethods(/Receipt/, unknownMethod('eth_getTransactionReceipt')),
  },
  'no-block-hash-filter': {
    lasts: 'always',
    says: /block ?hash|EIP-234|by (its )?hash/i,
    outcome: ({ method, params: [filter] }) =>
      method === 'eth_getLogs' && (filter as LogFilter).blockHash !== undefined
        ? { error: { code: -32_602, message: 'invalid argument 0: blockHash is not supported' } }
        : undefined,
  },
  'range-limit': limitRanges(-32_602, 'query exceeds max block range'),
  'range-limit-of-words': limitRanges(
    -32_005,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range',
  ),
  'few-results': {
    lasts: 'always',
    outcome: ({ method, params: [filter] }, outcome, { size }) => {
      const { fromBlock, toBlock } = (method === 'eth_getLogs' ? filter : {}) as LogFilter;
      if (fromBlock === toBlock || !('result' in outcome)) return undefined;
      const most = 20 + size;
      return ((outcome.result ?? []) as unknown[]).length > most
        ? { error: { code: -32_005, message: `query returned more than ${most} results` } }
        : undefined;
    },
  },
  'unknown-block': failCalls(/getLogs|getBlockReceipts/, -32_000, 'unknown block'),
  'header-not-found': failCalls(/getLogs|call/, -32_000, 'header not found'),
  'internal-error': failCalls(/./, -32_603, 'Internal error'),

  // One node's address, and several behind it.
  'backends-apart': {
    lasts: 'always',
    view: ({ blocks, size, random }) =>
      random() < 0.5 ? blocks : blocks.slice(0, Math.max(1, blocks.length - (size % 3) - 1)),
  },
  'head-goes-back': {
    lasts: 'a while',
    view: ({ blocks }) => blocks.slice(0, Math.max(1, blocks.length - 3)),
  },
  'another-chain': {
    lasts: 'until calm',
    view: ({ blocks }) =>
      blocks.map((block) => ({
        ...block,
        hash: otherHash(block.hash),
        parentHash: otherHash(block.parentHash),
        logs: [],
      })),
    outcome: onMethods(/chainId/, { result: '0x1' }),
  },

  // Throttling, and gateways.
  'throttled-items': throttleCalls(429, 'Too many requests, reason: call rate limit exhausted'),
  'limited-items': throttleCalls(-32_005, 'request rate limited'),
  'http-429': refuseIn(429, 'too many requests', { 'Retry-After': '1' }),
  'http-429-json': refuseIn(429, '{"jsonrpc":"2.0","error":{"code":429,"message":"slow down"},"id":null}'),
  'http-500': refuseIn(500, 'no'),
  'html-502': refuseIn(502, HTML, { 'Content-Type': 'text/html' }),
  'html-200': refuseIn(200, HTML, { 'Content-Type': 'text/html' }),
  'no-backend': refuseIn(
    503,
    '{"jsonrpc":"2.0","error":{"code":-32011,"message":"no backend is currently healthy to serve traffic"},"id":null}',
  ),
  'batches-400': {
    lasts: 'always',
    http: (_calls, isBatch) => (isBatch ? { status: 400, body: '{"error":"Bad Request"}' } : null),
  },
  'batches-refused': {
    lasts: 'always',
    http: (_calls, isBatch) =>
      isBatch
        ? {
            status: 200,
            body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch not allowed"}}',
          }
        : null,
  },

  // What becomes of an answer on its way.
  'reversed-replies': { lasts: 'always', order: (replies) => replies.toReversed() },
  'doubled-replies': { lasts: 'always', order: (replies) => [...replies, ...replies.slice(0, 2)] },
  'missing-reply': { lasts: 'a while', order: (replies) => replies.slice(0, -1) },
  'text-ids': {
    lasts: 'always',
    order: (replies) => replies.map(({ id, outcome }) => ({ id: String(id), outcome })),
  },
  'null-errors': {
    lasts: 'always',
    order: (replies) =>
      replies.map(({ id, outcome }) => ({
        id,
        outcome: 'result' in outcome ? ({ ...outcome, error: null } as never) : outcome,
      })),
  },
  'cut-body': { lasts: 'a while', text: (text) => text.slice(0, text.length / 2) },
  hang: { lasts: 'a while', text: () => HANG },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;

/** Those that an index does not get through yet. */
const HELD: readonly FaultName[] = [];

export const FAULT_NAMES = (Object.keys(FAULTS) as FaultName[]).filter((name) => !HELD.includes(name));
