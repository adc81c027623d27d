import { toAddress } from '@slipway/domain';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import type { ActivityListDto } from '../../apps/api/src/modules/apps/activity/activity.dto.js';
import type { CandleSeriesDto } from '../../apps/api/src/modules/market/candles/candles.dto.js';
import type { ConfigDto } from '../../apps/api/src/modules/config/config.dto.js';
import type { TradePayloadDto } from '../../apps/api/src/extras/trading/dto/trade.dto.js';
import { askAgain } from '../support/ask-again.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { expectRecounted } from '../support/expect-recounted.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { recountApps } from '../support/recount.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

/** Above 2^31, and the first block of the contracts' in the tens of millions, as on rollups. */
const CHAIN_ID = 5_000_000_123;
const START_BLOCK = 40_000_000;
const FINALITY = 64;
/** The first block of this chain has no parent: real ones begin long before. */
const OPTIONS = { startBlock: START_BLOCK + 1, finalityBlocks: FINALITY };

describe('a chain of blocks of 250 ms, which have their second in common', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;
  let api: RunningApi;

  /** Mines by itself what comes, as each block's time says: four blocks to a second. */
  async function trade(actions: number): Promise<void> {
    for (let second = 0; second < actions; second += 4) {
      await fixture.client.setBlockTimestampInterval({ interval: 0 });
      await market.act(Math.min(4, actions - second));
      await fixture.client.setBlockTimestampInterval({ interval: 1 });
      await fixture.client.mine({ blocks: 1 });
    }
    await fixture.client.setBlockTimestampInterval({ interval: 0 });
  }

  async function get<T>(path: string): Promise<T> {
    const response = await api.get(path);
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  }

  async function expectServed(): Promise<void> {
    const block = await fixture.client.getBlockNumber();
    await until('the head is served', async () => {
      const response = await api.get('/prices');
      return response.headers.get('x-as-of-block') === String(block);
    });
    const { apps } = await get<AppListDto>('/apps?limit=50');
    expectRecounted(apps, await recountApps(fixture.anvil.rpcUrl, fixture.addresses, block));
  }

  beforeAll(async () => {
    const chain = ['--chain-id', String(CHAIN_ID), '--number', String(START_BLOCK)];
    fixture = await LaunchpadFixture.start(chain);
    market = new MarketActivity(fixture, seededRandom(250));
    await market.open(3);
    await trade(60);
    const { rpcUrl } = fixture.anvil;
    indexed = await IndexFixture.open(rpcUrl, OPTIONS, undefined, undefined, CHAIN_ID);
    await indexed.catchUp();
    api = await startApi(indexed.database.url, {
      rpc: { http: [rpcUrl], ws: [] },
      chainId: CHAIN_ID,
      routerAddress: fixture.addresses.router,
    });
  });

  afterAll(async () => {
    await api.close();
    await indexed.close();
    await fixture.stop();
  });

  it('has blocks of one time', async () => {
    const { client } = fixture;
    const head = await client.getBlockNumber();
    const times = await Promise.all(
      Array.from(
        { length: 40 },
        async (_, i) => (await client.getBlock({ blockNumber: head - BigInt(i) })).timestamp,
      ),
    );
    expect(new Set(times).size).toBeLessThan(20);
    expect(head).toBeGreaterThan(BigInt(START_BLOCK));
  });

  it('is served with the figures of a recount, and its id as it is', async () => {
    await expectServed();
    const { chain, contracts } = await get<ConfigDto>('/config');
    expect([chain.id, contracts.launchpad]).toEqual([CHAIN_ID, fixture.addresses.launchpad]);
    const order = { tokenAddress: market.tokens[0], trader: toAddress(fixture.trader(0)), side: 'buy' };
    const response = await askAgain(() =>
      api.post('/trades/payload', { ...order, amount: '1000000000', slippageBps: 100 }),
    );
    const payload = (await response.json()) as TradePayloadDto;
    expect(payload).toMatchObject({ chainId: CHAIN_ID, simulation: { ok: true } });
    expect(payload.sendCalls?.chainId).toBe('0x12a05f27b');
  });

  it('pages through trades without a hole, though times are equal, and sums them in candles', async () => {
    const token = market.tokens[0]!;
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: ActivityListDto = await get(
        `/apps/${token}/activity?limit=7${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.activity.map(({ txHash, logIndex }) => `${txHash} ${logIndex}`));
      cursor = page.nextCursor;
    }
    const whole = await get<ActivityListDto>(`/apps/${token}/activity?limit=100`);
    expect(new Set(seen).size).toBe(whole.activity.length);
    expect(seen).toHaveLength(whole.activity.length);
    const { candles } = await get<CandleSeriesDto>(`/candles/${token}?interval=1m&limit=500`);
    const trades = whole.activity.filter(({ type }) => type === 'buy' || type === 'sell');
    const ofCandles = candles.reduce((sum, { volumePlatform }) => sum + BigInt(volumePlatform), 0n);
    expect(ofCandles).toBe(trades.reduce((sum, { platformAmount }) => sum + BigInt(platformAmount ?? 0), 0n));
  });

  it('is followed through a reorganisation of 64 blocks', async () => {
    await trade(FINALITY + 8);
    await indexed.catchUp();
    await fixture.reorganise(FINALITY);
    await market.takeStock();
    await trade(8);
    await indexed.catchUp();
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl, OPTIONS, undefined, CHAIN_ID);
    await expectServed();
  });
});
