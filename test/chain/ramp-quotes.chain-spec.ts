import type { Address } from 'viem';
import type { TradeSide } from '@slipway/protocols';
import {
  curvePrice,
  quoteInPool,
  quoteTrade,
  rampLaunchpadAbi,
  rampRouterAbi,
  type RampCurve,
} from '@slipway/protocols/ramp';
import { seededRandom } from '../support/market-activity.js';
import { RampFixture } from '../support/ramp-fixture.js';

const TOKEN = 10n ** 18n;
const ROUNDS = 12;
const QUOTES_A_ROUND = 250;

interface Asked {
  readonly token: Address;
  readonly side: TradeSide;
  readonly amount: bigint;
}

type Outcome = readonly [amountOut: bigint, fee: bigint] | string;

const REFUSALS: Readonly<Record<string, string>> = {
  AmountTooSmall: 'amount_too_small',
  AmountTooLarge: 'exceeds_reserve',
  ExceedsSupply: 'exceeds_reserve',
};

/** Held against the contract, which knows nothing of libs/protocols. */
describe('quotes of the linear curve', () => {
  const random = seededRandom(45);
  let chain: RampFixture;
  let tokens: readonly Address[];

  beforeAll(async () => {
    chain = await RampFixture.start();
    tokens = [
      await chain.launch(chain.trader(0)),
      await chain.launch(chain.trader(1)),
      await chain.launch(chain.trader(2)),
    ];
    for (const token of tokens.slice(1)) await chain.buy(chain.trader(0), token, 20_000n * TOKEN);
  });
  afterAll(() => chain.stop());

  /** From a few wei to more than there is, evenly by order of magnitude. */
  function randomAmount(side: TradeSide): bigint {
    const digits = random() * (side === 'buy' ? 36 : 28);
    return (
      BigInt(Math.floor(10 ** (digits % 15) * (1 + random()))) * 10n ** BigInt(Math.floor(digits / 15) * 15)
    );
  }

  async function curveOf(token: Address, blockNumber: bigint): Promise<RampCurve> {
    const read = { address: chain.addresses.launchpad, abi: rampLaunchpadAbi, blockNumber } as const;
    const [supply, realPlatform] = await chain.client.readContract({
      ...read,
      functionName: 'curveOf',
      args: [token],
    });
    const feePpm = await chain.client.readContract({ ...read, functionName: 'feePpm' });
    return { reserves: curvePrice(supply), realPlatform, feePpm: BigInt(feePpm) };
  }

  async function askContract(asked: readonly Asked[], blockNumber: bigint): Promise<Outcome[]> {
    const results = await chain.client.multicall({
      contracts: asked.map(({ token, side, amount }) => ({
        address: chain.addresses.launchpad,
        abi: rampLaunchpadAbi,
        functionName: side === 'buy' ? ('quotePurchase' as const) : ('quoteRedeem' as const),
        args: [token, amount] as const,
      })),
      multicallAddress: chain.addresses.multicall3,
      blockNumber,
      batchSize: 16_384,
    });
    return results.map((quote) => {
      if (quote.status === 'success') return quote.result;
      const { cause } = quote.error as { cause?: { data?: { errorName: string } } };
      return REFUSALS[cause?.data?.errorName ?? ''] ?? String(quote.error);
    });
  }

  it(`are the contract's to the wei, ${ROUNDS * QUOTES_A_ROUND} of them, while the curves move and the fee changes`, async () => {
    const seen = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      await chain.setFee(Math.floor(random() * 50_001));
      const mover = tokens[1 + (round % 2)]!;
      if (round % 3 === 2)
        await chain.sell(chain.trader(0), mover, (await chain.balance(mover, chain.trader(0))) / 3n);
      else await chain.buy(chain.trader(0), mover, BigInt(Math.floor(random() * 5e12)) * 10n ** 9n);
      const block = await chain.client.getBlockNumber();
      const curves = new Map<Address, RampCurve>();
      for (const token of tokens) curves.set(token, await curveOf(token, block));
      const asked = Array.from({ length: QUOTES_A_ROUND }, (_, i): Asked => {
        const side = random() < 0.5 ? 'buy' : 'sell';
        return { token: tokens[i % tokens.length]!, side, amount: randomAmount(side) };
      });
      const ours = asked.map(({ token, side, amount }): Outcome => {
        const quote = quoteTrade(curves.get(token)!, side, amount);
        return typeof quote === 'string' ? quote : [quote.amountOut, quote.fee];
      });
      expect(ours).toEqual(await askContract(asked, block));
      for (const [i, outcome] of ours.entries()) {
        const kind = typeof outcome === 'string' ? `${asked[i]!.side} ${outcome}` : asked[i]!.side;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    }
    // The sizes are such that everything that can happen does.
    expect([...seen.keys()].sort()).toEqual([
      ...['buy', 'buy amount_too_small', 'buy exceeds_reserve'],
      ...['sell', 'sell amount_too_small', 'sell exceeds_reserve'],
    ]);
    for (const count of seen.values()) expect(count).toBeGreaterThan(5);
  });

  it('are what trades then do, and the event has what the next quote starts from', async () => {
    const token = await chain.launch(chain.trader(3));
    const trader = chain.trader(4);
    for (let i = 0; i < 40; i++) {
      if (i % 8 === 0) await chain.setFee(Math.floor(random() * 50_001));
      const curve = await curveOf(token, await chain.client.getBlockNumber());
      const held = await chain.balance(token, trader);
      const side = held > 0n && random() < 0.4 ? 'sell' : 'buy';
      const amount =
        side === 'sell'
          ? (held * BigInt(1 + Math.floor(random() * 1000))) / 1000n
          : BigInt(2 + Math.floor(random() * 2e15)) * 10n ** 6n;
      const quote = quoteTrade(curve, side, amount);
      if (typeof quote === 'string') throw new Error(quote);
      const event = chain.event(await chain[side](trader, token, amount, quote.amountOut), 'Trade');
      const { isPurchase, netAmount, fee, tokenAmount, supply, reserve } = event;
      expect(isPurchase).toBe(side === 'buy');
      expect([fee, curvePrice(supply)]).toEqual([quote.fee, quote.reservesAfter]);
      expect(isPurchase ? [netAmount + fee, tokenAmount] : [tokenAmount, netAmount - fee]).toEqual([
        quote.amountIn,
        quote.amountOut,
      ]);
      expect(reserve).toBe(curve.realPlatform + (isPurchase ? netAmount : -netAmount));
      expect(await chain.curve(token)).toMatchObject({ supply, reserve });
    }
  });

  it("are the router's in a pool, whose fee is a quarter of a per cent", async () => {
    const [token] = tokens as [Address];
    await chain.buy(chain.trader(5), token, 70_000n * TOKEN);
    const pool = await chain.graduate(token);
    const reserves = await chain.reserves(pool);
    const { router, platformToken } = chain.addresses;
    const asked = Array.from({ length: 300 }, () => {
      const side = random() < 0.5 ? ('buy' as const) : ('sell' as const);
      return { side, amount: (randomAmount(side) % 2n ** 100n) + 1n };
    });
    const results = await chain.client.multicall({
      contracts: asked.map(({ side, amount }) => ({
        address: router,
        abi: rampRouterAbi,
        functionName: 'getAmountsOut' as const,
        args: [amount, side === 'buy' ? [platformToken, token] : [token, platformToken]] as const,
      })),
      multicallAddress: chain.addresses.multicall3,
      allowFailure: false,
      batchSize: 16_384,
    });
    const ours = asked.map(({ side, amount }) => {
      const quote = quoteInPool(reserves, side, amount);
      return typeof quote === 'string' ? 0n : quote.amountOut;
    });
    expect(ours).toEqual(results.map((amounts) => amounts[1]));
    expect(ours.filter((out) => out > 0n).length).toBeGreaterThan(100);
  });
});
