import type { ConfigDto } from '../../apps/api/src/modules/config/config.dto.js';
import type { PreflightResultDto } from '../../apps/api/src/modules/preflight/preflight.dto.js';
import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { deployWallet } from '../support/deploy-wallet.js';
import { startFaultyNode, type Fault, type FaultyNode } from '../support/faulty-node.js';
import { expectError } from '../support/http/expect-envelope.js';
import { TEXTS } from '../support/launchpad-fixture.js';
import { RewardUser } from '../support/reward-user.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { startApi, type RunningApi } from '../support/running-api.js';

/** Not what any launch has paid, so that only the chain can have said it. */
const COST = 123n * WHOLE;
const REFUSING = 'http://127.0.0.1:9';

describe('an API with two nodes', () => {
  const owner = localAccount(1);
  let rewards: RewardFixture;
  let first: FaultyNode;
  let second: FaultyNode;

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    const { rpcUrl } = rewards.fixture.anvil;
    [first, second] = await Promise.all([startFaultyNode(rpcUrl), startFaultyNode(rpcUrl)]);
    await rewards.fixture.write({
      address: rewards.fixture.addresses.launchpad,
      abi: launchpadAbi,
      functionName: 'setLaunchCost',
      args: [COST],
      from: rewards.fixture.operator,
    });
    await rewards.index.catchUp();
  });

  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await rewards.close();
  });

  async function withApi(
    nodes: readonly [string, ...string[]],
    use: (api: RunningApi) => Promise<void>,
  ): Promise<void> {
    const api = await startApi(rewards.databaseUrl, { rpc: { http: nodes, ws: [] } });
    await use(api).finally(() => api.close());
  }

  /** Everything that the API asks the chain for: launch costs, a candidate, a contract wallet and its claim. */
  async function expectAllResponses(api: RunningApi, programId: string): Promise<void> {
    const config = (await (await api.get('/config')).json()) as ConfigDto;
    expect(config.launch.cost).toBe(String(COST));
    const preflight = await api.post('/preflight/launch', { ...TEXTS, creator: owner.address });
    const result = (await preflight.json()) as PreflightResultDto;
    expect(result.estimatedPlatformCost).toBe(String(COST));
    const wallet = await deployWallet(rewards.fixture.client, owner.address);
    await rewards.addList(programId, new Map([[wallet, WHOLE]]));
    await rewards.publish(programId);
    const user = await RewardUser.signIn(api, rewards, owner, wallet);
    expect((await user.payload()).merkleProofs).toEqual([{ programId, proof: [] }]);
  }

  it('asks the second node when the first one refuses connections', async () => {
    await withApi([REFUSING, second.url], (api) => expectAllResponses(api, 'refusing'));
  });

  it.each<Fault>(['http-500', 'http-429', 'hang', 'hang-midway', 'truncated-json', 'missing-response'])(
    'asks the second node when the first one fails with %s',
    async (fault) => {
      first.choose = () => fault;
      await withApi([first.url, second.url], (api) => expectAllResponses(api, fault));
      expect(first.done.get(fault)).toBeGreaterThan(0);
    },
  );

  it('asks a node that failed no more while the other one responds, and again when that one fails', async () => {
    first.choose = () => 'hang';
    second.choose = () => null;
    await withApi([first.url, second.url], async (api) => {
      const wallet = await deployWallet(rewards.fixture.client, owner.address);
      await RewardUser.signIn(api, rewards, owner, wallet);
      const asked = first.asked.length;
      await RewardUser.signIn(api, rewards, owner, wallet);
      expect(first.asked).toHaveLength(asked);
      first.choose = () => null;
      second.choose = () => 'http-500';
      await RewardUser.signIn(api, rewards, owner, wallet);
      expect(first.asked.length).toBeGreaterThan(asked);
    });
  });

  it('believes a contract that fails, and asks no other node about it', async () => {
    first.choose = () => null;
    const wallet = await deployWallet(rewards.fixture.client, owner.address, 'Reverts');
    const asked = second.asked.length;
    await withApi([first.url, second.url], async (api) => {
      await expect(RewardUser.signIn(api, rewards, owner, wallet)).rejects.toThrow('siwe_rejected');
    });
    expect(second.asked).toHaveLength(asked);
  });

  it('says 503 when no node responds, within the time that one node has', async () => {
    first.choose = () => null;
    second.choose = () => 'hang';
    await withApi([first.url, second.url], async (api) => {
      const user = await RewardUser.signIn(api, rewards, owner);
      await rewards.addList('hanging', new Map([[user.address, WHOLE]]));
      await rewards.publish('hanging');
      first.choose = () => 'hang';
      const startedAt = performance.now();
      await expectError(await user.ask(), [503, 'upstream_unavailable']);
      expect(performance.now() - startedAt).toBeLessThan(3_900);
    });
  });
});
