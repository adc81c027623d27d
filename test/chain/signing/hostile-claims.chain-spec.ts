import { encodeFunctionData, erc20Abi, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { universalRewardsDistributorAbi } from '@slipway/chain';
import { toAddress, type Address as Eip55 } from '@slipway/domain';
import { localAccount } from '../../../apps/devnet/src/chain/accounts.js';
import { askAgain } from '../../support/ask-again.js';
import { awaitReceipt } from '../../support/await-receipt.js';
import {
  deployHostile,
  DISTRIBUTOR_MANNERS,
  TOKEN_MANNERS,
  type HostileContract,
} from '../../support/deploy-hostile.js';
import { expectError } from '../../support/http/expect-envelope.js';
import { RewardFixture, WHOLE } from '../../support/reward-fixture.js';
import { RewardUser } from '../../support/reward-user.js';
import { startApi, type RunningApi } from '../../support/running-api.js';
import { startSimpleNode, type SimpleNode } from '../../support/simple-node.js';

const GAS = 3_000_000n;

/** What a hostile reward does to the wallet that asked for its claim, as it is told and as the chain does it. */
describe.each([
  ['with every call of nodes', []],
  ['without eth_simulateV1', ['eth_simulateV1']],
])('hostile rewards, %s', (_, unknown) => {
  let rewards: RewardFixture;
  let node: SimpleNode;
  let api: RunningApi;
  let user: RewardUser;
  let next = 1;

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    node = await startSimpleNode(rewards.fixture.anvil.rpcUrl, ({ method }) =>
      (unknown as readonly string[]).includes(method),
    );
    api = await startApi(rewards.databaseUrl, { rpc: { http: [node.url], ws: [] } });
  });

  /** A wallet of its own: nothing is left of the test before. */
  beforeEach(async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    user = await RewardUser.signIn(api, rewards, account);
    await rewards.fixture.client.setBalance({ address: account.address, value: WHOLE });
    await rewards.fixture.client.impersonateAccount({ address: account.address });
  });

  afterAll(async () => {
    await api.close();
    await node.stop();
    await rewards.close();
  });

  /** At once, or when a busy machine has time to try the claims. */
  const answer = (body?: unknown): Promise<Response> => askAgain(() => user.ask(body));

  const newId = (): string => `p-${String((next += 1)).padStart(3, '0')}`;

  /** A program in the platform token that pays. */
  async function addHonest(): Promise<string> {
    const id = newId();
    await rewards.addList(id, new Map([[user.address, WHOLE]]));
    await rewards.publish(id);
    return id;
  }

  /** A program in a token of its own that pays until it is told otherwise. */
  async function addToken(): Promise<{ id: string; token: HostileContract; distributor: Eip55 }> {
    const id = newId();
    const token = await deployHostile(rewards.fixture, 'HostileToken', rewards.fixture.operator);
    const distributor = await rewards.deployDistributor(0n);
    await rewards.fixture.write({
      ...{ address: token.address, abi: erc20Abi, functionName: 'transfer', from: rewards.fixture.operator },
      args: [distributor, 100n * WHOLE],
    });
    await rewards.addList(id, new Map([[user.address, WHOLE]]), {
      ...{ rewardToken: token.address, distributor },
    });
    await rewards.publish(id);
    return { id, token, distributor };
  }

  /** A program in the platform token, paid by a distributor of its own. */
  async function addDistributor(): Promise<{ id: string; distributor: HostileContract }> {
    const id = newId();
    const distributor = await deployHostile(rewards.fixture, 'HostileDistributor');
    await rewards.fixture.platform('transfer', rewards.fixture.operator, [distributor.address, 100n * WHOLE]);
    await rewards.addList(id, new Map([[user.address, WHOLE]]), { distributor: distributor.address });
    await rewards.publish(id);
    return { id, distributor };
  }

  const balance = (token: Address): Promise<bigint> =>
    rewards.fixture.client.readContract({
      ...{ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [user.address] },
    });
  const platform = (): Promise<bigint> => balance(rewards.fixture.addresses.platformToken);
  const idsOf = ({ merkleProofs }: { merkleProofs: { programId: string }[] }): string[] =>
    merkleProofs.map(({ programId }) => programId);

  async function send({ to, data }: { to: Address; data: Hex }): Promise<boolean> {
    const { client } = rewards.fixture;
    const hash = await client.sendTransaction({ account: user.address, chain: null, to, data, gas: GAS });
    return (await awaitReceipt(client, hash)).status === 'success';
  }

  const PAYING: readonly string[] = ['Honest', 'Reenters', 'ReturnsTooMuch', 'PaysNothingAfterBlocks'];

  it.each(TOKEN_MANNERS.filter((one) => !PAYING.includes(one)))(
    'a token that %s: never handed out, refused by name, and the rest is paid',
    async (manner) => {
      const honest = await addHonest();
      const { id, token } = await addToken();
      await token.write('behave', TOKEN_MANNERS.indexOf(manner));
      const named = await expectError(await answer({ programIds: [honest, id] }), [409, 'claim_unsafe']);
      expect(named.details).toEqual({ programIds: [id] });
      const payload = await user.payload();
      expect(idsOf(payload)).toEqual([honest]);
      const before = await platform();
      expect(await send(payload)).toBe(true);
      expect((await platform()) - before).toBe(WHOLE);
      await expectError(await answer(), [409, 'nothing_to_claim']);
    },
  );

  it.each(['Honest', 'Reenters', 'ReturnsTooMuch'] as const)(
    'a token that %s and pays: by itself, once nothing else is left',
    async (manner) => {
      const honest = await addHonest();
      const { id, token } = await addToken();
      await token.write('behave', TOKEN_MANNERS.indexOf(manner));
      const first = await user.payload();
      expect(idsOf(first)).toEqual([honest]);
      expect(await send(first)).toBe(true);
      const second = await user.payload();
      expect(idsOf(second)).toEqual([id]);
      expect(await send(second)).toBe(true);
      expect(await balance(token.address)).toBe(WHOLE);
    },
  );

  it('a token that claims another program while it pays: nothing is lost, whatever is named', async () => {
    const honest = await addHonest();
    const { id, token } = await addToken();
    const due = await rewards.programs.findClaim(honest, toAddress(user.address));
    const args = [user.address, due!.rewardToken, due!.cumulative, due!.proof] as const;
    const data = encodeFunctionData({ abi: universalRewardsDistributorAbi, functionName: 'claim', args });
    await token.write('reenter', due!.distributor, data);
    await token.write('behave', TOKEN_MANNERS.indexOf('Reenters'));
    const payload = await user.payload({ programIds: [honest, id] });
    const before = await platform();
    expect(await send(payload)).toBe(true);
    expect([(await platform()) - before, await balance(token.address)]).toEqual([WHOLE, WHOLE]);
  });

  it('a token that pays up to a block: the others of the call are paid after it, and then it is refused', async () => {
    const honest = await addHonest();
    const { id, token } = await addToken();
    await token.write('behave', TOKEN_MANNERS.indexOf('PaysNothingAfterBlocks'));
    const payload = await user.payload({ programIds: [honest, id] });
    expect(idsOf(payload)).toEqual([honest, id]);
    await rewards.fixture.client.mine({ blocks: 6 });
    const before = await platform();
    expect(await send(payload)).toBe(true);
    expect([(await platform()) - before, await balance(token.address)]).toEqual([WHOLE, 0n]);
    await rewards.index.catchUp();
    await expectError(await answer({ programIds: [id] }), [409, 'nothing_to_claim']);
  });

  it.each(['Reverts', 'BurnsAllGas', 'PaysNothing'] as const)(
    'a token that turns to %s after it was measured: the others of a call that names it are paid',
    async (manner) => {
      const { id, token } = await addToken();
      const honest = await addHonest();
      const payload = await user.payload({ programIds: [id, honest] });
      expect(idsOf(payload)).toEqual([id, honest]);
      const alone = await user.payload();
      expect(idsOf(alone)).toEqual([honest]);
      await token.write('behave', TOKEN_MANNERS.indexOf(manner));
      const before = await platform();
      // One that takes all gas can starve only the call that names it.
      if (manner !== 'BurnsAllGas') expect(await send(payload)).toBe(true);
      else expect(await send(alone)).toBe(true);
      expect([(await platform()) - before, await balance(token.address)]).toEqual([WHOLE, 0n]);
    },
  );

  it.each(DISTRIBUTOR_MANNERS.filter((one) => one !== 'Honest'))(
    'a distributor that %s: never handed out with another, and the rest is paid',
    async (manner) => {
      const honest = await addHonest();
      const { id, distributor } = await addDistributor();
      await distributor.write('behave', DISTRIBUTOR_MANNERS.indexOf(manner));
      const payload = await user.payload();
      expect(idsOf(payload)).toEqual([honest]);
      const before = await platform();
      expect(await send(payload)).toBe(true);
      expect((await platform()) - before).toBe(WHOLE);
      // What cannot be read is no distributor.
      const code = manner === 'BurnsGasWhenRead' ? 'nothing_to_claim' : 'claim_unsafe';
      await expectError(await answer({ programIds: [id] }), [409, code]);
    },
  );

  it('a root that changed, and a claim that somebody else made: no loss to the others of the call', async () => {
    const [first, second, third] = [await addHonest(), await addHonest(), await addHonest()];
    const payload = await user.payload();
    expect(idsOf(payload)).toEqual([first, second, third]);
    await rewards.claim(first, user.address);
    const changed = await rewards.programs.findClaim(second, toAddress(user.address));
    await rewards.setRoot(changed!.distributor, `0x${'ab'.repeat(32)}`);
    const before = await platform();
    expect(await send(payload)).toBe(true);
    expect((await platform()) - before).toBe(WHOLE);
    await expectError(await answer({ programIds: [third] }), [409, 'nothing_to_claim']);
    await expectError(await answer({ programIds: [second] }), [409, 'stale_root']);
  });
});

describe('at a node that can try no calls', () => {
  it('says so instead of handing out a claim', async () => {
    const rewards = await RewardFixture.open();
    const node = await startSimpleNode(
      rewards.fixture.anvil.rpcUrl,
      ({ method, params }) => method === 'eth_simulateV1' || (method === 'eth_call' && params?.length === 3),
    );
    const api = await startApi(rewards.databaseUrl, { rpc: { http: [node.url], ws: [] } });
    const user = await RewardUser.signIn(api, rewards, localAccount(1));
    await rewards.addList('one', new Map([[user.address, WHOLE]]));
    await rewards.publish('one');
    await expectError(await user.ask(), [503, 'upstream_unavailable']);
    await api.close();
    await node.stop();
    await rewards.close();
  });
});
