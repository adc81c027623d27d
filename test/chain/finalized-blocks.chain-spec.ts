import { NodeError } from '@slipway/chain';
import { type systemClock } from '@slipway/domain';
import { FinalizedBlock } from '../../apps/indexer/src/registry/finalized-block.js';
import { FinalityViolationError } from '../../apps/indexer/src/rollback/resolve-fork.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { startOddNode, type OddNode, type OddRequest } from '../support/odd-node.js';
import { withClient } from '../support/pg-client.js';

const MOST = 100;

/** A clock whose every look is a minute after the one before: nodes are asked at each step. */
function impatient(): typeof systemClock {
  let now = Date.now();
  return { now: () => new Date((now += 60_000)) };
}

describe('FINALITY=finalized', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let node: OddNode;
  /** What the node says: a block's number, or an error. */
  let said: number | { readonly code: number; readonly message: string } = 0;

  const isTag = ({ params: [tag] }: OddRequest): boolean => tag === 'finalized';

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(7));
    await market.open(2);
    await market.act(30);
    node = await startOddNode(fixture.anvil.rpcUrl, {
      ask: (request) => {
        if (!isTag(request)) return request;
        return typeof said === 'number'
          ? { ...request, params: [`0x${said.toString(16)}`, false] }
          : { error: said };
      },
    });
  });

  afterAll(async () => {
    await node.stop();
    await fixture.stop();
  });

  async function open(): Promise<{ indexed: IndexFixture; finalized: FinalizedBlock }> {
    const finalized = new FinalizedBlock(impatient());
    const indexed = await IndexFixture.open(node.url, { finalityBlocks: MOST, finalized });
    return { indexed, finalized };
  }

  const head = async (): Promise<number> => Number(await fixture.client.getBlockNumber());

  const finalBefore = (indexed: IndexFixture): Promise<number> =>
    withClient(indexed.database.url, async (client) => {
      const { rows } = await client.query<{ final: number }>(
        'SELECT final_before::float8 AS final FROM head',
      );
      return rows[0]!.final;
    });

  it('takes back what is above that block, and nothing below it', async () => {
    said = (await head()) - 5;
    const { indexed, finalized } = await open();
    await indexed.catchUp();
    expect([finalized.number, finalized.failure]).toEqual([said, null]);
    expect(await finalBefore(indexed)).toBe(said);
    await fixture.reorganise(4);
    await market.takeStock();
    await market.act(2);
    await indexed.catchUp();
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
    const deep = (await head()) - said + 3;
    await fixture.reorganise(deep);
    await fixture.client.mine({ blocks: 1 });
    await expect(indexed.catchUp()).rejects.toThrow(FinalityViolationError);
    await indexed.close();
    await market.takeStock();
  });

  it('never takes back its word: a node that is behind changes nothing', async () => {
    said = (await head()) - 4;
    const { indexed, finalized } = await open();
    await indexed.catchUp();
    const before = said;
    said -= 20;
    await market.act(1);
    await indexed.catchUp();
    expect([finalized.number, await finalBefore(indexed)]).toEqual([before, before]);
    await indexed.close();
  });

  it.each([
    [
      'does not know of one',
      { code: -32_601, message: 'unknown block tag' },
      /is not known, blocks 100 back/,
    ],
    ['says one above the newest', 1_000_000, /is not known|behind/],
  ] as const)('says so when a node %s, and goes on by a number of blocks', async (_, says, reason) => {
    said = says;
    const { indexed, finalized } = await open();
    await indexed.catchUp();
    expect(finalized.number).toBe(-1);
    expect(finalized.failure).toMatch(reason);
    await fixture.reorganise(10);
    await market.takeStock();
    await market.act(1);
    await indexed.catchUp((error) => error instanceof NodeError);
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
    await indexed.close();
  });
});
