import { idOfAddress } from '@slipway/database';
import { SimpleMerkleTree, StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { parse } from 'csv-parse/sync';
import type { Address } from 'viem';
import type { NodeHex } from '@slipway/reward-programs';
import { systemClock, toAddress } from '@slipway/domain';
import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { SHARED_NOT_FOUND, expectError } from '../support/http/expect-envelope.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import type { RewardsSummaryDto } from '../../apps/api/src/modules/rewards/rewards.dto.js';
import { andCursor, readPages } from '../support/read-pages.js';
import { DAY_SECONDS, RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { PUBLIC_BASE_URL, startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { signIn } from '../support/wallet.js';

const ALICE = localAccount(1);
const SLIP_USD = 25_000_000n;

describe('reading rewards', () => {
  let rewards: RewardFixture;
  let api: RunningApi;
  let headers: Record<string, string>;
  let app: Address;

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    api = await startApi(rewards.databaseUrl, { rpc: { http: [rewards.fixture.anvil.rpcUrl], ws: [] } });
    headers = { Authorization: `Bearer ${await signIn(api, ALICE)}` };
    const { fixture } = rewards;
    await new MarketActivity(fixture, seededRandom(1)).publishPrice(SLIP_USD);
    app = await fixture.launch(fixture.trader(0));
    await fixture.buy(fixture.trader(0), app, 500n * WHOLE);
    await rewards.index.catchUp();
    const accounts = new Map<Address, bigint>(
      fixture.traders.map((trader, i) => [trader, BigInt(i + 1) * WHOLE]),
    );
    await rewards.addList('ended-public', accounts, { allocationsPublic: true });
    await rewards.addList('ended-private', accounts);
    await rewards.publish('ended-public');
    await rewards.publish('ended-private');
    const inApp = await rewards.deployDistributor(0n);
    await fixture.transfer(app, fixture.trader(0), inApp, 2n * WHOLE);
    await rewards.addList('paid-in-app', new Map([[ALICE.address, 2n * WHOLE]]), {
      distributor: inApp,
      rewardToken: toAddress(app),
      tokenAddress: toAddress(app),
    });
    await rewards.publish('paid-in-app');
  });

  afterAll(async () => {
    await api.close();
    await rewards.close();
  });

  async function json<T>(path: string, more = headers): Promise<T> {
    const response = await api.get(path, more);
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  it('lists the programs that are active by the wall clock, until the next one begins or ends', async () => {
    const soon = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    const list = new Map([[ALICE.address, 1n]]);
    const at = (days: number) => new Date(soon.getTime() + days * DAY_SECONDS * 1_000);
    await rewards.addList('c-begins', list, { startsAt: soon, endsAt: at(1) });
    await rewards.addList('b-ends', list, { startsAt: at(-1), endsAt: soon });
    await rewards.addList('d-runs', list, { startsAt: at(-1), endsAt: at(1) });
    await rewards.addList('e-later', list, { startsAt: at(1), endsAt: at(2) });
    const ids = async () =>
      (await json<{ programs: { id: string }[] }>('/rewards/programs', {})).programs.map(({ id }) => id);
    const { now } = Date;
    try {
      // However long it took to add them.
      Date.now = () => soon.getTime() - 1_000;
      systemClock.now = () => new Date(Date.now());
      expect(await ids()).toEqual(['b-ends', 'd-runs']);
    } finally {
      Date.now = now;
      systemClock.now = () => new Date();
    }
    // The chain stands still meanwhile: only the clock moves.
    expect(await ids()).toEqual(['c-begins', 'd-runs']);
  });

  it('has what a wallet may claim as CSV, page by page', async () => {
    const own = `/rewards/${ALICE.address}`;
    const { items } = await json<RewardsSummaryDto>(own);
    expect(items.length).toBeGreaterThan(2);
    const rows: string[][] = [];
    let path: string | null = `${own}?limit=2`;
    while (path !== null) {
      const page = await api.get(path, { ...headers, Accept: 'text/csv' });
      const [header, ...lines] = parse(await page.text());
      expect(header).toEqual(['programId', 'tokenAddress', 'symbol', 'claimable', 'claimableUsd']);
      rows.push(...lines);
      const link: string | null = page.headers.get('link');
      path = link === null ? null : /^<(.*)>/.exec(link)![1]!.slice(PUBLIC_BASE_URL.length);
    }
    expect(rows).toEqual(
      items.map(({ programId, tokenAddress, symbol, claimable, claimableUsd = '' }) => [
        programId,
        tokenAddress,
        symbol,
        claimable,
        String(claimableUsd),
      ]),
    );
  });

  it('finds programs by id, ended ones and those to come too, in the order asked', async () => {
    const ids = async (query: string): Promise<string[]> =>
      (await json<{ programs: { id: string }[] }>(`/rewards/programs?ids=${query}`)).programs.map(
        ({ id }) => id,
      );
    expect(await ids('e-later,none,ended-public,e-later')).toEqual(['e-later', 'ended-public']);
    expect(await ids('none')).toEqual([]);
    for (const query of [
      'ids=',
      'ids=a,',
      'ids=A',
      `ids=${'a,'.repeat(100)}a`,
      'ids=a&limit=1',
      'ids=a&cursor=b',
    ]) {
      await expectError(await api.get(`/rewards/programs?${query}`), [400, 'invalid_request']);
    }
  });

  it('paginates programs by Link', async () => {
    const first = await api.get('/rewards/programs?limit=1');
    const [, url = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link')!)!;
    expect(url.startsWith(`${PUBLIC_BASE_URL}/rewards/programs?limit=1&cursor=`)).toBe(true);
    const second = await api.get(url.slice(PUBLIC_BASE_URL.length));
    expect(second.headers.get('link')).toBeNull();
    const idsOf = async (page: Response) =>
      ((await page.json()) as { programs: { id: string }[] }).programs.map(({ id }) => id);
    expect([...(await idsOf(first)), ...(await idsOf(second))]).toEqual(['c-begins', 'd-runs']);
    await expectError(await api.get('/rewards/programs?cursor=abc'), [400, 'invalid_request']);
  });

  it('describes a program with its root, leaves and payments', async () => {
    await rewards.claim('ended-public', rewards.fixture.trader(3));
    await rewards.index.catchUp();
    const [{ distributor, root, block }] = (
      await rewards.pool.query<{ distributor: string; root: string; block: string }>(
        `SELECT p.distributor, '0x' || encode(r.root, 'hex') AS root, r.block_number AS block FROM programs p
        JOIN reward_roots r ON r.distributor_id = ${idOfAddress('p.distributor')} WHERE p.id = 'ended-public'`,
      )
    ).rows as [{ distributor: string; root: string; block: string }];
    expect(await json('/rewards/programs/ended-public')).toMatchObject({
      id: 'ended-public',
      source: 'protocol',
      tokenAddress: null,
      distributor,
      root,
      rootBlock: Number(block),
      leafEncoding: ['address', 'address', 'uint256'],
      leaves: 9,
      hasPublicTree: true,
      claimedTotal: (4n * WHOLE).toString(),
    });
    expect(await json('/rewards/programs/paid-in-app')).toMatchObject({ source: 'app', tokenAddress: app });
    expect(await json('/rewards/programs/e-later')).toMatchObject({ root: null, rootBlock: null, leaves: 0 });
    const unknown = await api.get('/rewards/programs/none');
    await expectError(unknown, [404, 'not_found'], SHARED_NOT_FOUND);
    expect(unknown.headers.get('x-as-of-block')).toMatch(/^\d+$/);
    for (const id of ['NONE', '-a', 'a'.repeat(65), '%F0%9F%99%82']) {
      await expectError(await api.get(`/rewards/programs/${id}`), [400, 'invalid_request']);
      await expectError(await api.get(`/rewards/programs/${id}/tree`), [400, 'invalid_request']);
    }
  });

  it("streams a public tree that OpenZeppelin's library validates, and no private one", async () => {
    const response = await api.get('/rewards/programs/ended-public/tree');
    const dump = (await response.json()) as ReturnType<StandardMerkleTree<string[]>['dump']>;
    const tree = StandardMerkleTree.load<string[]>(dump);
    tree.validate();
    expect([...tree.entries()]).toHaveLength(9);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('etag')).toContain(tree.root);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-request-id')).not.toBeNull();

    const plain = { 'Accept-Encoding': 'identity' };
    const identity = await api.get('/rewards/programs/ended-public/tree', plain);
    expect(identity.headers.get('etag')).toBe(`"${tree.root}"`);
    expect(await identity.json()).toEqual(dump);
    const again = await api.get('/rewards/programs/ended-public/tree', {
      ...plain,
      'If-None-Match': `"${tree.root}"`,
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await fetch(`${api.origin}/v1/rewards/programs/ended-public/tree`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const id of ['ended-private', 'e-later', 'none'])
      await expectError(await api.get(`/rewards/programs/${id}/tree`), [404, 'not_found'], SHARED_NOT_FOUND);
  });

  it("sums a wallet's rewards, priced in the same block", async () => {
    const { items, totalClaimableUsd } = await json<Rewards>(`/rewards/${ALICE.address}`);
    const { prices } = await json<{ prices: { tokenAddress: string; priceUsd: number | null }[] }>(
      `/prices?tokens=${app},${rewards.fixture.addresses.platformToken}`,
    );
    expect(items.map(({ programId, claimable }) => [programId, claimable])).toEqual([
      ['ended-private', WHOLE.toString()],
      ['ended-public', WHOLE.toString()],
      ['paid-in-app', (2n * WHOLE).toString()],
    ]);
    const priceOf = (token: string) => prices.find(({ tokenAddress }) => tokenAddress === token)!.priceUsd;
    for (const item of items) {
      expect(item.claimableUsd).toBeCloseTo(
        (priceOf(item.tokenAddress)! * Number(item.claimable)) / 1e18,
        12,
      );
    }
    expect(totalClaimableUsd).toBeCloseTo(
      items.reduce((sum, item) => sum + item.claimableUsd!, 0),
      12,
    );
  });

  it('paginates rewards by Link, with the total of all of them on every page', async () => {
    const whole = await json<Rewards>(`/rewards/${ALICE.address}`);
    const listed: unknown[] = [];
    for (let path: string | null = `/rewards/${ALICE.address}?limit=2`; path !== null;) {
      const page = await api.get(path, headers);
      const body = (await page.json()) as Rewards;
      expect(body.totalClaimableUsd).toEqual(whole.totalClaimableUsd);
      listed.push(...body.items);
      const [, url] = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '') ?? [];
      path = url?.slice(PUBLIC_BASE_URL.length) ?? null;
    }
    expect(listed).toEqual(whole.items);
  });

  it('gives every leaf with a proof that any client can check', async () => {
    const { proofs } = await json<{ proofs: Proof[] }>(`/rewards/${ALICE.address}/proofs`);
    expect(proofs.map(({ programId }) => programId)).toEqual([
      'ended-private',
      'ended-public',
      'paid-in-app',
    ]);
    for (const { root, leaf, proof, cumulative, claimed, rewardToken } of proofs) {
      expect(SimpleMerkleTree.verify(root, leaf, proof)).toBe(true);
      const value = [ALICE.address, rewardToken, cumulative];
      expect(StandardMerkleTree.verify(root, ['address', 'address', 'uint256'], value, proof)).toBe(true);
      expect(claimed).toBe('0');
    }
  });

  it("lists what a wallet was paid among its events, a reward in an app's token once", async () => {
    const { fixture } = rewards;
    const platform = toAddress(fixture.addresses.platformToken);
    await rewards.claim('ended-private', ALICE.address);
    // Of as much as a reward, but none.
    await fixture.transfer(app, ALICE.address, fixture.trader(1), 2n * WHOLE);
    await fixture.transfer(app, fixture.trader(1), ALICE.address, 2n * WHOLE);
    await rewards.claim('paid-in-app', ALICE.address);
    await rewards.claim('ended-public', ALICE.address);
    await rewards.index.catchUp();
    const read = (query: string) =>
      json<{ activity: Event[]; nextCursor: string | null }>(`/portfolio/${ALICE.address}/activity?${query}`);
    const { activity } = await read('limit=100');
    const [publicProgram, inApp, , , privateProgram] = activity;
    const newest = activity.slice(0, 5);
    expect(newest.map(({ type, tokenAddress, tokenAmount }) => [type, tokenAddress, tokenAmount])).toEqual([
      ['claim', platform, WHOLE.toString()],
      ['claim', app, (2n * WHOLE).toString()],
      ['transfer', app, (2n * WHOLE).toString()],
      ['transfer', app, (2n * WHOLE).toString()],
      ['claim', platform, WHOLE.toString()],
    ]);
    for (const claim of [publicProgram, privateProgram])
      expect(claim).toMatchObject({ priceUsd: 0.25, valueUsd: 0.25, platformAmount: null });
    expect(inApp!.valueUsd).toBeCloseTo(2 * inApp!.priceUsd!, 15);
    expect([publicProgram!.symbol, publicProgram!.to]).toEqual(['SLIP', ALICE.address]);
    const { rows } = await rewards.pool.query<{ distributor: string }>(
      `SELECT distributor FROM programs WHERE id IN ('ended-public', 'paid-in-app') ORDER BY id`,
    );
    expect([publicProgram!.from, inApp!.from]).toEqual(rows.map(({ distributor }) => distributor));
    const pages = await readPages((cursor) => read(`limit=1${andCursor(cursor)}`));
    expect(pages.flatMap((page) => page.activity)).toEqual(activity);
    // A reorganisation takes the newest payment back, and a page that stood at it begins anew.
    const { nextCursor } = await read('limit=1');
    await fixture.client.request({ method: 'anvil_reorg', params: [1, []] } as never);
    await fixture.client.mine({ blocks: 1 });
    await rewards.index.catchUp();
    const undone = async (): Promise<boolean> => (await read('limit=100')).activity.length < activity.length;
    await until('the payment is undone', undone);
    expect((await read('limit=100')).activity).toEqual(activity.slice(1));
    expect((await read(`limit=100&cursor=${nextCursor!}`)).activity).toEqual(activity.slice(1));
  });

  it('knows nothing of a wallet that never earned', async () => {
    const stranger = localAccount(40);
    const own = { Authorization: `Bearer ${await signIn(api, stranger)}` };
    expect(await json(`/rewards/${stranger.address}`, own)).toEqual({
      address: stranger.address,
      totalClaimableUsd: 0,
      items: [],
    });
    expect(await json(`/rewards/${stranger.address}/proofs`, own)).toEqual({ proofs: [] });
  });
});

interface Rewards {
  readonly totalClaimableUsd?: number;
  readonly items: {
    readonly programId: string;
    readonly tokenAddress: string;
    readonly claimable: string;
    readonly claimableUsd?: number;
  }[];
}

interface Event {
  readonly type: string;
  readonly tokenAddress: string;
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  readonly tokenAmount: string;
  readonly platformAmount: string | null;
  readonly priceUsd: number | null;
  readonly valueUsd: number | null;
}

interface Proof {
  readonly programId: string;
  readonly rewardToken: string;
  readonly root: NodeHex;
  readonly cumulative: string;
  readonly claimed: string;
  readonly leaf: NodeHex;
  readonly proof: NodeHex[];
}
