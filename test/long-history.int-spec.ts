import { CountingNode } from './support/model-chain/counting-node.js';
import { TOPICS } from './support/model-chain/market.js';
import { NodeServer } from './support/model-chain/faulty-node.js';
import { ModelChain, knownOf } from './support/model-chain/model-chain.js';
import { TrialIndex } from './support/model-chain/trial-index.js';

const FIRST_BLOCK = 34_000_000;
const FINALITY_BLOCKS = 16;
const OPTIONS = { startBlock: FIRST_BLOCK, maxRange: 1_000, finalityBlocks: FINALITY_BLOCKS, local: false };

describe('a long quiet history, from a block in the tens of millions', () => {
  const chain = new ModelChain(11, {
    firstBlock: FIRST_BLOCK,
    apps: 3,
    foreignLogs: 0,
    timesGoBack: false,
    quietBlocks: 3_000,
    deepFork: false,
  });
  chain.mine(FINALITY_BLOCKS);
  const withLogs = chain.blocks.filter(({ logs }) => logs.length > 0).length;
  let server: NodeServer;
  let index: TrialIndex;

  beforeAll(async () => {
    server = await NodeServer.start();
    index = await TrialIndex.open();
  });

  afterAll(async () => {
    await index.close();
    await server.stop();
  });

  /** How many blocks' headers nodes were asked for until the index was level. */
  async function headersOf(nodes: readonly CountingNode[], recentBlocks: number): Promise<number> {
    await index.empty();
    const indexer = await index.follow(server.serve(nodes), { ...OPTIONS, recentBlocks }, {});
    const kinds = new Set<string>();
    while (!kinds.has('level')) kinds.add((await indexer.step()).kind);
    // Nothing came in that arithmetic would have to find later.
    expect(kinds).not.toContain('repaired');
    expect(await index.known()).toEqual(knownOf(chain));
    return nodes.reduce((sum, { calls }) => sum + (calls.get('eth_getBlockByNumber') ?? 0), 0);
  }

  it('is read of two nodes by the headers of blocks with logs', async () => {
    const nodes = [new CountingNode(chain), new CountingNode(chain)];
    expect(await headersOf(nodes, 0)).toBeLessThan(withLogs + 200);
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ])(
    'is whole where the %s of two nodes leaves out transfers, which nothing else tells before they are spent',
    async (_, place) => {
      const quiet = chain.blocks.slice(0, -FINALITY_BLOCKS);
      const hidden = new Set(
        quiet
          .filter(
            ({ logs }) => logs.length > 0 && logs.every(({ topics: [topic] }) => topic === TOPICS.transfer),
          )
          .map(({ number }) => number),
      );
      expect(hidden.size).toBeGreaterThan(1);
      const nodes = [0, 1].map((i) => new CountingNode(chain, Infinity, i === place ? hidden : new Set()));
      expect(await headersOf(nodes, 0)).toBeLessThan(chain.blocks.length);
    },
  );

  it('is read with all headers of one node, which nothing else could prove', async () => {
    expect(await headersOf([new CountingNode(chain)], 0)).toBeGreaterThanOrEqual(chain.blocks.length);
  });

  it('is read with all headers of the newest blocks, whose hashes are kept', async () => {
    const nodes = [new CountingNode(chain), new CountingNode(chain)];
    const headers = await headersOf(nodes, 1_024);
    expect(headers).toBeGreaterThanOrEqual(1_024);
    expect(headers).toBeLessThan(1_024 + withLogs + 200);
  });
});
