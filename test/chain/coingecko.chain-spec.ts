import { toWei } from '../support/dex-aggregator.js';
import { expectError, SHARED_NOT_FOUND } from '../support/http/expect-envelope.js';
import { ServedMarket } from '../support/served-market.js';

interface Pair {
  readonly ticker_id: string;
  readonly base: string;
  readonly target: string;
  readonly pool_id: string;
}

interface Ticker {
  readonly ticker_id: string;
  readonly pool_id: string;
  readonly last_price: string;
  readonly target_volume: string;
  readonly base_volume: string;
  readonly liquidity_in_usd: string;
}

interface Trade {
  readonly trade_id: number;
  readonly trade_timestamp: number;
  readonly target_volume: string;
}

const FINALITY_BLOCKS = 4;

describe('GET /integrations/coingecko', () => {
  let served: ServedMarket;

  beforeAll(async () => {
    served = await ServedMarket.start(
      59,
      async (market, fixture) => {
        await market.open(3);
        await market.graduate(market.tokens[0]!);
        await market.act(40);
        // The hours of the trades are over when a later block is final.
        await fixture.client.increaseTime({ seconds: 7_200 });
        await fixture.buy(fixture.trader(1), market.tokens[1]!, 10n ** 18n);
        await fixture.client.mine({ blocks: FINALITY_BLOCKS + 2 });
      },
      { finality: { blocks: FINALITY_BLOCKS, isByTag: false } },
    );
    await served.serveHead();
  });

  afterAll(() => served.stop());

  const path = (rest: string): string => `/integrations/coingecko/${rest}`;

  it('lists each market once, by pages that links name', async () => {
    const found: Pair[] = [];
    for (let next: string | null = path('pairs?limit=2'); next !== null;) {
      const response: Response = await served.ask(next);
      found.push(...((await response.json()) as Pair[]));
      const [, link = null] = /<[^>]*\/v1([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
      next = link;
    }
    expect(found.map(({ base }) => base)).toEqual(served.market.tokens);
    const { pair } = await served.fixture.curve(served.market.tokens[0]!);
    expect(found.map(({ pool_id }) => pool_id)).toEqual([
      pair,
      ...served.market.tokens.slice(1).map((token) => `${token}-curve`),
    ]);
    for (const { ticker_id, base, target } of found) expect(ticker_id).toBe(`${base}_${target}`);
  });

  it('has the prices of the interface, and the volumes of whole hours', async () => {
    const { body: tickers, time } = await served.get<Ticker[]>(path('tickers'));
    const { body } = await served.get<{ prices: { priceInPlatform: string }[] }>(
      `/prices?tokens=${served.market.tokens.join()}`,
    );
    const inPlaces = (price: string): string => price.slice(0, price.indexOf('.') + 10);
    expect(tickers.map(({ last_price }) => inPlaces(last_price))).toEqual(
      body.prices.map(({ priceInPlatform }) => inPlaces(priceInPlatform)),
    );
    const { body: apps } = await served.get<{ apps: { tokenAddress: string; liquidityUsd: number }[] }>(
      `/apps?tokens=${served.market.tokens.join()}`,
    );
    expect(tickers.map(({ liquidity_in_usd }) => Number(Number(liquidity_in_usd).toPrecision(9)))).toEqual(
      apps.apps.map(({ liquidityUsd }) => Number(liquidityUsd.toPrecision(9))),
    );
    const rows = await served.query<{ volume: string; tokens: string }>(
      `WITH ends AS (SELECT to_timestamp(floor($2::float8 / 3600) * 3600) AS at)
      SELECT ${['platform_amount AS volume', 'token_amount AS tokens']
        .map((sum) => sum.split(' AS '))
        .map(
          ([amount, name]) =>
            `coalesce(sum(r.${amount!}) FILTER (WHERE r.time < ends.at AND r.time >= ends.at - interval '24 hours'), 0)::text AS ${name!}`,
        )
        .join(', ')}
      FROM unnest($1::text[]) WITH ORDINALITY AS asked (token, place) CROSS JOIN ends LEFT JOIN chain.trade_rows r ON r.token = asked.token
      GROUP BY asked.place ORDER BY asked.place`,
      [served.market.tokens, time.getTime() / 1_000],
    );
    expect(
      tickers.map((ticker) =>
        [ticker.target_volume, ticker.base_volume].map((amount) => toWei(amount).toString()),
      ),
    ).toEqual(rows.map(({ volume, tokens }) => [volume, tokens]));
  });

  it('names the final block that it is true at, as every list of final blocks does', async () => {
    const newest = (await served.fixture.client.getBlockNumber()) - BigInt(FINALITY_BLOCKS) - 1n;
    const { body } = await served.get<{ block: { blockNumber: number } }>(
      '/integrations/dexscreener/latest-block',
    );
    const final = BigInt(body.block.blockNumber);
    // Of blocks without events the index may not know the newest one's time.
    expect([newest, newest - 1n]).toContain(final);
    const [{ ticker_id, base, pool_id }] = (await served.get<Pair[]>(path('pairs'))).body as [Pair];
    const { timestamp } = await served.fixture.client.getBlock({ blockNumber: final });
    for (const rest of [
      ...['pairs', 'tickers', `historical_trades?ticker_id=${ticker_id}`].map((one) => `coingecko/${one}`),
      ...['dexscreener', 'geckoterminal'].flatMap((dialect) =>
        ['latest-block', `asset?id=${base}`, `pair?id=${pool_id}`, `events?fromBlock=1&toBlock=${final}`].map(
          (one) => `${dialect}/${one}`,
        ),
      ),
      'tokenlist.json',
    ]) {
      const { block, time } = await served.get(`/integrations/${rest}`);
      expect([rest, block, time.getTime() / 1_000]).toEqual([rest, final, Number(timestamp)]);
    }
    expect((await served.get('/integrations/tradingview/time')).block).toBeGreaterThan(final);
  });

  it('has no liquidity in USD while the feed has no price, as `liquidityUsd`', async () => {
    const { market, fixture } = served;
    const before = (await served.get<Ticker[]>(path('tickers'))).body;
    for (const price of [0n, 250_000_000n]) {
      await market.publishPrice(price);
      await fixture.client.mine({ blocks: FINALITY_BLOCKS + 2 });
      await served.serveHead();
      const { body: apps } = await served.get<{ apps: { liquidityUsd: number | null }[] }>(
        `/apps?tokens=${market.tokens.join()}`,
      );
      const { body: tickers } = await served.get<Partial<Ticker>[]>(path('tickers'));
      expect(tickers.map(({ liquidity_in_usd: usd }) => usd !== undefined)).toEqual(
        apps.apps.map(({ liquidityUsd }) => liquidityUsd !== null),
      );
      expect(tickers.map(({ last_price }) => last_price)).toEqual(before.map(({ last_price }) => last_price));
    }
  });

  it('has no volume of a day without trades, and the last price', async () => {
    const before = (await served.get<Ticker[]>(path('tickers'))).body;
    const last = Number(await served.fixture.client.getBlockNumber());
    await served.fixture.client.increaseTime({ seconds: 26 * 3_600 });
    await served.fixture.client.mine({ blocks: FINALITY_BLOCKS + 3 });
    await served.serveHead();
    const quiet = (await served.get<Ticker[]>(path('tickers'))).body;
    expect(quiet).toEqual(before.map((ticker) => ({ ...ticker, base_volume: '0', target_volume: '0' })));
    const [ticker] = quiet;
    const { timestamp } = await served.fixture.client.getBlock({ blockNumber: BigInt(last + 1) });
    const hour = `&start_time=${timestamp - 3_600n}&end_time=${timestamp}`;
    const query = path(`historical_trades?ticker_id=${ticker!.ticker_id}${hour}`);
    expect((await served.get(query)).body).toEqual({ buy: [], sell: [] });
    const range = `/integrations/dexscreener/events?fromBlock=${last + 1}&toBlock=${last + 2}`;
    expect((await served.get(range)).body).toEqual({ events: [] });
  });

  it('has the trades of a market by side, time and number', async () => {
    const [token] = served.market.tokens;
    const ticker = `${token!}_${served.fixture.addresses.platformToken}`;
    const trades = async (query: string): Promise<{ buy: Trade[]; sell: Trade[] }> =>
      (
        await served.get<{ buy: Trade[]; sell: Trade[] }>(
          path(`historical_trades?ticker_id=${ticker}${query}`),
        )
      ).body;
    const all = await trades('&limit=500');
    expect(await trades('&type=&limit=&start_time=&end_time=')).toEqual(await trades(''));
    const rows = await served.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM chain.trade_rows WHERE token = $1',
      [token],
    );
    expect(all.buy.length + all.sell.length).toBe(rows[0]!.count);
    expect((await trades('&type=buy&limit=2')).buy).toEqual(all.buy.slice(0, 2));
    expect((await trades('&type=buy')).sell).toEqual([]);
    const { trade_timestamp } = all.buy[1]!;
    const second = Math.floor(trade_timestamp / 1_000);
    const at = await trades(`&start_time=${second}&end_time=${second}`);
    expect(at.buy).toContainEqual(all.buy[1]);
    expect([...at.buy, ...at.sell].every((trade) => trade.trade_timestamp === second * 1_000)).toBe(true);
    const unknown = `0x${'1'.repeat(40)}_${served.fixture.addresses.platformToken}`;
    const missing = await served.ask(path(`historical_trades?ticker_id=${unknown}`));
    await expectError(missing, [404, 'not_found'], SHARED_NOT_FOUND);
    await expectError(await served.ask(path('pairs?limit=101')), [400, 'invalid_request']);
  });
});
