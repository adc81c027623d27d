import { InconsistentNodeError } from '@slipway/chain';
import type { Address } from '@slipway/domain';
import type { Step } from '../../apps/indexer/src/ingest/step.js';
import { startFaultyNode, type Fault, type FaultyNode, type RpcRequest } from '../support/faulty-node.js';
import { dumpFreshIndex, dumpIndex } from '../support/index-fixture.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { until } from '../support/until.js';

/** More blocks than the index waits for: their history is read beside its steps. */
const LONG = 300;

describe('the history of a distributor whose program was added late', () => {
  let node: FaultyNode;
  let rewards: RewardFixture;
  let programs = 0;

  beforeAll(async () => {
    rewards = await RewardFixture.open(async (rpcUrl) => {
      node = await startFaultyNode(rpcUrl);
      return node.url;
    });
  });

  afterAll(async () => {
    await rewards.close();
    await node.stop();
  });

  beforeEach(async () => {
    node.choose = () => null;
    const distributor = await rewards.deployDistributor(WHOLE);
    for (const digit of ['1', '2', '3']) await rewards.setRoot(distributor, `0x${digit.repeat(64)}`);
    await rewards.fixture.client.mine({ blocks: LONG });
    await rewards.index.catchUp();
    programs += 1;
    const amounts = new Map([[rewards.fixture.traders[0]!, WHOLE]]);
    await rewards.addList(`late-${programs}`, amounts, { distributor });
  });

  /** Spoils the requests about distributors alone, which is their history. */
  function spoilHistory(fault: Fault): void {
    const isHistory = ({ method, params }: RpcRequest): boolean =>
      method === 'eth_getLogs' && (params[0] as { address: Address[] }).address.length === 1;
    node.choose = (requests) => (requests.some(isHistory) ? fault : null);
  }

  async function stepUntil(kind: Step['kind']): Promise<Step['kind'][]> {
    const kinds: Step['kind'][] = [];
    while (kinds.at(-1) !== kind) kinds.push((await rewards.index.indexer.step()).kind);
    return kinds;
  }

  function isInconsistent(error: unknown): boolean {
    if (!(error instanceof InconsistentNodeError)) throw error;
    return false;
  }

  async function expectFresh(): Promise<void> {
    const fresh = await dumpFreshIndex(rewards.fixture.anvil.rpcUrl, {}, rewards.copyPrograms);
    expect(fresh['reward_roots']).toHaveLength(3 * programs);
    expect(await dumpIndex(rewards.databaseUrl)).toEqual(fresh);
  }

  it('is read while the index goes on', async () => {
    await rewards.fixture.client.mine({ blocks: 1 });
    expect(await stepUntil('followed')).toContain('advanced');
    await rewards.index.catchUp();
    await expectFresh();
  });

  it('is not believed while logs of it are missing and no receipts come, and the index goes on', async () => {
    spoilHistory('missing-logs');
    const { choose } = node;
    const isReceipts = ({ method }: RpcRequest): boolean =>
      method.endsWith('Receipts') || method.endsWith('Receipt');
    node.choose = (requests) => (requests.some(isReceipts) ? 'http-500' : choose(requests));
    await expect(stepUntil('followed')).rejects.toThrow(InconsistentNodeError);
    await rewards.fixture.client.mine({ blocks: 1 });
    const did = (kind: Step['kind']): Promise<boolean> => stepUntil(kind).then(() => true, isInconsistent);
    await until('the index went on', () => did('advanced'));
    node.choose = () => null;
    await until('the history is in', () => did('followed'));
    await rewards.index.catchUp();
    await expectFresh();
  });

  it('has each event once, however often the node gives it', async () => {
    spoilHistory('duplicate-logs');
    await stepUntil('followed');
    expect(node.done.get('duplicate-logs')).toBeGreaterThan(0);
    await rewards.index.catchUp();
    await expectFresh();
  });
});
