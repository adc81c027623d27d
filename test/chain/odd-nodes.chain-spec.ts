import { NodeError, checkNode } from '@slipway/chain';
import { LOCAL_CHAIN_ID } from '../../apps/devnet/src/chain/local-addresses.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { startOddNode, type OddReply, type OddRequest, type Oddity } from '../support/odd-node.js';

const LAG_MS = 1_500;

type Json = Record<string, unknown>;

const NO_METHOD = { error: { code: -32_601, message: 'the method does not exist/is not available' } };
const BUSY = { error: { code: -32_005, message: 'rate limit exceeded' } };

const logsOf = ({ method }: OddRequest, { result }: OddReply): Json[] =>
  method === 'eth_getLogs' && Array.isArray(result) ? (result as Json[]) : [];

/** An index of logs that is behind the node's head. */
function lagging(): NonNullable<Oddity['answer']> {
  const seenAt = new Map<unknown, number>();
  return (request, reply) => {
    const now = Date.now();
    if (request.method === 'eth_getLogs' && Array.isArray(reply.result))
      reply.result = logsOf(request, reply).filter(({ blockNumber }) => {
        if (!seenAt.has(blockNumber)) seenAt.set(blockNumber, now);
        return now - (seenAt.get(blockNumber) ?? 0) > LAG_MS;
      });
  };
}

const without =
  (...methods: readonly string[]): NonNullable<Oddity['ask']> =>
  (request) =>
    methods.includes(request.method) ? NO_METHOD : request;

const onLogs =
  (change: (log: Json) => Json): NonNullable<Oddity['answer']> =>
  (request, reply) => {
    if (request.method === 'eth_getLogs' && Array.isArray(reply.result))
      reply.result = logsOf(request, reply).map(change);
  };

const onHeaders =
  (change: (header: Json) => void): NonNullable<Oddity['answer']> =>
  (_request, { result }) => {
    if (typeof result === 'object' && result !== null && 'logsBloom' in result && 'parentHash' in result)
      change(result);
  };

const shout = (text: unknown): string => `0x${String(text).slice(2).toUpperCase()}`;

/** The same shares of calls, in the same order. */
function throttled(share: number): Oddity {
  const random = seededRandom(share * 100);
  return { ask: (request) => (random() < share ? BUSY : request) };
}

const isByHash = ({ method, params: [filter] }: OddRequest): boolean =>
  method === 'eth_getLogs' && (filter as Json)['blockHash'] !== undefined;

function refusedFor(ms: number, response: { status: number; body: string }): Oddity {
  const until = Date.now() + ms;
  return {
    respond: (requests) =>
      Date.now() < until && requests.some(({ method }) => method === 'eth_getLogs') ? response : null,
  };
}

const NODES: readonly (readonly [what: string, make: () => Oddity])[] = [
  ['has an index of logs that lags', () => ({ answer: lagging() })],
  [
    'has an index of logs that lags, and no receipts of blocks',
    () => ({ answer: lagging(), ask: without('eth_getBlockReceipts') }),
  ],
  [
    'has blooms that know no logs',
    () => ({ answer: onHeaders((header) => (header['logsBloom'] = `0x${'0'.repeat(512)}`)) }),
  ],
  [
    'has blooms that are full',
    () => ({ answer: onHeaders((header) => (header['logsBloom'] = `0x${'f'.repeat(512)}`)) }),
  ],
  ['has headers without blooms', () => ({ answer: onHeaders((header) => delete header['logsBloom']) })],
  [
    'gives removed logs beside the others',
    () => ({
      answer: (request, reply) => {
        const logs = logsOf(request, reply);
        const gone = { removed: true, blockHash: `0x${'ab'.repeat(32)}` };
        if (logs.length > 0) reply.result = [...logs, ...logs.map((log) => ({ ...log, ...gone }))];
      },
    }),
  ],
  [
    'writes hex in capital letters',
    () => ({
      answer: onLogs((log) => ({
        ...log,
        topics: (log['topics'] as string[]).map(shout),
        ...Object.fromEntries(
          ['address', 'data', 'blockHash', 'transactionHash'].map((field) => [field, shout(log[field])]),
        ),
      })),
    }),
  ],
  [
    'sends ids as text, and quantities with leading zeros',
    () => ({
      answer: (request, reply) => {
        reply.id = String(reply.id);
        onLogs((log) => ({ ...log, logIndex: String(log['logIndex']).replace('0x', '0x000') }))(
          request,
          reply,
        );
      },
    }),
  ],
  [
    'refuses filters by blockHash',
    () => ({
      ask: (request) =>
        isByHash(request)
          ? { error: { code: -32_602, message: 'invalid argument 0: unknown field "blockHash"' } }
          : request,
    }),
  ],
  [
    'takes a filter by blockHash for one of the newest block',
    () => ({
      ask: (request) => {
        if (!isByHash(request)) return request;
        const { address, topics } = request.params[0] as Json;
        return { ...request, params: [{ address, topics, fromBlock: 'latest', toBlock: 'latest' }] };
      },
    }),
  ],
  ['refuses every fifth call or so', () => throttled(0.2)],
  [
    'answers 503 with JSON-RPC in it for a while',
    () =>
      refusedFor(3_000, {
        status: 503,
        body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32011,"message":"no backend is currently healthy to serve traffic"}}',
      }),
  ],
  [
    'answers any batch with HTTP 400 and words of its gateway',
    () => ({ respond: (_, isBatch) => (isBatch ? { status: 400, body: '{"error":"Bad Request"}' } : null) }),
  ],
  [
    'limits batches to five, in the way of geth',
    () => ({
      respond: (requests) =>
        requests.length > 5
          ? {
              status: 200,
              body: JSON.stringify([
                { jsonrpc: '2.0', id: requests[0]?.id, error: { code: -32_600, message: 'batch too large' } },
              ]),
            }
          : null,
    }),
  ],
];

describe('the index of a node that', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(52));
    await market.open(3);
    await market.act(25);
    await market.graduate(market.tokens[1]!);
    await market.act(10);
  });

  afterAll(() => fixture.stop());

  it.each(NODES)('%s equals a fresh one, row for row', async (_, make) => {
    const node = await startOddNode(fixture.anvil.rpcUrl, make());
    const indexed = await IndexFixture.open(node.url, { finalityBlocks: 16 }, undefined, {
      timeoutMs: 10_000,
      attempts: 3,
      retryMs: 50,
    });
    try {
      await indexed.catchUp((error) => error instanceof NodeError);
      await market.act(3);
      await indexed.catchUp((error) => error instanceof NodeError);
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
    } finally {
      await indexed.close();
      await node.stop();
    }
  });

  it.each<readonly [string, Oddity, readonly string[]]>([
    ['lacks nothing', {}, []],
    ['lacks receipts of blocks', { ask: without('eth_getBlockReceipts') }, ['eth_getBlockReceipts']],
    [
      'lacks filters by blockHash',
      { ask: (request) => (isByHash(request) ? NO_METHOD : request) },
      ['eth_getLogs by blockHash (EIP-234)'],
    ],
    [
      'lacks batches',
      { respond: (_, isBatch) => (isBatch ? { status: 400, body: '{"error":"Bad Request"}' } : null) },
      ['several calls in one request'],
    ],
    [
      'is no node',
      { respond: () => ({ status: 404, body: '<html>' }) },
      ['eth_chainId', 'whole headers', 'eth_getLogs of a range', 'eth_call', 'the first block'],
    ],
  ])('%s is told of that by a check', async (_, oddity, lacking) => {
    const node = await startOddNode(fixture.anvil.rpcUrl, oddity);
    const abilities = await checkNode(node.url, { chainId: LOCAL_CHAIN_ID, startBlock: 0, maxRange: 2_000 });
    const missing = abilities.filter(
      ({ failure, isNeeded }) => failure !== null && (isNeeded || lacking.length < 2),
    );
    expect(missing.map(({ name }) => name)).toEqual(lacking);
    await node.stop();
  });
});
