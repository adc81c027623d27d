import type { Address, Hex } from 'viem';
import { toAddress } from '@slipway/domain';
import { ramp, rampLaunchpadAbi } from '@slipway/protocols/ramp';
import type { DexEventsDto, DexLatestBlockDto } from '../../apps/api/src/extras/integrations/dto/dex.dto.js';
import type { CallExplanationDto } from '../../apps/api/src/extras/trading/dto/explain.dto.js';
import type { TradePayloadDto } from '../../apps/api/src/extras/trading/dto/trade.dto.js';
import type { AppDetailDto, AppSummaryDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import type { HolderListDto } from '../../apps/api/src/modules/apps/holders/holders.dto.js';
import type { CurveDto, QuoteDto } from '../../apps/api/src/modules/market/curves/curves.dto.js';
import { askAgain } from '../support/ask-again.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture } from '../support/index-fixture.js';
import { RampFixture } from '../support/ramp-fixture.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

const TOKEN = 10n ** 18n;
const PRICE = 25_000_000n;
const IPFS = 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';
const DATA = `data:application/json,${encodeURIComponent(
  JSON.stringify({ description: 'Ebb & flow', external_link: 'https://tide.example.com/' }),
)}`;

/** The second protocol followed and served: supplies that move, fees that change, graduations by themselves. */
describe('a market of ramp', () => {
  let chain: RampFixture;
  let indexed: IndexFixture;
  let api: RunningApi;
  let curve: Address;
  let graduated: Address;

  const options = () =>
    ({
      protocol: ramp,
      launchpad: toAddress(chain.addresses.launchpad),
      feeds: [toAddress(chain.addresses.priceFeed)],
    }) as const;

  beforeAll(async () => {
    chain = await RampFixture.start();
    await chain.publishPrice(PRICE);
    graduated = await chain.launch(chain.trader(0), { contractURI: DATA });
    curve = await chain.launch(chain.trader(1), { contractURI: IPFS, symbol: 'EBB' });
    indexed = await IndexFixture.open(chain.anvil.rpcUrl, options());
    // The beginning is a backfill, the rest comes block by block.
    await chain.buy(chain.trader(0), graduated, 1_234n * TOKEN + 7n);
    await indexed.catchUp();
    await chain.buy(chain.trader(1), curve, 3_000n * TOKEN);
    await chain.transfer(curve, chain.trader(1), chain.trader(2), 1_000n * TOKEN);
    await chain.sell(chain.trader(2), curve, 999n * TOKEN);
    await indexed.catchUp();
    await chain.setFee(7_750);
    await chain.buy(chain.trader(3), curve, 11n * TOKEN);
    await chain.buy(chain.trader(3), graduated, 61_000n * TOKEN);
    await indexed.catchUp();
    await chain.graduate(graduated);
    await chain.swap(chain.trader(3), graduated, chain.addresses.platformToken, 500n * TOKEN);
    await chain.swap(chain.trader(3), graduated, graduated, 7_000n * TOKEN);
    await indexed.catchUp();
    const { launchpad, platformToken, priceFeed, router } = chain.addresses;
    api = await startApi(indexed.database.url, {
      ...{ protocol: 'ramp', rpc: { http: [chain.anvil.rpcUrl], ws: [] }, routerAddress: router },
      ...{ launchpadAddress: launchpad, platformTokenAddress: platformToken, priceFeedAddress: priceFeed },
    });
  });

  afterAll(async () => {
    await api.close();
    await indexed.close();
    await chain.stop();
  });

  async function serveHead(): Promise<void> {
    const block = await chain.client.getBlockNumber();
    await until(`the API knows block ${block}`, async () => {
      await indexed.catchUp();
      const { headers } = await api.get('/prices');
      return headers.get('x-as-of-block') === String(block);
    });
  }

  async function get<T>(path: string): Promise<T> {
    const response = await askAgain(() => api.get(path));
    const text = await response.text();
    expect([path, response.status, text]).toEqual([path, 200, expect.any(String)]);
    return JSON.parse(text) as T;
  }

  const supplyOf = (address: Address): Promise<bigint> =>
    chain.client.readContract({
      address,
      abi: ramp.abis.app_token,
      functionName: 'totalSupply',
    }) as Promise<bigint>;

  it('serves supplies, market caps, shares and reserves as the contracts have them', async () => {
    await serveHead();
    for (const token of [curve, graduated]) {
      const [app, supply, state] = [
        await get<AppDetailDto>(`/apps/${token}`),
        await supplyOf(token),
        await chain.curve(token),
      ];
      expect(app.totalSupply).toBe(String(supply));
      const { platform, token: tokens } =
        token === curve
          ? { platform: state.supply + 50_000_000n * TOKEN, token: 2_500_000_000_000n * TOKEN }
          : await chain.reserves(state.pool);
      const price = (Number(platform) / Number(tokens)) * 0.25;
      expect(app.priceUsd).toBeCloseTo(price, 12);
      expect(app.marketCapUsd! / ((price * Number(supply)) / 1e18)).toBeCloseTo(1, 12);
      const real = token === curve ? state.reserve : platform;
      expect(app.liquidityUsd).toBeCloseTo((2 * Number(real) * 0.25) / 1e18, 6);
      const { holders } = await get<HolderListDto>(`/apps/${token}/holders`);
      expect(holders.reduce((sum, { balance }) => sum + BigInt(balance), 0n)).toBe(supply);
      expect(holders.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
      expect(await get<CurveDto>(`/curves/${token}`)).toMatchObject({
        ...{ virtualPlatformReserve: null, virtualTokenReserve: null, realTokenReserve: '0' },
        realPlatformReserve: String(state.reserve),
        stage: token === curve ? 'curve' : 'graduated',
        pool: token === curve ? null : state.pool,
        progress: token === curve ? expect.closeTo(Number(state.reserve) / 6e22, 12) : 1,
      });
    }
    const { apps } = await get<{ apps: AppSummaryDto[] }>('/apps?sort=market_cap');
    expect(apps.map(({ tokenAddress }) => tokenAddress)).toEqual([graduated, curve]);
    const above = Math.floor(apps[1]!.marketCapUsd!) + 1;
    expect(await get(`/apps?minMarketCapUsd=${above}`)).toMatchObject({
      apps: [{ tokenAddress: graduated }],
    });
    const { entries } = await get<{ entries: { value: string }[] }>('/leaderboards/apps?metric=market_cap');
    const caps = apps.map(({ marketCapUsd }) => expect.closeTo(marketCapUsd!, 6) as unknown);
    expect(entries.map(({ value }) => Number(value))).toEqual(caps);
    const creators = await get<{ entries: { value: string }[] }>('/leaderboards/creators?metric=market_cap');
    expect(Number(creators.entries[0]!.value)).toBeCloseTo(apps[0]!.marketCapUsd!, 6);
  });

  it('shows what a data: URI says, and any other as text', async () => {
    expect(await get<AppDetailDto>(`/apps/${graduated}`)).toMatchObject({
      ...{ description: 'Ebb & flow', website: 'https://tide.example.com/', imageUrl: null },
    });
    expect(await get<AppDetailDto>(`/apps/${curve}`)).toMatchObject({ description: IPFS, website: null });
  });

  it('quotes to the wei what the contracts would do, by the fee of the block', async () => {
    for (const fee of [7_750, 31_337]) {
      await chain.setFee(fee);
      await serveHead();
      for (const [side, functionName, amount] of [
        ['buy', 'quotePurchase', 17n * TOKEN + 3n],
        ['sell', 'quoteRedeem', 123n * TOKEN + 1n],
      ] as const) {
        const args = [curve, amount] as const;
        const call = { address: chain.addresses.launchpad, abi: rampLaunchpadAbi, functionName, args };
        const [out, paid] = await chain.client.readContract(call);
        const quote = await get<QuoteDto>(`/curves/${curve}/quote?side=${side}&amount=${amount}`);
        expect([quote.amountOut, quote.fee]).toEqual([out, paid].map(String));
      }
    }
    const swap = await get<QuoteDto>(`/curves/${graduated}/quote?side=buy&amount=${TOKEN}`);
    const { router, platformToken } = chain.addresses;
    const [, out] = (await chain.client.readContract({
      ...{ address: router, abi: ramp.abis.router, functionName: 'getAmountsOut' },
      args: [TOKEN, [platformToken, graduated]],
    })) as [bigint, bigint];
    expect([swap.venue, swap.amountOut]).toEqual(['pool', String(out)]);
  });

  it('makes payloads that do what they say, a sale on the curve without an approval, and explains them', async () => {
    for (const [side, app] of [
      ['buy', curve],
      ['sell', curve],
      ['buy', graduated],
      ['sell', graduated],
    ] as const) {
      await serveHead();
      const trader = chain.trader(3);
      const body = { tokenAddress: app, trader, side, amount: String(TOKEN), slippageBps: 0 };
      const response = await askAgain(() => api.post('/trades/payload', body));
      const payload = (await response.json()) as TradePayloadDto;
      expect(payload).toMatchObject({ simulation: { ok: true }, calls: { length: 1 } });
      const { to, data } = payload.calls[0]!;
      const told = await api.post('/payloads/explain', { to, data, from: trader });
      expect((await told.json()) as CallExplanationDto).toMatchObject({ known: true });
      const paidIn = side === 'buy' ? app : chain.addresses.platformToken;
      const before = await chain.balance(paidIn, trader);
      const call = { account: trader, chain: null, to, data: data as Hex };
      const receipt = await awaitReceipt(chain.client, await chain.client.sendTransaction(call));
      expect(receipt.status).toBe('success');
      expect(String((await chain.balance(paidIn, trader)) - before)).toBe(payload.amountOut);
    }
  });

  it('tells aggregators of real reserves, of supplies and fees at their block', async () => {
    await chain.client.mine({ blocks: 65 });
    await serveHead();
    const state = await chain.curve(curve);
    const { block: final } = await get<DexLatestBlockDto>('/integrations/dexscreener/latest-block');
    const block = final.blockNumber;
    const { events } = await get<DexEventsDto>(
      `/integrations/dexscreener/events?fromBlock=0&toBlock=${block}`,
    );
    const ofCurve = events.filter(({ pairId }) =>
      pairId.toLowerCase().includes(curve.toLowerCase().slice(2)),
    );
    expect(ofCurve.at(-1)!.reserves).toEqual({ asset0: '0', asset1: toText(state.reserve) });
    expect(events.map(({ eventType }) => eventType).filter((type) => type !== 'swap')).toEqual([
      'exit',
      'join',
    ]);
    const { pool } = await chain.curve(graduated);
    expect(await get(`/integrations/dexscreener/pair?id=${pool}`)).toMatchObject({ pair: { feeBps: 25 } });
    const supply = await supplyOf(curve);
    await chain.buy(chain.trader(4), curve, TOKEN);
    await serveHead();
    expect(await get(`/integrations/dexscreener/asset?id=${curve}`)).toMatchObject({
      asset: { totalSupply: toText(supply) },
    });
  });

  it('is, row for row, what a fresh index is after reorganisations of trades, fees, launches and a graduation', async () => {
    const fresh = (): Promise<void> => expectFreshIndex(indexed.database.url, chain.anvil.rpcUrl, options());
    await fresh();
    const id = await chain.client.snapshot();
    await chain.setFee(50_000);
    await chain.buy(chain.trader(5), curve, 62_000n * TOKEN);
    await indexed.catchUp();
    await chain.graduate(curve);
    await chain.launch(chain.trader(6), { symbol: 'GONE' });
    await indexed.catchUp();
    await chain.client.revert({ id });
    await chain.client.mine({ blocks: 3 });
    await chain.sell(chain.trader(3), curve, TOKEN);
    await chain.setFee(1);
    await chain.buy(chain.trader(5), curve, 5n * TOKEN);
    await indexed.catchUp();
    await fresh();
    await serveHead();
    expect((await get<AppDetailDto>(`/apps/${curve}`)).totalSupply).toBe(String(await supplyOf(curve)));
  });
});

/** Whole tokens, as aggregators are told. */
function toText(wei: bigint): string {
  const text = String(wei).padStart(19, '0');
  return `${text.slice(0, -18)}.${text.slice(-18)}`.replace(/\.?0+$/, '');
}
