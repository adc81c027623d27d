import { encodeFunctionData, getAddress, maxUint256, type Abi, type Address, type Hex } from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import { launchpadAbi, uniswapV2Router02Abi } from '@slipway/protocols/slipway';
import { toAddress } from '@slipway/domain';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import type { ActivityListDto } from '../../apps/api/src/modules/apps/activity/activity.dto.js';
import type { LeaderboardDto } from '../../apps/api/src/modules/market/leaderboards/leaderboards.dto.js';
import { PortfolioService } from '../../apps/api/src/modules/portfolio/portfolio.service.js';
import type { WalletActivityDto } from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { expectTrending } from '../support/expect-trending.js';
import { RecountedChain } from '../support/recounted-chain.js';
import { expectLastTrades } from '../support/expect-last-trades.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture, TEXTS } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { recountPositions } from '../support/recount-positions.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { testContract } from '../support/test-contract.js';
import { expectGains, expectPortfolio, readPortfolio } from '../support/wallets-portfolio.js';

const TOKEN = 10n ** 18n;
const ROUTER = testContract('TestRouter');

interface Call {
  readonly target: Address;
  readonly data: Hex;
}

/** A router does several things in one transaction; then every wallet's positions are recounted from the node alone. */
describe('trades through routers', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;
  let api: RunningApi;
  let router: Address;
  let second: Address;
  let apps = 0;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(11));
    [router, second] = [await deployRouter(), await deployRouter()];
    for (const address of [router, second])
      await fixture.platform('transfer', fixture.operator, [address, 1_000_000n * TOKEN]);
    await market.publishPrice(250_000_000n);
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    await indexed.catchUp();
    api = await startApi(indexed.database.url);
  });

  afterAll(async () => {
    await api.close();
    await indexed.close();
    await fixture.stop();
  });

  async function deployRouter(): Promise<Address> {
    const { abi, bytecode } = ROUTER;
    const account = fixture.operator;
    const hash = await fixture.client.deployContract({ abi, bytecode, args: [], account, chain: null });
    return getAddress((await awaitReceipt(fixture.client, hash)).contractAddress!);
  }

  function trader(number: number): Address {
    return fixture.trader(number);
  }

  function call(
    target: Address,
    abi: Abi | readonly unknown[],
    functionName: string,
    args: readonly unknown[],
  ): Call {
    return { target, data: encodeFunctionData({ abi: abi as Abi, functionName, args }) };
  }

  const onToken = (token: Address, functionName: string, ...args: unknown[]): Call =>
    call(token, platformTokenAbi, functionName, args);
  const onLaunchpad = (functionName: string, ...args: unknown[]): Call =>
    call(fixture.addresses.launchpad, launchpadAbi, functionName, args);
  const spend = (token: Address, spender: Address = fixture.addresses.launchpad): Call =>
    onToken(token, 'approve', spender, maxUint256);
  const buy = (token: Address, platform: bigint): Call => onLaunchpad('buy', token, platform, 0n);
  const pass = (token: Address, to: Address, share = 1n, of = 1n): Call =>
    call(router, ROUTER.abi, 'pass', [token, to, share, of]);

  async function run(...calls: readonly Call[]): Promise<void> {
    const gas = 12_000_000n;
    await fixture.write({
      address: router,
      abi: ROUTER.abi,
      functionName: 'run',
      args: [calls],
      from: trader(0),
      gas,
    });
  }

  async function launch(): Promise<Address> {
    apps += 1;
    const token = await market.launch(apps);
    for (let i = 0; i < 9; i += 1) await fixture.approve(trader(i), token, router);
    return token;
  }

  async function expectRecounted(): Promise<void> {
    await indexed.catchUp();
    await expectLastTrades(indexed.database.url);
    const block = await fixture.client.getBlockNumber();
    for (const [wallet, positions] of await recountPositions(
      fixture.anvil.rpcUrl,
      fixture.addresses,
      block,
    )) {
      const portfolio = await readPortfolio(api, wallet);
      expect(portfolio.block).toBe(block);
      expectPortfolio(portfolio, positions);
      await expectGains(api, wallet);
    }
  }

  async function activityOf(wallet: Address, token: Address): Promise<WalletActivityDto[]> {
    const service = api.app.get(PortfolioService, { strict: false });
    const { activity } = (await service.listActivity(toAddress(wallet), 50, null)).body;
    return activity.filter(({ tokenAddress, type }) => tokenAddress === token && type !== 'launch');
  }

  async function lineOf(token: Address): Promise<[string, Address | null, Address | null][]> {
    const { activity } = (await (await api.get(`/apps/${token}/activity`)).json()) as ActivityListDto;
    return activity.map(({ type, from, to }) => [type, from, to]);
  }

  async function realizedOf(wallet: Address): Promise<number> {
    return (await readPortfolio(api, wallet)).totals.realizedPnlUsd;
  }

  it('a buy in two parts, passed on: one wallet has both, at their cost, and is their trader everywhere', async () => {
    const token = await launch();
    const { platformToken, launchpad } = fixture.addresses;
    await run(
      spend(platformToken),
      buy(token, 100n * TOKEN),
      buy(token, 50n * TOKEN),
      pass(token, trader(1)),
    );
    await expectRecounted();
    const { positions } = await readPortfolio(api, trader(1));
    const { balance, avgEntryPriceUsd } = positions.find(({ tokenAddress }) => tokenAddress === token)!;
    expect((avgEntryPriceUsd! * Number(balance)) / 1e18).toBeCloseTo(150 * 2.5, 9);
    expect(await activityOf(router, token)).toEqual([]);
    expect((await activityOf(trader(1), token)).map(({ type }) => type)).toEqual(['buy', 'buy']);
    expect(await lineOf(token)).toEqual([
      ['buy', launchpad, trader(1)],
      ['buy', launchpad, trader(1)],
      ['launch', trader(apps), null],
    ]);
    const board = (await (
      await api.get('/leaderboards/traders?metric=volume&limit=100')
    ).json()) as LeaderboardDto;
    expect(board.entries.map(({ address, value }) => [address, value])).toContainEqual([trader(1), '375']);
    expect(board.entries.map(({ address }) => address)).not.toContain(router);
  });

  it('a sale through two routers, paid to another: the profit of the wallet whose tokens they were', async () => {
    const token = await launch();
    await fixture.buy(trader(2), token, 200n * TOKEN);
    await fixture.buy(trader(3), token, 4_000n * TOKEN);
    const held = await fixture.balance(token, trader(2));
    await indexed.catchUp();
    const before = await realizedOf(trader(2));
    const sale = [spend(token), onLaunchpad('sell', token, held, 0n)];
    await run(
      onToken(token, 'transferFrom', trader(2), router, held / 3n),
      onToken(token, 'transferFrom', trader(2), router, held - held / 3n),
      pass(token, second),
      call(second, ROUTER.abi, 'run', [sale]),
    );
    await expectRecounted();
    expect(await realizedOf(trader(2))).toBeGreaterThan(before + 10);
    expect((await activityOf(trader(2), token)).map(({ type }) => type)).toEqual(['sell', 'buy']);
    expect(await realizedOf(second)).toBe(0);
  });

  it('a buy that several share, sales by several, and a gift beside: each their part', async () => {
    const token = await launch();
    const { platformToken } = fixture.addresses;
    await run(
      spend(platformToken),
      buy(token, 90n * TOKEN),
      pass(token, trader(1), 1n, 3n),
      pass(token, trader(4)),
    );
    await expectRecounted();
    const parts = await Promise.all([trader(1), trader(4)].map((wallet) => activityOf(wallet, token)));
    expect(parts.map(([one]) => [one!.type, one!.valueUsd])).toEqual([
      ['buy', expect.closeTo(75, 9)],
      ['buy', expect.closeTo(150, 9)],
    ]);
    const [small, large] = await Promise.all(
      [trader(1), trader(4)].map((wallet) => fixture.balance(token, wallet)),
    );
    await run(
      onToken(token, 'transferFrom', trader(1), router, small! / 2n),
      onToken(token, 'transferFrom', trader(4), router, large! / 2n),
      onToken(token, 'transferFrom', trader(4), trader(5), 5n * TOKEN),
      spend(token),
      onLaunchpad('sell', token, small! / 2n, 0n),
      onLaunchpad('sell', token, large! / 2n, 0n),
      buy(token, 10n * TOKEN),
      pass(token, trader(6)),
    );
    await expectRecounted();
    expect((await activityOf(trader(6), token)).map(({ type }) => type)).toEqual(['buy']);
  });

  it('bought and sold in one transaction, wholly, in part, or on top of what was held', async () => {
    const token = await launch();
    const { platformToken } = fixture.addresses;
    const sell = (amount: bigint): Call => onLaunchpad('sell', token, amount, 0n);
    await run(
      spend(platformToken),
      spend(token),
      buy(token, 50n * TOKEN),
      sell(1_000n * TOKEN),
      pass(token, trader(7)),
    );
    await expectRecounted();
    await run(
      buy(token, TOKEN),
      pass(token, second),
      call(second, ROUTER.abi, 'pass', [token, router, 1n, 1n]),
      sell(30_000n * TOKEN),
    );
    await expectRecounted();
    const { tokenOut } = await fixture.quoteBuy(token, 5n * TOKEN);
    await run(buy(token, 5n * TOKEN), sell(tokenOut));
    await expectRecounted();
    const held = await fixture.balance(token, trader(7));
    await run(
      onToken(token, 'transferFrom', trader(7), router, held),
      buy(token, 5n * TOKEN),
      sell(held / 2n),
      onToken(token, 'transfer', trader(7), 1n),
      pass(token, '0x000000000000000000000000000000000000dEaD'),
    );
    await expectRecounted();
  });

  it('sold before it was bought, sent out and back, passed on but for dust: as it happened', async () => {
    const token = await launch();
    await fixture.buy(trader(1), token, 20n * TOKEN);
    await fixture.buy(trader(2), token, 900n * TOKEN);
    const held = await fixture.balance(token, trader(1));
    // Sells what it had at its own cost, then buys again.
    await run(
      onToken(token, 'transferFrom', trader(1), router, held),
      spend(token),
      spend(fixture.addresses.platformToken),
      onLaunchpad('sell', token, held / 2n, 0n),
      buy(token, 300n * TOKEN),
      pass(token, trader(1)),
    );
    await expectRecounted();
    // A loan: who lends has the same cost as before, and who borrows has the round trip.
    const { positions } = await readPortfolio(api, trader(2));
    const ownOf = (list: typeof positions): unknown =>
      list.find(({ tokenAddress }) => tokenAddress === token)!.avgEntryPriceUsd;
    const lent = await fixture.balance(token, trader(2));
    await run(
      onToken(token, 'transferFrom', trader(2), router, lent),
      onToken(token, 'transfer', second, lent),
      call(second, ROUTER.abi, 'pass', [token, trader(2), 1n, 1n]),
    );
    await expectRecounted();
    expect(ownOf((await readPortfolio(api, trader(2))).positions)).toBe(ownOf(positions));
    // A router that keeps a ten thousandth.
    await run(buy(token, 40n * TOKEN), pass(token, trader(6), 9_999n, 10_000n));
    await expectRecounted();
    expect((await activityOf(trader(6), token)).map(({ type }) => type)).toContain('buy');
    expect((await activityOf(router, token)).map(({ type }) => type)).not.toContain('buy');
  });

  it('bought and sold in one transaction move no app up in trending', async () => {
    const [quiet, pumped] = [await launch(), await launch()];
    await fixture.buy(trader(2), quiet, 400n * TOKEN);
    const { tokenOut } = await fixture.quoteBuy(pumped, 15_000n * TOKEN);
    await run(
      spend(fixture.addresses.platformToken),
      spend(pumped),
      buy(pumped, 15_000n * TOKEN),
      onLaunchpad('sell', pumped, tokenOut, 0n),
    );
    await expectRecounted();
    const places = async (sort: string): Promise<number[]> => {
      const { apps: list } = (await (await api.get(`/apps?limit=100&sort=${sort}`)).json()) as AppListDto;
      return [quiet, pumped].map((token) => list.findIndex(({ tokenAddress }) => tokenAddress === token));
    };
    const [trending, volume] = [await places('trending'), await places('volume')];
    expect(volume[1]).toBeLessThan(volume[0]!);
    expect(trending[0]).toBeLessThan(trending[1]!);
  });

  it('a launch with its first buy, a graduation, and what the pool does in the same transaction', async () => {
    const { platformToken, router: poolRouter } = fixture.addresses;
    const token = getAddress(await nextToken());
    const texts = [TEXTS.name, 'ROUTED', '', '', ''];
    await run(
      spend(platformToken),
      onLaunchpad('launch', ...texts),
      buy(token, 500n * TOKEN),
      pass(token, trader(3)),
    );
    await expectRecounted();
    expect((await activityOf(trader(3), token)).map(({ type }) => type)).toEqual(['buy']);
    await run(buy(token, 200_000n * TOKEN), pass(token, trader(5)));
    await expectRecounted();
    const { pair } = await fixture.curve(token);
    await fixture.transfer(token, trader(5), pair, 1n);
    await fixture.approve(trader(5), token, router);
    const swap = (path: readonly Address[], amount: bigint): Call =>
      call(poolRouter, uniswapV2Router02Abi, 'swapExactTokensForTokens', [
        amount,
        0n,
        path,
        router,
        maxUint256,
      ]);
    await run(
      onToken(token, 'transferFrom', trader(5), router, 900n * TOKEN),
      spend(token, poolRouter),
      spend(platformToken, poolRouter),
      swap([token, platformToken], 900n * TOKEN),
      swap([platformToken, token], 3n * TOKEN),
      pass(token, trader(8)),
    );
    await expectRecounted();
    expect((await activityOf(trader(8), token)).map(({ type }) => type)).toEqual(['buy']);
    expect((await activityOf(trader(5), token)).map(({ type }) => type)).toEqual(['sell', 'transfer', 'buy']);
  });

  it('is what a fresh index holds, also after a reorganisation of all of it and a part', async () => {
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
    await fixture.reorganise(3);
    await expectRecounted();
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
    await fixture.reorganise(40);
    await expectRecounted();
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
  });

  /** Clones are made by CREATE: the launchpad's nonce says where the next one will be. */
  async function nextToken(): Promise<Address> {
    const { result } = await fixture.client.simulateContract({
      address: fixture.addresses.launchpad,
      abi: launchpadAbi,
      functionName: 'launch',
      args: [TEXTS.name, 'NEXT', '', '', ''],
      account: trader(0),
    });
    return result;
  }

  it('weigh what trends by the net of each wallet', async () => {
    await indexed.catchUp();
    const block = await fixture.client.getBlockNumber();
    const chain = new RecountedChain(fixture.anvil.rpcUrl, fixture.addresses, block);
    const sums = await expectTrending(indexed.database.url, fixture.anvil.rpcUrl, chain);
    expect(sums.filter((sum) => sum > 0).length).toBeGreaterThan(3);
  });
});
