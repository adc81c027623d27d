import { answerCall, type RpcCall } from './support/model-chain/answer-call.js';
import { NodeServer } from './support/model-chain/faulty-node.js';
import { ModelChain } from './support/model-chain/model-chain.js';
import { TrialIndex } from './support/model-chain/trial-index.js';

const OPTIONS = { startBlock: 0, maxRange: 4, finalityBlocks: 8, local: false };

describe('a node whose backends have different newest blocks', () => {
  const chain = new ModelChain(5, {
    firstBlock: 0,
    apps: 3,
    foreignLogs: 0,
    timesGoBack: false,
    quietBlocks: 0,
    deepFork: false,
  });
  chain.mine(30);
  /** How many of the chain's blocks the backend has that is asked. */
  let had = chain.blocks.length;
  let server: NodeServer;
  let index: TrialIndex;

  const node = {
    respond: (body: string) => {
      const parsed = JSON.parse(body) as RpcCall | RpcCall[];
      const blocks = chain.blocks.slice(0, had);
      const replies = [parsed]
        .flat()
        .map((call) => ({ jsonrpc: '2.0', id: call.id, ...answerCall(blocks, call) }));
      return {
        status: 200,
        body: JSON.stringify(Array.isArray(parsed) ? replies : replies[0]),
        isOpen: false,
      };
    },
  };

  beforeAll(async () => {
    server = await NodeServer.start();
    index = await TrialIndex.open();
  });
  afterAll(async () => {
    await index.close();
    await server.stop();
  });

  async function readAll(lagsFrom: number): Promise<string> {
    await index.empty();
    had = chain.blocks.length;
    const indexer = await index.follow(server.serve([node]), OPTIONS, {});
    let isAfterLag = false;
    for (;;) {
      const step = await indexer.step();
      if (step.kind === 'level' && had === chain.blocks.length) return index.digest(chain);
      if (step.kind === 'level') {
        // Another process goes on from what the tables say.
        indexer.forget();
        had = chain.blocks.length;
      } else if (!isAfterLag && step.kind === 'advanced' && step.block >= lagsFrom) {
        isAfterLag = true;
        had = step.block + 1;
      }
    }
  }

  it('is followed to sums that are those of a sound one, where a lagging one ends at the head that was just written', async () => {
    expect(await readAll(20)).toBe(await readAll(Infinity));
  });
});
