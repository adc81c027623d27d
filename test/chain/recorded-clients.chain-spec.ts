import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ServedMarket } from '../support/served-market.js';

const FINALITY_BLOCKS = 4;

interface Parameter {
  readonly name?: string;
  readonly $ref?: string;
}

interface Description {
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters?: readonly Parameter[] } }>>;
}

const DESCRIPTION = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../apps/api/openapi.json'), 'utf8'),
) as Description;

/** Requests of clients that nobody here wrote, in the order in which they send them. */
describe('clients of other people', () => {
  let served: ServedMarket;
  let token: string;
  let platformToken: string;
  let now: number;

  beforeAll(async () => {
    served = await ServedMarket.start(
      71,
      async (market, fixture) => {
        await market.open(3);
        await market.graduate(market.tokens[0]!);
        await market.act(40);
        await fixture.client.mine({ blocks: FINALITY_BLOCKS + 2 });
      },
      { finality: { blocks: FINALITY_BLOCKS, isByTag: false } },
    );
    await served.serveHead();
    token = served.market.tokens[0]!;
    ({ platformToken } = served.fixture.addresses);
    now = (await served.get<number>('/integrations/tradingview/time')).body;
  });

  afterAll(() => served.stop());

  const read = async <T = Record<string, unknown>>(dialect: string, request: string): Promise<T> =>
    (await served.get<T>(`/integrations/${dialect}/${request}`)).body;

  describe("TradingView's UDF adapter", () => {
    const feed = <T>(request: string): Promise<T> => read<T>('tradingview', request);

    it('starts, finds a symbol, draws its bars, and polls the last two', async () => {
      // It is of no block.
      const config = await served.api.get('/integrations/tradingview/config');
      expect(await config.json()).toMatchObject({ supports_search: true, supports_marks: false });
      expect(await feed('time')).toBe(now);
      const [found] = await feed<{ ticker: string }[]>('search?limit=30&query=APP0&type=&exchange=');
      expect(found!.ticker).toBe(token);
      const symbol = await feed<{ ticker: string; currency_code: string }>(
        `symbols?symbol=${found!.ticker}&currencyCode=USD&unitId=`,
      );
      expect(symbol).toMatchObject({
        currency_code: 'USD',
        intraday_multipliers: ['1', '5', '15', '60', '240'],
      });
      const { ticker, currency_code } = symbol;
      const history = `history?symbol=${ticker}&resolution=60`;
      const currency = `&currencyCode=${currency_code}`;
      const bars = await feed<{ s: string; t: number[]; c: number[] }>(
        `${history}&from=${now - 329 * 3_600}&to=${now + 3_600}&countback=329${currency}`,
      );
      expect(bars.s).toBe('ok');
      const poll = await feed<{ t: number[]; c: number[] }>(
        `${history}&from=${now - 7_200}&to=${now + 3_600}&countback=2${currency}&firstDataRequest=false`,
      );
      expect([poll.t.at(-1), poll.c.at(-1)]).toEqual([bars.t.at(-1), bars.c.at(-1)]);
      const before = await feed(`${history}&from=0&to=${bars.t[0]!}&countback=329${currency}&unitId=x`);
      expect(before).toEqual({ s: 'no_data' });
    });

    it.each(['symbols?', 'history?resolution=1D&from=0&to=4000000000&'])(
      'gets no bars of USD for %scurrencyCode=EUR',
      async (request) => {
        const response = await served.api.get(
          `/integrations/tradingview/${request}symbol=${token}&currencyCode=EUR`,
        );
        expect([response.status, await response.json()]).toMatchObject([
          404,
          { s: 'error', errmsg: 'unknown_currency' },
        ]);
      },
    );

    it('gets the same bars whatever case the currency is in', async () => {
      const history = `history?symbol=${token}&resolution=1D&from=0&to=${now + 1}&countback=5`;
      expect(await feed(`${history}&currencyCode=usd`)).toEqual(await feed(history));
    });
  });

  it.each(['dexscreener', 'geckoterminal'])("%s's poller asks each block once", async (dialect) => {
    const { block } = await read<{ block: { blockNumber: number } }>(dialect, 'latest-block');
    const range = `events?fromBlock=0&toBlock=${block.blockNumber}`;
    const { events } = await read<{ events: { pairId: string }[] }>(dialect, range);
    const pairs = new Set(events.map(({ pairId }) => pairId));
    expect(pairs.size).toBeGreaterThan(1);
    for (const id of pairs) {
      const { pair } = await read<{ pair: { asset0Id: string; asset1Id: string } }>(dialect, `pair?id=${id}`);
      for (const asset of [pair.asset0Id, pair.asset1Id])
        expect(await read(dialect, `asset?id=${asset.toLowerCase()}`)).toMatchObject({
          asset: { id: asset },
        });
    }
    expect(await read(dialect, `events?fromBlock=${block.blockNumber}&toBlock=${block.blockNumber}`)).toEqual(
      {
        events: expect.any(Array) as unknown[],
      },
    );
  });

  it("CoinGecko's crawler reads markets, prices, and trades by every form of its parameters", async () => {
    const gecko = <T>(request: string): Promise<T> => read<T>('coingecko', request);
    expect((await gecko<unknown[]>('pairs')).length).toBe(3);
    const tickers = await gecko<{ ticker_id: string }[]>('tickers?page=1');
    const id = `${token}_${platformToken}`;
    expect(tickers.map(({ ticker_id }) => ticker_id)).toContain(id);
    const trades = (more: string): Promise<{ buy: { trade_timestamp: number }[]; sell: unknown[] }> =>
      gecko(`historical_trades?ticker_id=${id}${more}`);
    const all = await trades('');
    for (const limit of ['0', '200', '500', '100000']) expect(await trades(`&limit=${limit}`)).toEqual(all);
    const { trade_timestamp: time } = all.buy[1]!;
    const inSeconds = await trades(`&type=buy&start_time=${time / 1_000}&end_time=${time / 1_000}&depth=1`);
    expect(inSeconds.buy.length).toBeGreaterThan(0);
    expect(await trades(`&type=buy&start_time=${time}&end_time=${time}`)).toEqual(inSeconds);
  });

  it('ignores what it does not know, under every path of a dialect', async () => {
    const values: Readonly<Record<string, string>> = {
      ...{ symbol: token, resolution: '60', from: '0', to: String(now), query: 'APP0', id: token },
      ...{ fromBlock: '0', toBlock: '1', ticker_id: `${token}_${platformToken}`, contract: token },
    };
    const paths = Object.keys(DESCRIPTION.paths).filter((one) => one.startsWith('/integrations/'));
    expect(paths.length).toBeGreaterThan(15);
    for (const template of paths) {
      const id = template.endsWith('/pair') ? `${token}-curve` : token;
      const known = Object.entries({ ...values, id })
        .filter(([name]) => namesOf(template).includes(name))
        .map(([name, value]) => `${name}=${value}`);
      const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
      const plain = await served.api.get(`${target}?${known.join('&')}`);
      const noisy = ['_=1795219200', 'nope=1', 'nope=2', 'bad=%FF', '__proto__=1', 'nul=%00'];
      const asked = await served.api.get(`${target}?${[...noisy, ...known].join('&')}`);
      expect([template, asked.status, await asked.text()]).toEqual([
        template,
        plain.status,
        await plain.text(),
      ]);
      expect([template, plain.status]).not.toEqual([template, 400]);
    }
  });
});

function namesOf(template: string): readonly string[] {
  return (DESCRIPTION.paths[template]?.get.parameters ?? []).flatMap(({ name, $ref = '' }) => {
    const shared = DESCRIPTION.components.parameters[$ref.split('/').at(-1) ?? ''];
    return name ?? shared?.name ?? [];
  });
}
