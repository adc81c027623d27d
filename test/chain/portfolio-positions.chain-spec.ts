import type { Address, Hex } from 'viem';
import { priceFeedAbi } from '@slipway/chain';
import { launchpadAbi, uniswapV2PairAbi } from '@slipway/protocols/slipway';
import { toAddress } from '@slipway/domain';
import type { ActivityListDto } from '../../apps/api/src/modules/apps/activity/activity.dto.js';
import { PortfolioService } from '../../apps/api/src/modules/portfolio/portfolio.service.js';
import type { PositionDto } from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { expectLastTrades } from '../support/expect-last-trades.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { recountPositions } from '../support/recount-positions.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { expectGains, expectPortfolio, readPortfolio } from '../support/wallets-portfolio.js';

const TOKEN = 10n ** 18n;
const DEAD: Address = '0x000000000000000000000000000000000000dEaD';
const PAID = toAddress('0x00000000000000000000000000000000000000bb');
const CONTRACT: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** Each case does something on the chain; then every wallet's positions are recounted from the node alone. */
describe('the positions of an indexed chain', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;
  let api: RunningApi;
  let unpriced: Address;
  let apps = 0;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(5));
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    unpriced = await launch();
    await fixture.buy(trader(0), unpriced, 1_000n * TOKEN);
    api = await startApi(indexed.database.url);
  });

  afterAll(async () => {
    await api.close();
    await indexed.close();
    await fixture.stop();
  });

  function trader(number: number): Address {
    return fixture.trader(number);
  }

  function launch(): Promise<Address> {
    apps += 1;
    return market.launch(apps);
  }

  /** Index, recount, compare: all wallets, all positions. */
  async function expectRecounted(): Promise<void> {
    await indexed.catchUp();
    const block = await fixture.client.getBlockNumber();
    const recounted = await recountPositions(fixture.anvil.rpcUrl, fixture.addresses, block);
    expect(recounted.size).toBeGreaterThan(0);
    await expectLastTrades(indexed.database.url);
    for (const [wallet, positions] of recounted) {
      const portfolio = await readPortfolio(api, wallet);
      expect(portfolio.block).toBe(block);
      expectPortfolio(portfolio, positions);
      await expectGains(api, wallet);
    }
  }

  async function positionOf(wallet: Address, token: Address): Promise<PositionDto | undefined> {
    const { positions } = await readPortfolio(api, wallet);
    return positions.find(({ tokenAddress }) => tokenAddress === token);
  }

  async function realizedOf(wallet: Address): Promise<number> {
    return (await readPortfolio(api, wallet)).totals.realizedPnlUsd;
  }

  it('airdrop of an unpriced token: quantities without any USD figure', async () => {
    for (const number of [4, 5, 6]) await fixture.transfer(unpriced, trader(0), trader(number), TOKEN);
    await expectRecounted();
    expect(await positionOf(trader(4), unpriced)).toEqual({
      tokenAddress: unpriced,
      symbol: 'APP1',
      balance: TOKEN.toString(),
    });
    expect((await readPortfolio(api, trader(4))).totals).toMatchObject({
      totalValueUsd: null,
      totalCostUsd: null,
      unrealizedPnlUsd: null,
      realizedPnlUsd: 0,
      positions: 1,
      pricedPositions: 0,
    });
  });

  it('transfer in before any price: a value now, and still no cost, also after a priced buy', async () => {
    await market.publishPrice(250_000_000n);
    await expectRecounted();
    const airdropped = await positionOf(trader(5), unpriced);
    expect(Object.keys(airdropped!)).toEqual(['tokenAddress', 'symbol', 'balance', 'valueUsd']);
    await fixture.buy(trader(5), unpriced, 50n * TOKEN);
    await fixture.sell(trader(5), unpriced, 12_345n * TOKEN + 678n);
    await expectRecounted();
    expect(Object.keys((await positionOf(trader(5), unpriced))!)).not.toContain('avgEntryPriceUsd');
    // The part of the sale whose cost was known is realised.
    expect(await realizedOf(trader(5))).not.toBe(0);
  });

  it('buy only: costs what was paid, fee included', async () => {
    const token = await launch();
    await fixture.buy(trader(1), token, 100n * TOKEN);
    await expectRecounted();
    const { balance, avgEntryPriceUsd } = (await positionOf(trader(1), token))!;
    expect((avgEntryPriceUsd! * Number(balance)) / 1e18).toBeCloseTo(250, 9);
  });

  it('buy, buy, sell: the average stays, and the sale realises its proceeds after the fee', async () => {
    const token = await launch();
    await fixture.buy(trader(2), token, 100n * TOKEN);
    await market.publishPrice(300_000_000n);
    await fixture.buy(trader(2), token, 900n * TOKEN + 7n);
    await indexed.catchUp();
    const before = await positionOf(trader(2), token);
    await fixture.sell(trader(2), token, BigInt(before!.balance) / 3n);
    await expectRecounted();
    const after = await positionOf(trader(2), token);
    expect(after!.avgEntryPriceUsd).toBe(before!.avgEntryPriceUsd);
    expect(after!.unrealizedPnlUsd).toBeCloseTo(
      after!.valueUsd! - (Number(after!.balance) / 1e18) * after!.avgEntryPriceUsd!,
      9,
    );
  });

  it('sell all, then buy again: a new average, and the old profit stays', async () => {
    const token = await launch();
    await fixture.buy(trader(3), token, 500n * TOKEN);
    await fixture.sell(trader(3), token, await fixture.balance(token, trader(3)));
    await expectRecounted();
    expect(await positionOf(trader(3), token)).toBeUndefined();
    const realized = await realizedOf(trader(3));
    expect(realized).toBeLessThan(0);
    await fixture.buy(trader(3), token, TOKEN);
    await expectRecounted();
    expect(await realizedOf(trader(3))).toBe(realized);
    const { balance, avgEntryPriceUsd } = (await positionOf(trader(3), token))!;
    expect((avgEntryPriceUsd! * Number(balance)) / 1e18).toBeCloseTo(3, 12);
  });

  it('transfer in at a known price, transfer out: the market in, the average out, nothing realised', async () => {
    const token = await launch();
    await fixture.buy(trader(6), token, 700n * TOKEN);
    const sent = (await fixture.balance(token, trader(6))) / 4n;
    await fixture.transfer(token, trader(6), trader(7), sent);
    await expectRecounted();
    const received = await positionOf(trader(7), token);
    expect(received!.unrealizedPnlUsd).toBe(0);
    expect(await realizedOf(trader(6))).toBe(0);
    // The giver paid a fee and less than the market after its own buy: its average is its own still.
    expect((await positionOf(trader(6), token))!.avgEntryPriceUsd).not.toBe(received!.avgEntryPriceUsd);
  });

  it('self-transfer, and a transfer of nothing: no change', async () => {
    const token = await launch();
    await fixture.buy(trader(8), token, 70n * TOKEN);
    await indexed.catchUp();
    const before = await positionOf(trader(8), token);
    await fixture.transfer(token, trader(8), trader(8), TOKEN);
    await fixture.transfer(token, trader(8), trader(8), 0n);
    await fixture.transfer(token, trader(8), trader(7), 0n);
    await expectRecounted();
    expect(await positionOf(trader(8), token)).toEqual(before);
    expect(await positionOf(trader(7), token)).toBeUndefined();
  });

  it('tokens given to the launchpad, burned, or held by a contract: no market keeps a position', async () => {
    const token = await launch();
    await fixture.buy(trader(1), token, 300n * TOKEN);
    await fixture.transfer(token, trader(1), fixture.addresses.launchpad, 5n * TOKEN);
    await fixture.transfer(token, trader(1), DEAD, 6n * TOKEN);
    await fixture.transfer(token, trader(1), CONTRACT, 7n * TOKEN);
    await expectRecounted();
    expect((await positionOf(CONTRACT, token))!.balance).toBe((7n * TOKEN).toString());
    expect((await readPortfolio(api, fixture.addresses.launchpad)).positions).toEqual([]);
    expect((await readPortfolio(api, DEAD)).positions).toEqual([]);
  });

  it('wei-sized amounts', async () => {
    const token = await launch();
    await fixture.buy(trader(2), token, 40_000n);
    for (const wei of [1n, 2n, 3n]) await fixture.transfer(token, trader(2), trader(4), wei);
    await fixture.transfer(token, trader(4), trader(5), 1n);
    await expectRecounted();
    expect((await positionOf(trader(5), token))!.balance).toBe('1');
    expect((await positionOf(trader(5), token))!.avgEntryPriceUsd).toBeGreaterThan(0);
  });

  it('several trades in one block, and several by one wallet', async () => {
    const token = await launch();
    await fixture.buy(trader(3), token, 50n * TOKEN);
    const held = await fixture.balance(token, trader(3));
    await inOneBlock([
      [trader(3), 'buy', [token, 10n * TOKEN, 0n]],
      [trader(4), 'buy', [token, 2_000n * TOKEN, 0n]],
      [trader(3), 'sell', [token, held / 2n, 0n]],
      [trader(4), 'sell', [token, 77n * TOKEN, 0n]],
      [trader(3), 'buy', [token, 3n * TOKEN, 0n]],
    ]);
    await expectRecounted();
  });

  it('buy on the curve, sell in the pool after graduation, and take liquidity out of it', async () => {
    const token = await launch();
    await fixture.buy(trader(6), token, 4_000n * TOKEN);
    await market.graduate(token);
    const { pair } = await fixture.curve(token);
    await fixture.swap(trader(6), token, token, (await fixture.balance(token, trader(6))) / 2n);
    await fixture.swap(trader(7), token, fixture.addresses.platformToken, 50n * TOKEN);
    await expectRecounted();
    expect(await realizedOf(trader(6))).toBeGreaterThan(0);
    // Liquidity is no trade: tokens go to the pool, and come back at the market's price.
    await fixture.transfer(token, trader(7), pair, 1_000n * TOKEN);
    await fixture.platform('transfer', trader(7), [pair, 50n * TOKEN]);
    const onPair = { address: pair, abi: uniswapV2PairAbi, from: trader(7) };
    await fixture.write({ ...onPair, functionName: 'mint', args: [trader(7)] });
    await fixture.transfer(pair, trader(7), pair, await fixture.balance(pair, trader(7)));
    await fixture.write({ ...onPair, functionName: 'burn', args: [trader(7)] });
    await expectRecounted();
    expect((await readPortfolio(api, pair)).positions).toEqual([]);
  });

  it('a wei given to the pair before them: trades that are whole, and one event each', async () => {
    const token = await launch();
    await fixture.buy(trader(3), token, 4_000n * TOKEN);
    await market.graduate(token);
    const { pair } = await fixture.curve(token);
    await fixture.transfer(token, trader(0), pair, 1n);
    const realized = await realizedOf(trader(3));
    await fixture.swap(trader(3), token, token, (await fixture.balance(token, trader(3))) / 2n);
    await fixture.transfer(token, trader(0), pair, 1n);
    await fixture.swap(trader(4), token, fixture.addresses.platformToken, 50n * TOKEN);
    await expectRecounted();
    expect(await realizedOf(trader(3))).toBeGreaterThan(realized);
    const round = await fixture.client.readContract({
      address: fixture.addresses.priceFeed,
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
    });
    const { balance, avgEntryPriceUsd } = (await positionOf(trader(4), token))!;
    expect((avgEntryPriceUsd! * Number(balance)) / 1e18).toBeCloseTo((50 * Number(round[1])) / 1e8, 6);
    const items = (await (await api.get(`/apps/${token}/activity?limit=4`)).json()) as ActivityListDto;
    expect(items.activity.map(({ type, from }) => [type, from])).toEqual([
      ['buy', pair],
      ['transfer', trader(0)],
      ['sell', trader(3)],
      ['transfer', trader(0)],
    ]);
  });

  it("another wallet's sale, paid out to a wallet: a trade of its own, without a token or a profit", async () => {
    const token = await launch();
    await market.graduate(token);
    const { pair } = await fixture.curve(token);
    const platformIs0 =
      (await fixture.client.readContract({
        address: pair,
        abi: uniswapV2PairAbi,
        functionName: 'token0',
      })) === fixture.addresses.platformToken;
    for (const part of [3n, 4n]) await fixture.transfer(token, trader(0), pair, part * TOKEN);
    const args = [platformIs0 ? 1n : 0n, platformIs0 ? 0n : 1n, PAID, '0x'];
    await fixture.write({
      address: pair,
      abi: uniswapV2PairAbi,
      functionName: 'swap',
      args,
      from: trader(0),
    });
    await expectRecounted();
    const service = api.app.get(PortfolioService, { strict: false });
    // No wallet's net changed in the transaction, so that the event's trader has the trade (docs/http-contract.md section 3).
    expect((await service.listActivity(PAID, 20, null)).body.activity).toMatchObject([
      { type: 'sell', tokenAddress: token, from: PAID, tokenAmount: (7n * TOKEN).toString() },
    ]);
    expect((await readPortfolio(api, PAID)).totals).toMatchObject({ positions: 0, realizedPnlUsd: 0 });
  });

  it('reorg in the middle of a sale: back to before it, and on from there', async () => {
    const token = await launch();
    await fixture.buy(trader(8), token, 400n * TOKEN);
    await indexed.catchUp();
    const before = await readPortfolio(api, trader(8));
    await fixture.sell(trader(8), token, (await fixture.balance(token, trader(8))) / 2n);
    await indexed.catchUp();
    expect((await readPortfolio(api, trader(8))).totals).not.toEqual(before.totals);
    await fixture.client.request({ method: 'anvil_reorg', params: [1, []] } as never);
    await indexed.catchUp();
    expect((await readPortfolio(api, trader(8))).totals).toEqual(before.totals);
    await fixture.transfer(token, trader(8), trader(1), 9n * TOKEN);
    await expectRecounted();
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
  });

  it('a pair that pays a burn address: a trade of one that holds nothing, and is undone', async () => {
    const token = await launch();
    await market.graduate(token);
    const { pair } = await fixture.curve(token);
    const platformIs0 = BigInt(fixture.addresses.platformToken) < BigInt(token);
    const burn = async (): Promise<void> => {
      await fixture.platform('transfer', trader(7), [pair, 50n * TOKEN]);
      const args = [platformIs0 ? 0n : TOKEN, platformIs0 ? TOKEN : 0n, DEAD, '0x'];
      await fixture.write({
        address: pair,
        abi: uniswapV2PairAbi,
        functionName: 'swap',
        args,
        from: trader(7),
      });
    };
    await burn();
    await expectRecounted();
    expect((await readPortfolio(api, DEAD)).positions).toEqual([]);
    await burn();
    await expectRecounted();
    await fixture.client.request({ method: 'anvil_reorg', params: [2, []] } as never);
    await fixture.buy(trader(1), unpriced, TOKEN);
    await expectRecounted();
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
  });

  it('whatever a random market does, reorganised on the way', async () => {
    await market.act(25);
    await expectRecounted();
    await fixture.client.request({ method: 'anvil_reorg', params: [9, []] } as never);
    await market.act(10);
    await expectRecounted();
  });

  /** Launchpad calls that are mined together, in this order. */
  async function inOneBlock(
    calls: readonly (readonly [
      from: Address,
      functionName: 'buy' | 'sell',
      args: [Address, bigint, bigint],
    ])[],
  ): Promise<void> {
    const { client, addresses } = fixture;
    await client.setAutomine(false);
    const hashes: Hex[] = [];
    for (const [account, functionName, args] of calls) {
      const call = { address: addresses.launchpad, abi: launchpadAbi, functionName, args } as const;
      hashes.push(await client.writeContract({ ...call, account, chain: null, gas: 8_000_000n }));
    }
    await client.mine({ blocks: 1 });
    await client.setAutomine(true);
    const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })));
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1);
    expect(receipts.map(({ status }) => status)).toEqual(calls.map(() => 'success'));
  }
});
