import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { decodeFunctionData } from 'viem';
import { multicall3Abi } from '@slipway/chain';
import { ApiMetrics } from '../../apps/api/src/platform/metrics/api-metrics.js';
import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { LOCAL_ADDRESSES } from '../../apps/devnet/src/chain/local-addresses.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { deployWallet } from '../support/deploy-wallet.js';
import { expectError } from '../support/http/expect-envelope.js';
import { RewardUser } from '../support/reward-user.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

const MULTICALL3 = LOCAL_ADDRESSES.multicall3;

describe('claiming, by HTTP and a wallet only', () => {
  let rewards: RewardFixture;
  let api: RunningApi;
  let next = 1;

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    api = await startApi(rewards.databaseUrl, { rpc: { http: [rewards.fixture.anvil.rpcUrl], ws: [] } });
  });

  afterAll(async () => {
    await api.close();
    await rewards.close();
  });

  /** One of anvil's accounts that no test has used yet, signed in. */
  async function newUser(): Promise<RewardUser> {
    const wallet = localAccount(next);
    next += 1;
    return RewardUser.signIn(api, rewards, wallet);
  }

  it('pays exactly what was claimable, once, from several programs in id order', async () => {
    const user = await newUser();
    await rewards.addList(
      'b-list',
      new Map([
        [user.address, 3n * WHOLE],
        [rewards.fixture.operator, WHOLE],
      ]),
    );
    await rewards.addList('a-list', new Map([[user.address, 5n * WHOLE]]));
    await rewards.publish('b-list');
    await rewards.publish('a-list');

    const before = await user.rewards();
    expect(before.items.map(({ programId, claimable }) => [programId, claimable])).toEqual([
      ['a-list', (5n * WHOLE).toString()],
      ['b-list', (3n * WHOLE).toString()],
    ]);
    const payload = await user.payload({ programIds: ['b-list', 'a-list', 'b-list'] });
    expect(payload).toMatchObject({ to: MULTICALL3, value: '0', chainId: 31_337 });
    expect(payload.merkleProofs.map(({ programId }) => programId)).toEqual(['a-list', 'b-list']);
    const call = decodeFunctionData({ abi: multicall3Abi, data: payload.data });
    if (call.functionName !== 'aggregate3') throw new Error(call.functionName);
    expect(call.args[0].map(({ allowFailure }) => allowFailure)).toEqual([true, true]);

    const { transfers, block } = await user.send(payload);
    expect(transfers).toEqual([
      { to: user.address, value: 5n * WHOLE },
      { to: user.address, value: 3n * WHOLE },
    ]);
    await rewards.index.catchUp();
    const response = await user.get('');
    expect(BigInt(response.headers.get('x-as-of-block')!)).toBe(block);
    expect(await response.json()).toEqual({ address: user.address, totalClaimableUsd: 0, items: [] });
    const nothing = await user.ask();
    await expectError(nothing, [409, 'nothing_to_claim']);
    expect(BigInt(nothing.headers.get('x-as-of-block')!)).toBe(block);
    await expectError(await user.ask({ programIds: ['a-list'] }), [409, 'nothing_to_claim']);
  });

  it('asks for one program at its distributor, and pays when a relayer sends it', async () => {
    const user = await newUser();
    const { distributor } = await rewards.addList('one', new Map([[user.address, 7n * WHOLE]]));
    await rewards.publish('one');
    const payload = await user.payload();
    expect(payload.to).toBe(distributor);
    expect(payload.merkleProofs).toEqual([{ programId: 'one', proof: [] }]);
    const { transfers } = await user.send(payload, localAccount(0));
    expect(transfers).toEqual([{ to: user.address, value: 7n * WHOLE }]);
  });

  it('pays a contract wallet (EIP-1271) that sends it itself', async () => {
    const owner = localAccount(1);
    const wallet = await deployWallet(rewards.fixture.client, owner.address);
    const user = await RewardUser.signIn(api, rewards, owner, wallet);
    await rewards.addList('contract-wallet', new Map([[wallet, 2n * WHOLE]]));
    await rewards.publish('contract-wallet');
    const { to, data } = await user.payload();
    const { client } = rewards.fixture;
    await client.impersonateAccount({ address: wallet });
    await client.setBalance({ address: wallet, value: WHOLE });
    const hash = await client.sendTransaction({ to, data, account: wallet, chain: null });
    const receipt = await awaitReceipt(client, hash);
    expect(receipt.status).toBe('success');
    expect(await rewards.paidTo(wallet)).toBe(2n * WHOLE);
  });

  it('gives the same bytes to calls in parallel, whatever the order and the spelling of the address', async () => {
    const user = await newUser();
    for (const id of ['par-1', 'par-2']) {
      await rewards.addList(
        id,
        new Map([
          [user.address, WHOLE],
          [rewards.fixture.operator, WHOLE],
        ]),
      );
      await rewards.publish(id);
    }
    const bodies = [{ programIds: ['par-1', 'par-2'] }, { programIds: ['par-2', 'par-1'] }, {}, undefined];
    const responses = await Promise.all(bodies.map((body) => user.ask(body)));
    const shouted = await api.post(
      `/rewards/0x${user.address.slice(2).toUpperCase()}/claim-payload`,
      {},
      user.headers,
    );
    const texts = await Promise.all([...responses, shouted].map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    const blocks = responses.map((response) => response.headers.get('x-as-of-block'));
    expect(new Set(blocks)).toEqual(new Set([String(await rewards.fixture.client.getBlockNumber())]));
    expect(responses[0]!.headers.get('cache-control')).toBe('private, no-store');
  });

  it('is refused by the chain after a new root, without loss, and right when asked again', async () => {
    const user = await newUser();
    const amounts = new Map([[user.address, 4n * WHOLE]]);
    const { distributor } = await rewards.addList('moving', amounts, {
      endsAt: inDays(8),
      emissionsPerDay: WHOLE,
    });
    await rewards.fixture.platform('transfer', rewards.fixture.operator, [distributor, 20n * WHOLE]);
    await rewards.publish('moving');
    const old = await user.payload({ programIds: ['moving'] });
    await rewards.passDays(1);
    await rewards.publish('moving');
    await expect(user.send(old)).rejects.toThrow();
    const [item] = (await user.rewards()).items.filter(({ programId }) => programId === 'moving');
    const { transfers } = await user.send(await user.payload({ programIds: ['moving'] }));
    expect(transfers).toEqual([{ to: user.address, value: BigInt(item!.claimable) }]);
  });

  it("is refused by the chain after another account's claim, and then there is nothing left", async () => {
    const user = await newUser();
    await rewards.addList('raced', new Map([[user.address, WHOLE]]));
    await rewards.publish('raced');
    const payload = await user.payload();
    await rewards.claim('raced', user.address);
    // Not indexed yet: the chain is asked, not the index.
    await expectError(await user.ask(), [409, 'nothing_to_claim']);
    await expect(user.send(payload)).rejects.toThrow();
    expect(await rewards.paidTo(user.address)).toBe(1_000_000n * WHOLE + WHOLE);
  });

  it('can be claimed again after a reorg that undid the claim', async () => {
    const user = await newUser();
    await rewards.addList('forked', new Map([[user.address, WHOLE]]));
    await rewards.publish('forked');
    await user.send(await user.payload());
    await rewards.index.catchUp();
    expect((await user.rewards()).items).toEqual([]);
    await rewards.fixture.client.request({ method: 'anvil_reorg', params: [1, []] } as never);
    await rewards.fixture.client.mine({ blocks: 1 });
    await rewards.index.catchUp();
    expect((await user.rewards()).items).toHaveLength(1);
    const { transfers } = await user.send(await user.payload());
    expect(transfers).toEqual([{ to: user.address, value: WHOLE }]);
  });

  it('says stale_root for a root that was not published, and leaves it out when others can be paid', async () => {
    const user = await newUser();
    const amounts = new Map([[user.address, WHOLE]]);
    const { distributor } = await rewards.addList('stale', amounts);
    await rewards.publish('stale');
    await rewards.setRoot(distributor, `0x${'ab'.repeat(32)}`);
    const named = await expectError(await user.ask({ programIds: ['stale'] }), [409, 'stale_root']);
    expect(named.details).toEqual({ programIds: ['stale'] });
    await expectError(await user.ask(), [409, 'stale_root']);
    await rewards.index.catchUp();
    expect((await user.rewards()).items).toEqual([]);
    const page = await api.get('/rewards/programs/stale');
    expect(await page.json()).toMatchObject({ root: `0x${'ab'.repeat(32)}`, leaves: null });
    expect(await api.app.get(ApiMetrics).render()).toContain('slipway_reward_stale_roots 1');

    await rewards.addList('fresh', amounts);
    await rewards.publish('fresh');
    expect((await user.payload()).merkleProofs.map(({ programId }) => programId)).toEqual(['fresh']);
    await expectError(await user.ask({ programIds: ['fresh', 'stale'] }), [409, 'stale_root']);
  });

  it('takes a root for what it is before it is indexed', async () => {
    const user = await newUser();
    await rewards.addList('unseen', new Map([[user.address, WHOLE]]));
    await rewards.index.catchUp();
    const publication = await rewards.programs.publish('unseen', null);
    await expectError(await user.ask({ programIds: ['unseen'] }), [409, 'nothing_to_claim']);
    await rewards.sendSetRoot(publication);
    expect((await user.payload()).merkleProofs).toHaveLength(1);
  });

  it('leaves out what the distributor cannot pay', async () => {
    const user = await newUser();
    const rich = await rewards.addList('funded', new Map([[user.address, WHOLE]]));
    const { distributor } = await rewards.addList('robbed', new Map([[user.address, 2n * WHOLE]]));
    await rewards.publish('funded');
    await rewards.publish('robbed');
    await rewards.fixture.client.impersonateAccount({ address: distributor });
    await rewards.fixture.client.setBalance({ address: distributor, value: WHOLE });
    await rewards.fixture.platform('transfer', distributor, [rewards.fixture.operator, WHOLE]);
    const payload = await user.payload();
    expect([payload.to, payload.merkleProofs.map(({ programId }) => programId)]).toEqual([
      rich.distributor,
      ['funded'],
    ]);
    const named = await expectError(await user.ask({ programIds: ['funded', 'robbed'] }), [
      409,
      'claim_unsafe',
    ]);
    expect(named.details).toEqual({ programIds: ['robbed'] });
  });

  it('returns 404 naming unknown programs, and 400 for a body that is not right', async () => {
    const user = await RewardUser.signIn(api, rewards, localAccount(1));
    const unknown = await user.ask({ programIds: ['zzz', 'a-list', 'nope', 'zzz'] });
    expect((await expectError(unknown, [404, 'not_found'])).details).toEqual({ programIds: ['nope', 'zzz'] });
    const bad: [unknown, string][] = [
      [{ programIds: [] }, 'programIds'],
      [{ programIds: null }, 'programIds'],
      [{ programIds: 'a-list' }, 'programIds'],
      [{ programIds: [1] }, 'programIds'],
      [{ programIds: ['A-LIST'] }, 'programIds'],
      [{ programIds: ['-a'] }, 'programIds'],
      [{ programIds: ['a'.repeat(65)] }, 'programIds'],
      [{ programIds: Array.from({ length: 101 }, (_, i) => `p${i}`) }, 'programIds'],
      [{ ids: ['a-list'] }, 'ids'],
      [[], 'body'],
      ['null', 'body'],
      ['"text"', 'body'],
    ];
    for (const [body, where] of bad) {
      const { details } = await expectError(await user.ask(body), [400, 'invalid_request']);
      expect(details.issues?.map(({ path }) => path)).toEqual([where]);
    }
    await expectError(await user.ask('{"programIds":'), [400, 'malformed_json']);
    await expectError(await user.ask('x'.repeat(33_000)), [413, 'payload_too_large']);
    const text = await api.post(user.path('/claim-payload'), '{}', {
      ...user.headers,
      'Content-Type': 'text/plain',
    });
    await expectError(text, [415, 'unsupported_media_type']);
  });

  it.each(['', '/proofs', '/claim-payload'])("is the owner's alone: %s", async (route) => {
    const user = await RewardUser.signIn(api, rewards, localAccount(1));
    const ask = (address: string, headers: Record<string, string>) =>
      route === '/claim-payload'
        ? api.post(`/rewards/${address}${route}`, { programIds: 'wrong' }, headers)
        : api.get(`/rewards/${address}${route}?limit=0`, headers);
    await expectError(await ask(user.address, {}), [401, 'unauthorized']);
    await expectError(await ask('stranger', {}), [401, 'unauthorized']);
    await expectError(await ask(user.address, { Authorization: 'Bearer x.y.z' }), [401, 'unauthorized']);
    await expectError(await ask('stranger', user.headers), [400, 'invalid_request']);
    for (const other of [localAccount(2).address, `0x${'99'.repeat(20)}`])
      await expectError(await ask(other, user.headers), [403, 'forbidden']);
    await expectError(await ask(user.address.toLowerCase(), user.headers), [400, 'invalid_request']);
  });

  it('returns 503 when the chain is away or silent, and when operators switched claims off', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    for (const rpcUrl of ['http://127.0.0.1:1', `http://127.0.0.1:${port}`]) {
      const away = await startApi(rewards.databaseUrl, { rpc: { http: [rpcUrl], ws: [] } });
      const user = await RewardUser.signIn(away, rewards, localAccount(1));
      await expectError(await user.ask({ programIds: ['a-list'] }), [503, 'upstream_unavailable']);
      await away.close();
    }
    silent.close();
    for (const socket of sockets) socket.destroy();

    const flag = (enabled: boolean) =>
      rewards.pool.query(
        `INSERT INTO flags (name, enabled) VALUES ('claims', $1) ON CONFLICT (name) DO UPDATE SET enabled = $1`,
        [enabled],
      );
    const user = await RewardUser.signIn(api, rewards, localAccount(1));
    await flag(false);
    // A body that is wrong is refused before the chain is asked, which may be slow to respond.
    const isOff = async (): Promise<boolean> => (await user.ask({ programIds: 'wrong' })).status === 503;
    await until('the flag is read', isOff);
    const { details } = await expectError(await user.ask({ programIds: 'wrong' }), [
      503,
      'service_unavailable',
    ]);
    expect(details).toEqual({ feature: 'claims' });
    await flag(true);
    await until('the flag is read', async () => !(await isOff()));
  });
});

/** Between two days, so that a day more on the chain ends a day of the program. */
function inDays(days: number): Date {
  return new Date((Math.floor(Date.now() / 1_000) + days * 86_400) * 1_000);
}
