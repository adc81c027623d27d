import { parseArgs } from 'node:util';
import { CountingNode } from '../../support/model-chain/counting-node.js';
import { NodeServer } from '../../support/model-chain/faulty-node.js';
import { ModelChain } from '../../support/model-chain/model-chain.js';
import { TrialIndex } from '../../support/model-chain/trial-index.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { readWithPonder } from './ponder-project.js';

/**
 * What a backfill asks of nodes: of a long quiet history, and of one with logs. All nodes together, until the index is level. With a
 * folder in which Ponder is installed, the same of Ponder: it is no dependency of ours.
 *
 *     npm run bench -- backfill                               1,000,000 quiet blocks; 100,000 logs
 *     npm run bench -- backfill --blocks 100000 --logs 10000
 *     npm run bench -- backfill --most 10000                  of nodes that give logs of so many blocks at once
 *     npm run bench -- backfill --nodes 2 --ponder FOLDER
 */
const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '1000000' },
    logs: { type: 'string', default: '100000' },
    most: { type: 'string', default: 'Infinity' },
    nodes: { type: 'string', default: '1,2' },
    ponder: { type: 'string' },
  },
});
const FIRST_BLOCK = 21_000_000;
const MOST_RANGE = 100_000;

/** A block in so many has logs. */
const QUIET_BETWEEN = 9;

const SHAPE = { firstBlock: FIRST_BLOCK, apps: 3, foreignLogs: 0, timesGoBack: false, deepFork: false };

function quietChain(blocks: number): ModelChain {
  const chain = new ModelChain(1, { ...SHAPE, quietBlocks: 0 });
  chain.rest(blocks);
  return chain;
}

function marketChain(logs: number): ModelChain {
  const chain = new ModelChain(1, { ...SHAPE, quietBlocks: 0 });
  for (let had = 0; had < logs; had += chain.head.logs.length) {
    chain.rest(QUIET_BETWEEN);
    chain.mine(1);
  }
  return chain;
}

const index = await OwnPostgres.start().then((postgres) =>
  TrialIndex.open({ url: postgres.url, drop: () => postgres.remove() }),
);
const server = await NodeServer.start();

async function readWithOurs(urls: readonly string[]): Promise<void> {
  await index.empty();
  const options = { startBlock: FIRST_BLOCK, maxRange: MOST_RANGE, finalityBlocks: 64, local: false };
  const indexer = await index.follow(urls, options, { timeoutMs: 120_000 });
  while ((await indexer.step()).kind !== 'level');
}

interface Asked {
  readonly requests: number;
  readonly calls: number;
}

async function count(
  chain: ModelChain,
  nodes: number,
  read: (urls: readonly string[]) => Promise<void>,
): Promise<Asked & { readonly line: string }> {
  const counting = Array.from({ length: nodes }, () => new CountingNode(chain, Number(values.most)));
  const began = performance.now();
  await read(server.serve(counting));
  const seconds = (performance.now() - began) / 1_000;
  const sum = (of: (node: CountingNode) => number): number =>
    counting.reduce((all, node) => all + of(node), 0);
  const [requests, calls] = [sum((node) => node.requests), sum((node) => node.allCalls)];
  const ofMethod = (method: string): number => sum((node) => node.calls.get(method) ?? 0);
  const blocks = ofMethod('eth_getBlockByNumber') + ofMethod('eth_getBlockByHash');
  const line =
    `${String(requests).padStart(9)} requests ${String(calls).padStart(9)} calls ` +
    `(${ofMethod('eth_getLogs')} for logs, ${blocks} for blocks) in ${seconds.toFixed(0)} s`;
  return { requests, calls, line };
}

async function compare(name: string, chain: ModelChain): Promise<void> {
  console.log(name);
  for (const nodes of values.nodes.split(',').map(Number)) {
    const { line } = await count(chain, nodes, readWithOurs);
    console.log(`  ${nodes} node${nodes > 1 ? 's' : ' '}  ${line}`);
  }
  const { ponder } = values;
  if (ponder === undefined) return;
  const { line } = await count(chain, 1, ([url = '']) => readWithPonder(ponder, url, FIRST_BLOCK));
  console.log(`  Ponder   ${line}`);
}

try {
  const blocks = Number(values.blocks);
  await compare(`${blocks} quiet blocks`, quietChain(blocks));
  const chain = marketChain(Number(values.logs));
  await compare(
    `${values.logs} logs in ${Math.floor(chain.blocks.length / (QUIET_BETWEEN + 1))} of ${chain.blocks.length} blocks`,
    chain,
  );
} finally {
  await server.stop();
  await index.close();
}
process.exit();
