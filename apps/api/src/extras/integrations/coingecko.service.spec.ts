import { loadSettings } from '@slipway/settings';
import type { Address } from '@slipway/domain';
import { HEAD, stub, testCursors } from '../../../../../test/support/service-ports.js';
import { CoinGeckoService } from './coingecko.service.js';
import type { CoinGeckoRepository } from './coingecko.repository.js';

const PLATFORM = `0x${'1'.repeat(40)}` as Address;
const TOKEN = `0x${'2'.repeat(40)}` as Address;
const POOL = `0x${'3'.repeat(40)}` as Address;
const E18 = '0'.repeat(18);

const ticker = (block: number, logIndex: number, pool: Address | null = null) => ({
  ...{ token: TOKEN, pool, block, logIndex, platformReserve: `30${E18}`, tokenReserve: `10${E18}` },
  realPlatformReserve: null,
  hours: [
    [`1${E18}`, `2${E18}`],
    ['500000000000000000', `3${E18}`],
  ],
});
const trade = (isBuy: boolean) => ({
  ...{ block: 9, logIndex: 3, time: 1_700_000_000, isBuy },
  ...{ platformAmount: `11${E18}`, fee: `1${E18}`, tokenAmount: `5${E18}` },
});

type Rows = Partial<Record<'tickers' | 'trades', readonly unknown[]>>;

/** A service of some rows; what it asked for is noted. */
function serviceOf({ tickers = [], trades = [] }: Rows, known = true) {
  const asked: unknown[][] = [];
  const page = {
    asOf: HEAD,
    platformToken: PLATFORM,
    platformOffset: `20${E18}`,
    oraclePrice: '200000000',
    tickers,
  };
  const repository = stub<CoinGeckoRepository>({
    readTickers: (...args) => {
      asked.push(args);
      return Promise.resolve(page) as never;
    },
    readTrades: (...args) => {
      asked.push(args);
      return Promise.resolve({ asOf: HEAD, known, platformToken: PLATFORM, trades }) as never;
    },
  });
  return { asked, service: new CoinGeckoService(repository, testCursors(), loadSettings({})) };
}

describe('tickers', () => {
  it('price an app by its reserves, and count what it really holds', async () => {
    const { service } = serviceOf({ tickers: [ticker(1, 0), ticker(2, 0, POOL)] });
    const { body } = await service.listTickers({ limit: 5 });
    expect(body).toEqual([
      {
        ...{ ticker_id: `${TOKEN}_${PLATFORM}`, base_currency: TOKEN, target_currency: PLATFORM },
        ...{ pool_id: `${TOKEN}-curve`, last_price: '3', base_volume: '5', target_volume: '1.5' },
        // Twice the ten that are not virtual, at 2 USD.
        liquidity_in_usd: '40',
      },
      expect.objectContaining({ pool_id: POOL, liquidity_in_usd: '120' }),
    ]);
  });

  it('are paginated by their launches, each list by cursors of its own', async () => {
    const { service, asked } = serviceOf({ tickers: [ticker(4, 1), ticker(4, 2)] });
    const { body, link = '' } = await service.listTickers({ limit: 1 });
    expect(body).toHaveLength(1);
    const cursor = new URL(/<([^>]+)>/.exec(link)?.[1] ?? '').searchParams.get('cursor')!;
    await service.listTickers({ limit: 1, cursor });
    expect(asked.map(([from]) => from)).toEqual([
      { block: -1, logIndex: 0 },
      { block: 4, logIndex: 1 },
    ]);
    await expect(service.listPairs({ limit: 1, cursor })).rejects.toMatchObject({
      details: { reason: 'cursor_invalid' },
    });
  });
});

describe('trades', () => {
  const query = { ticker_id: `${TOKEN}_${PLATFORM}`, limit: 0 } as const;

  it('have the price that the curve had of them, without the fee of a buy', async () => {
    const { body } = await serviceOf({ trades: [trade(true), trade(false)] }).service.listTrades(query);
    expect(body.buy).toEqual([
      {
        ...{ trade_id: 9_000_003, price: '2', base_volume: '5', target_volume: '11' },
        ...{ trade_timestamp: 1_700_000_000, type: 'buy' },
      },
    ]);
    expect(body.sell).toMatchObject([{ price: '2.2', type: 'sell' }]);
  });

  it('are of one side where one is asked for, and 500 where none are counted', async () => {
    const { service, asked } = serviceOf({ trades: [trade(true), trade(false)] });
    const { body } = await service.listTrades({ ...query, type: 'sell' });
    expect([body.buy.length, body.sell.length]).toEqual([0, 1]);
    expect(asked[0]?.slice(0, 4)).toEqual([TOKEN, null, null, 500]);
  });

  it.each([
    ['no app', query, false],
    ['another target', { ...query, ticker_id: `${TOKEN}_${TOKEN}` }, true],
    ['no token', { ...query, ticker_id: 'BTC_USD' }, true],
  ])('of %s are not found', async (_what, asked, known) => {
    const listed = serviceOf({}, known).service.listTrades(asked);
    await expect(listed).rejects.toMatchObject({ code: 'not_found' });
  });
});
