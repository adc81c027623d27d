import { expectEnvelope } from '../support/http/expect-envelope.js';
import { ServedMarket } from '../support/served-market.js';

interface History {
  readonly s: 'ok' | 'no_data' | 'error';
  readonly t?: readonly number[];
  readonly c?: readonly number[];
  readonly v?: readonly number[];
  readonly nextTime?: number;
}

describe('GET /integrations/tradingview', () => {
  let served: ServedMarket;
  let token: string;
  let now: number;

  beforeAll(async () => {
    served = await ServedMarket.start(67, async (market) => {
      await market.open(2);
      await market.act(40);
    });
    await served.serveHead();
    token = served.market.tokens[0]!;
    now = (await served.get<number>('/integrations/tradingview/time')).body;
  });

  afterAll(() => served.stop());

  const path = (rest: string): string => `/integrations/tradingview/${rest}`;
  const history = async (query: string): Promise<History> =>
    (await served.get<History>(path(`history?symbol=${token}&${query}`))).body;

  it('says what it can, and what time it is on the chain', async () => {
    const { body, time } = await served.get(path('time'));
    expect(body).toBe(Math.floor(time.getTime() / 1_000));
    const config = await served.api.get(path('config'));
    expect(await config.json()).toMatchObject({ supports_search: true, supports_time: true });
  });

  it('finds apps and resolves them by their tokens', async () => {
    const { body: found } = await served.get<{ ticker: string }[]>(path('search?query=APP0&limit=5'));
    expect(found[0]).toMatchObject({ symbol: 'APP0', description: 'App 0', ticker: token });
    // A chart's dialog opens without a text.
    for (const query of ['search?query=&type=crypto&exchange=Slipway&limit=0', 'search?limit=1000'])
      expect((await served.get<object[]>(path(query))).body.length).toBeGreaterThan(1);
    const { body: symbol } = await served.get<{ pricescale: number }>(
      path(`symbols?symbol=${token.toLowerCase()}`),
    );
    expect(symbol).toMatchObject({ ticker: token, name: 'APP0', session: '24x7', minmov: 1 });
    expect(Math.log10(symbol.pricescale) % 1).toBe(0);
  });

  it('has the candles of the interface, up to the present price', async () => {
    const bars = await history(`resolution=60&from=0&to=${now + 3_600}&countback=20`);
    const { body } = await served.get<{
      candles: { openTime: string; close: number; volumePlatform: string }[];
    }>(`/candles/${token}?interval=1h&limit=20`);
    expect(bars.s).toBe('ok');
    expect(bars.t).toEqual(body.candles.map(({ openTime }) => Date.parse(openTime) / 1_000));
    expect(bars.c).toEqual(body.candles.map(({ close }) => close));
    expect(bars.v).toEqual(
      body.candles.map(({ volumePlatform }) => Number((Number(volumePlatform) / 1e18).toPrecision(15))),
    );
    const prices = await served.get<{ prices: { priceUsd: number }[] }>(`/prices?tokens=${token}`);
    expect(bars.c!.at(-1)).toBe(prices.body.prices[0]!.priceUsd);
  });

  it('takes times with a fraction, no `from` beside countback, an empty currency', async () => {
    const query = `resolution=60&to=${now + 3_600}&countback=3`;
    expect(await history(`${query}&currencyCode=`)).toEqual(await history(`${query}&from=0.5`));
    expect(await history(`${query}&from=`)).toEqual(await history(query));
    expect(await history(`resolution=60&to=${now + 3_600}`)).toEqual(await history(`${query}000`));
  });

  it('goes by the range without countback, its end left out', async () => {
    const all = await history(`resolution=1&from=0&to=${now + 60}&countback=1000`);
    const [first, second, third] = all.t!.slice(-3);
    const range = await history(`resolution=1&from=${first!}&to=${third!}`);
    expect(range.t).toEqual([first, second]);
    const one = await history(`resolution=1&from=${third!}&to=${third!}&countback=1`);
    expect(one.t).toEqual([second]);
  });

  it('has no data where there is none, and names the bar before', async () => {
    expect(await history(`resolution=1D&from=-5&to=100`)).toEqual({ s: 'no_data' });
    const later = await history(`resolution=60&from=${now + 86_400}&to=${now + 90_000}`);
    expect(later).toEqual({ s: 'no_data', nextTime: Math.floor(now / 3_600) * 3_600 });
  });

  it.each([
    ['history', 400, 'invalid_request'],
    [`history?symbol=0x${'1'.repeat(40)}&resolution=60&from=0&to=100`, 404, 'not_found'],
    [`symbols?symbol=0x${'1'.repeat(40)}`, 404, 'not_found'],
    ['nothing', 404, 'not_found'],
  ])("%s fails with UDF's own error beside the envelope", async (rest, status, code) => {
    const response = await served.api.get(path(rest));
    const { s, errmsg, error } = (await response.json()) as Record<string, unknown>;
    expect(s).toBe('error');
    expect(errmsg).toEqual((error as { message: string }).message);
    const header = (name: string): string | null => response.headers.get(name);
    const text = JSON.stringify({ error });
    expectEnvelope({ status: response.status, header, text }, [status, code], header('cache-control') ?? '');
  });

  it('keeps the scale of its bars while the feed has no price', async () => {
    const scale = async (): Promise<number> =>
      (await served.get<{ pricescale: number }>(path(`symbols?symbol=${token}`))).body.pricescale;
    const known = await scale();
    await served.market.publishPrice(0n);
    await served.serveHead();
    const prices = await served.get<{ prices: { priceUsd: number | null }[] }>(`/prices?tokens=${token}`);
    expect(prices.body.prices[0]!.priceUsd).toBeNull();
    expect(await scale()).toBe(known);
  });

  it('leaves hidden apps out: their symbols are as unknown as those of no app', async () => {
    const hidden = served.market.tokens[1]!;
    await served.query("INSERT INTO public.hidden_apps (token, reason) VALUES ($1, 'a copy')", [hidden]);
    await served.fixture.client.mine({ blocks: 1 });
    await served.serveHead();
    const asked = [hidden, `0x${'1'.repeat(40)}`].flatMap((symbol) => [
      `symbols?symbol=${symbol}`,
      `history?symbol=${symbol}&resolution=60&from=0&to=4000000000&countback=10`,
    ]);
    for (const question of asked) {
      const response = await served.api.get(path(question));
      const told = [response.status, await response.json()];
      expect(told).toMatchObject([404, { s: 'error', errmsg: 'unknown_symbol' }]);
    }
    expect((await served.get(path('search?query=APP1'))).body).not.toContainEqual(
      expect.objectContaining({ ticker: hidden }),
    );
  });
});
