import type { Address } from 'viem';
import { launchpadAbi, uniswapV2Router02Abi } from '@slipway/protocols/slipway';
import { ZERO_ADDRESS } from '@slipway/domain';
import type { CurveDto, QuoteDto } from '../../apps/api/src/modules/market/curves/curves.dto.js';
import { seededRandom } from '../support/market-activity.js';
import { ServedMarket } from '../support/served-market.js';

const QUOTES = 2_000;
const POOL_QUOTES = 300;
const AT_ONCE = 20;
const TOKEN = 10n ** 18n;

interface Asked {
  readonly token: Address;
  readonly side: 'buy' | 'sell';
  readonly amount: bigint;
}

describe('curves of an indexed chain', () => {
  let served: ServedMarket;
  let tokens: readonly Address[];
  let graduated: Address;

  beforeAll(async () => {
    served = await ServedMarket.start(31, async (market) => {
      await market.open(3);
      [graduated] = market.tokens as [Address];
      await market.graduate(graduated);
      await market.act(24);
    });
    tokens = served.market.tokens;
  });

  afterAll(() => served.stop());

  /** Amounts of every size: from a wei to far more than there is. */
  function randomQuotes(): Asked[] {
    const random = seededRandom(7);
    const onCurve = tokens.filter((token) => token !== graduated);
    return Array.from({ length: QUOTES }, () => {
      const side = random() < 0.5 ? 'buy' : 'sell';
      const magnitude = random() * (side === 'buy' ? 24 : 28);
      const amount = BigInt(Math.ceil(10 ** (magnitude % 9))) * 10n ** BigInt(9 * Math.floor(magnitude / 9));
      const token = onCurve[Math.floor(random() * onCurve.length)]!;
      return { token, side, amount: amount + BigInt(Math.floor(random() * 10)) };
    });
  }

  /** What the contract's views say at a block: amount out and fee, or the name of its error. */
  async function askContract(asked: readonly Asked[], block: bigint): Promise<(string | [bigint, bigint])[]> {
    const { client, addresses } = served.fixture;
    const results = await client.multicall({
      contracts: asked.map(({ token, side, amount }) => ({
        address: addresses.launchpad,
        abi: launchpadAbi,
        functionName: side === 'buy' ? ('quoteBuy' as const) : ('quoteSell' as const),
        args: [token, amount] as const,
      })),
      multicallAddress: addresses.multicall3,
      blockNumber: block,
      batchSize: 16_384,
    });
    return results.map((quote) =>
      quote.status === 'success'
        ? [quote.result[0], quote.result[1]]
        : ((quote.error.cause as { data?: { errorName: string } }).data?.errorName ?? 'unknown'),
    );
  }

  it(`quotes ${QUOTES} random trades to the wei as the contract does at the same block`, async () => {
    const block = await served.serveHead();
    const asked = randomQuotes();
    const expected = await askContract(asked, block);
    const seen = { quoted: 0, AmountTooSmall: 0, ExceedsReserve: 0, capped: 0 };
    const compare = async (place: number): Promise<void> => {
      const { token, side, amount } = asked[place]!;
      const response = await served.ask(`/curves/${token}/quote?side=${side}&amount=${amount}`);
      const wanted = expected[place]!;
      if (typeof wanted === 'string') {
        const reason = wanted === 'AmountTooSmall' ? 'amount_too_small' : 'exceeds_reserve';
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({
          error: { details: { reason, issues: [{ path: 'amount' }] } },
        });
        seen[wanted as 'AmountTooSmall' | 'ExceedsReserve'] += 1;
        return;
      }
      const quote = (await response.json()) as QuoteDto;
      expect(response.headers.get('x-as-of-block')).toBe(String(block));
      expect([side, quote.amountOut, quote.fee]).toEqual([quote.side, ...wanted.map(String)]);
      expect(BigInt(quote.amountIn)).toBeLessThanOrEqual(amount);
      seen.quoted += 1;
      if (BigInt(quote.amountIn) < amount) seen.capped += 1;
    };
    for (let first = 0; first < QUOTES; first += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => compare(first + i)));
    }
    // The sizes are such that everything that can happen does.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  });

  it.each([
    ['a plain buy', 'buy', 12n * TOKEN],
    ['the buy that graduates the app', 'buy', 500_000n * TOKEN],
    ['a sale', 'sell', 3_000n * TOKEN],
  ] as const)('says of %s what then happens', async (_, side, amount) => {
    const [token] = tokens.slice(-1) as [Address];
    const trader = served.fixture.trader(1);
    if (side === 'sell') await served.fixture.buy(trader, token, 5n * TOKEN);
    await served.serveHead();
    const { body } = await served.get<QuoteDto>(`/curves/${token}/quote?side=${side}&amount=${amount}`);
    await served.fixture.undone(async () => {
      const logs = await served.fixture[side](trader, token, amount);
      const event = served.fixture.event(logs, side === 'buy' ? 'Bought' : 'Sold');
      const paid = side === 'buy' ? event.platformAmount : event.tokenAmount;
      const got = side === 'buy' ? event.tokenAmount : event.platformAmount - event.fee;
      expect([body.amountIn, body.amountOut, body.fee]).toEqual([paid, got, event.fee].map(String));
      const priceAfter = (event.virtualPlatform * TOKEN) / event.virtualToken;
      const [whole = '', decimals = ''] = body.priceInPlatformAfter!.split('.');
      expect(BigInt(whole + decimals.padEnd(18, '0'))).toBe(priceAfter);
      expect(body.priceImpact).toBeGreaterThan(0);
    });
  });

  it('gives the state that the contract has at the same block', async () => {
    await served.serveHead();
    for (const token of tokens) {
      const { body } = await served.get<CurveDto>(`/curves/${token.toLowerCase()}`);
      const curve = await served.fixture.curve(token);
      expect(body).toMatchObject({
        tokenAddress: token,
        stage: curve.graduated ? 'graduated' : 'curve',
        virtualPlatformReserve: String(curve.virtualPlatform),
        virtualTokenReserve: String(curve.virtualToken),
        realPlatformReserve: String(curve.realPlatform),
        realTokenReserve: String(curve.realToken),
        graduationThreshold: String(60_000n * TOKEN),
        pool: curve.graduated ? curve.pair : null,
        progress: curve.graduated ? 1 : expect.closeTo(Number(curve.realPlatform) / 6e22, 12),
      });
      const priced = curve.graduated
        ? await served.fixture.reserves(curve.pair)
        : { platform: curve.virtualPlatform, token: curve.virtualToken };
      expect(Number(body.priceInPlatform)).toBeCloseTo(Number(priced.platform) / Number(priced.token), 15);
    }
  });

  it(`quotes ${POOL_QUOTES} random swaps of an app that has graduated as the router does at the same block`, async () => {
    const block = await served.serveHead();
    const { client, addresses } = served.fixture;
    const asked = randomQuotes().slice(0, POOL_QUOTES);
    const contracts = asked.map(({ side, amount }) => {
      const path = [addresses.platformToken, graduated] as const;
      const args = [amount, side === 'buy' ? path : path.toReversed()] as const;
      return {
        address: addresses.router,
        abi: uniswapV2Router02Abi,
        functionName: 'getAmountsOut' as const,
        args,
      };
    });
    const multicallAddress = addresses.multicall3;
    const results = await client.multicall({ contracts, multicallAddress, blockNumber: block });
    const seen = { quoted: 0, nothing: 0 };
    for (const [i, { side, amount }] of asked.entries()) {
      const response = await served.ask(`/curves/${graduated}/quote?side=${side}&amount=${amount}`);
      const body = (await response.json()) as QuoteDto;
      const out = results[i]!.result?.[1] ?? 0n;
      if (out > 0n)
        expect([body.venue, body.amountIn, body.amountOut]).toEqual(['pool', `${amount}`, `${out}`]);
      else
        expect([response.status, body]).toMatchObject([
          400,
          { error: { details: { reason: 'amount_too_small' } } },
        ]);
      seen[out > 0n ? 'quoted' : 'nothing'] += 1;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });

  it('has nothing for a token that no app has', async () => {
    for (const path of [`/curves/${ZERO_ADDRESS}`, `/curves/${ZERO_ADDRESS}/quote?side=buy&amount=1`]) {
      const response = await served.ask(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'not_found', details: {} } });
    }
  });

  it.each([
    ['', 'side'],
    ['side=buy', 'amount'],
    ['side=hold&amount=1', 'side'],
    ['side=buy&amount=0', 'amount'],
    ['side=buy&amount=-1', 'amount'],
    ['side=buy&amount=1.5', 'amount'],
    ['side=buy&amount=1e18', 'amount'],
    ['side=buy&amount=007', 'amount'],
    [`side=buy&amount=${2n ** 256n}`, 'amount'],
    [`side=buy&amount=${'9'.repeat(400)}`, 'amount'],
    ['side=buy&amount=1&slippage=1', 'slippage'],
  ])('refuses ?%s, naming %s', async (query, path) => {
    const response = await served.ask(`/curves/${tokens[1]!}/quote?${query}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { issues: { path: string }[] } } };
    expect(error.details.issues.map((issue) => issue.path)).toContain(path);
  });
});
