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
import { until } from '../support/until.js';

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
    // Each node has a part of a second: one that a busy machine lets wait longer is asked again.
    await until('the configuration has the cost', async () => {
      const config = (await (await api.get('/config')).json()) as Partial<ConfigDto>;
      return config.launch?.cost === String(COST);
    });
    await until('preflight has the cost', async () => {
      const preflight = await api.post('/preflight/launch', { ...TEXTS, creator: owner.address });
      const result = (await preflight.json()) as Partial<PreflightResultDto>;
      return result.estimatedPlatformCost === String(COST);
    });
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
      let asked = 0;
      // One that a busy machine lets wait for longer than it has has failed too.
      await until('the second node is asked alone', async () => {
        asked = first.asked.length;
        await RewardUser.signIn(api, rewards, owner, wallet);
        return first.asked.length === asked;
      });
      first.choose = () => null;
      second.choose = () => 'http-500';
      await RewardUser.signIn(api, rewards, owner, wallet);
      expect(first.asked.length).toBeGreaterThan(asked);
    });
  });

  it('believes a contract that fails, and asks no other node about it', async () => {
    first.choose = () => null;
    const wallet = await deployWallet(rewards.fixture.client, owner.address, 'Reverts');
    // A node that a busy machine lets wait for longer than it has fails as well: each API begins with the first.
    await until('the first node is asked alone', async () => {
      const asked = second.asked.length;
      await withApi([first.url, second.url], async (api) => {
        await expect(RewardUser.signIn(api, rewards, owner, wallet)).rejects.toThrow('siwe_rejected');
      });
      return second.asked.length === asked;
    });
  });

  it('says 503 when no node responds, within the time that one node has', async () => {
    first.choose = () => null;
    second.choose = () => 'hang';
    await withApi([first.url, second.url], async (api) => {
      const user = await RewardUser.signIn(api, rewards, owner);
      await rewards.addList('hanging', new Map([[user.address, WHOLE]]));
      await rewards.publish('hanging');
      first.choose = () => 'hang';
      await until('it is said in time', async () => {
        const startedAt = performance.now();
        await expectError(await user.ask(), [503, 'upstream_unavailable']);
        return performance.now() - startedAt < 3_900;
      });
    });
  });
});
