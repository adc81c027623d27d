import fc from 'fast-check';
import { maxUint256, type Address } from 'viem';
import { LaunchpadFixture, type CurveState } from '../support/launchpad-fixture.js';

const SLIP = 10n ** 18n;
const THRESHOLD = 60_000n * SLIP;
const FEE_BPS = 100n;
const BPS = 10_000n;

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** Marginal prices of two states, compared without rounding: a/b <= c/d. */
const notDearer = (a: CurveState, b: CurveState): boolean =>
  a.virtualPlatform * b.virtualToken <= b.virtualPlatform * a.virtualToken;

const product = (state: CurveState): bigint => state.virtualPlatform * state.virtualToken;

/** Mostly plausible amounts, and the odd edge. */
const platformAmount = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(SLIP, 3_000n * SLIP) },
  { weight: 2, arbitrary: fc.bigInt(2n, 10n ** 12n) },
  { weight: 1, arbitrary: fc.bigInt(3_000n * SLIP, 50_000n * SLIP) },
);
/** Part of a holding to sell, in millionths. */
const part = fc.bigInt(1n, 1_000_000n);

type Step =
  | { readonly side: 'buy'; readonly trader: number; readonly amount: bigint }
  | { readonly side: 'sell'; readonly trader: number; readonly part: bigint };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ side: fc.constant('buy' as const), trader: fc.nat(2), amount: platformAmount }),
  fc.record({ side: fc.constant('sell' as const), trader: fc.nat(2), part }),
);

describe('Launchpad.buy and sell', () => {
  let chain: LaunchpadFixture;
  let token: Address;
  beforeAll(async () => {
    chain = await LaunchpadFixture.start();
    token = await chain.launch(chain.trader(0));
    for (const index of [0, 1, 2]) await chain.approve(chain.trader(index), token);
  });
  afterAll(() => chain.stop());

  /** Buys, and checks every number of the trade against its quote and its rule. */
  async function checkedBuy(trader: Address, platformIn: bigint): Promise<void> {
    const before = await chain.curve(token);
    const quote = await chain.quoteBuy(token, platformIn);
    const [platformBefore, tokenBefore] = [
      await chain.platformBalance(trader),
      await chain.balance(token, trader),
    ];
    const event = chain.event(await chain.buy(trader, token, platformIn, quote.tokenOut), 'Bought');
    const after = await chain.curve(token);
    const most = ceilDiv((THRESHOLD - before.realPlatform) * BPS, BPS - FEE_BPS);
    const paid = platformIn < most ? platformIn : most;
    const net = paid - event.fee;
    expect(event).toMatchObject({ token, trader, platformAmount: paid, fee: ceilDiv(paid * FEE_BPS, BPS) });
    expect(quote).toEqual({ tokenOut: event.tokenAmount, fee: event.fee });
    expect(platformBefore - (await chain.platformBalance(trader))).toBe(paid);
    expect((await chain.balance(token, trader)) - tokenBefore).toBe(event.tokenAmount);
    expect(event.virtualPlatform).toBe(before.virtualPlatform + net);
    expect(event.virtualToken).toBe(before.virtualToken - event.tokenAmount);
    expect(product(after)).toBeGreaterThanOrEqual(product(before));
    expect(notDearer(before, after)).toBe(true);
    if (!after.graduated) expect(after.realPlatform).toBe(before.realPlatform + net);
  }

  /** Sells, and checks every number of the trade against its quote and its rule. */
  async function checkedSell(trader: Address, tokenIn: bigint): Promise<void> {
    const before = await chain.curve(token);
    const quote = await chain.quoteSell(token, tokenIn);
    const [platformBefore, tokenBefore] = [
      await chain.platformBalance(trader),
      await chain.balance(token, trader),
    ];
    const event = chain.event(await chain.sell(trader, token, tokenIn, quote.platformOut), 'Sold');
    const after = await chain.curve(token);
    const gross = event.platformAmount;
    expect(event).toMatchObject({ token, trader, tokenAmount: tokenIn, fee: ceilDiv(gross * FEE_BPS, BPS) });
    expect(quote).toEqual({ platformOut: gross - event.fee, fee: event.fee });
    expect((await chain.platformBalance(trader)) - platformBefore).toBe(gross - event.fee);
    expect(tokenBefore - (await chain.balance(token, trader))).toBe(tokenIn);
    expect(event.virtualPlatform).toBe(before.virtualPlatform - gross);
    expect(event.virtualToken).toBe(before.virtualToken + tokenIn);
    expect(after.realPlatform).toBe(before.realPlatform - gross);
    expect(product(after)).toBeGreaterThanOrEqual(product(before));
    expect(notDearer(after, before)).toBe(true);
  }

  it('executes what it quotes, to the wei, with exact fees and rounding against the trader (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) =>
        chain.undone(async () => {
          for (const next of steps) {
            const trader = chain.trader(next.trader);
            if ((await chain.curve(token)).graduated) return;
            if (next.side === 'buy') {
              await checkedBuy(trader, next.amount);
              continue;
            }
            const tokenIn = ((await chain.balance(token, trader)) * next.part) / 1_000_000n;
            const call = chain.onLaunchpad('quoteSell', trader, [token, tokenIn]);
            if ((await chain.errorOf(call)) === null) await checkedSell(trader, tokenIn);
          }
        }),
      ),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('gives no gain to who buys and sells back, whatever the split (property)', async () => {
    const parts = fc.array(fc.bigInt(1n, 10_000n * SLIP), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, fc.bigInt(1n, 20_000n * SLIP), (amounts, others) =>
        chain.undone(async () => {
          const [trader, other] = [chain.trader(1), chain.trader(2)];
          if (others > SLIP) await chain.buy(other, token, others);
          const before = await chain.platformBalance(trader);
          for (const amount of amounts) {
            const call = chain.onLaunchpad('buy', trader, [token, amount, 0n]);
            if ((await chain.errorOf(call)) === null) await chain.buy(trader, token, amount);
            if ((await chain.curve(token)).graduated) return;
          }
          const held = await chain.balance(token, trader);
          const sale = chain.onLaunchpad('sell', trader, [token, held, 0n]);
          if ((await chain.errorOf(sale)) === null) await chain.sell(trader, token, held);
          expect(await chain.platformBalance(trader)).toBeLessThanOrEqual(before);
        }),
      ),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('raises the price with every buy and lowers it with every sale', async () => {
    await chain.undone(async () => {
      const trader = chain.trader(0);
      let last = await chain.curve(token);
      for (const amount of [SLIP, 10n * SLIP, 500n * SLIP, 9_000n * SLIP]) {
        await chain.buy(trader, token, amount);
        const now = await chain.curve(token);
        expect(notDearer(last, now) && !notDearer(now, last)).toBe(true);
        last = now;
      }
      await chain.sell(trader, token, (await chain.balance(token, trader)) / 2n);
      const now = await chain.curve(token);
      expect(notDearer(now, last) && !notDearer(last, now)).toBe(true);
    });
  });

  it('can pay out every holder: the last sale leaves nothing but dust', async () => {
    await chain.undone(async () => {
      const traders = [0, 1, 2].map((index) => chain.trader(index));
      for (const trader of traders) await chain.buy(trader, token, 7_777n * SLIP + 1n);
      for (const trader of traders) await chain.sell(trader, token, await chain.balance(token, trader));
      const { realPlatform, virtualPlatform, realToken } = await chain.curve(token);
      expect(realPlatform).toBeLessThan(10n);
      expect(virtualPlatform - realPlatform).toBe(30_000n * SLIP);
      expect(realToken).toBe(1_000_000_000n * SLIP);
    });
  });

  it('keeps its books equal to its balances', async () => {
    await chain.undone(async () => {
      await chain.buy(chain.trader(0), token, 1_234n * SLIP);
      await chain.sell(chain.trader(0), token, await chain.balance(token, chain.trader(0)));
      await chain.buy(chain.trader(1), token, 55n * SLIP);
      const { realPlatform, realToken } = await chain.curve(token);
      const { launchpad } = chain.addresses;
      expect(await chain.platformBalance(launchpad)).toBe(
        realPlatform + (await chain.read<bigint>('collectedFees')),
      );
      expect(await chain.balance(token, launchpad)).toBe(realToken);
    });
  });

  it("respects the trader's minimum to the wei", async () => {
    const trader = chain.trader(0);
    const { tokenOut } = await chain.quoteBuy(token, SLIP);
    const buy = (minOut: bigint) => chain.errorOf(chain.onLaunchpad('buy', trader, [token, SLIP, minOut]));
    expect(await buy(tokenOut)).toBeNull();
    expect(await buy(tokenOut + 1n)).toBe('SlippageExceeded');
    await chain.undone(async () => {
      await chain.buy(trader, token, SLIP);
      const { platformOut } = await chain.quoteSell(token, tokenOut);
      const sell = (minOut: bigint) =>
        chain.errorOf(chain.onLaunchpad('sell', trader, [token, tokenOut, minOut]));
      expect(await sell(platformOut)).toBeNull();
      expect(await sell(platformOut + 1n)).toBe('SlippageExceeded');
    });
  });

  it('refuses amounts that would give nothing, in the quote as in the trade', async () => {
    const trader = chain.trader(0);
    for (const [name, args] of [
      ['quoteBuy', [token, 0n]],
      ['quoteBuy', [token, 1n]],
      ['buy', [token, 1n, 0n]],
      ['quoteSell', [token, 0n]],
      ['quoteSell', [token, 1n]],
      ['sell', [token, 1n, 0n]],
    ] as const) {
      expect(await chain.errorOf(chain.onLaunchpad(name, trader, args))).toBe('AmountTooSmall');
    }
  });

  it('refuses tokens that it did not launch', async () => {
    const stranger = chain.addresses.platformToken;
    for (const [name, args] of [
      ['curve', [stranger]],
      ['quoteBuy', [stranger, SLIP]],
      ['quoteSell', [stranger, SLIP]],
      ['buy', [stranger, SLIP, 0n]],
      ['sell', [stranger, SLIP, 0n]],
    ] as const) {
      expect(await chain.errorOf(chain.onLaunchpad(name, chain.trader(0), args))).toBe('UnknownToken');
    }
  });

  it('lets no trader sell what they do not have', async () => {
    await chain.undone(async () => {
      await chain.buy(chain.trader(0), token, 1_000n * SLIP);
      const sale = chain.onLaunchpad('sell', chain.trader(3), [token, SLIP, 0n]);
      expect(await chain.errorOf(sale)).toBe('ERC20InsufficientAllowance');
      await chain.approve(chain.trader(3), token);
      expect(await chain.errorOf(sale)).toBe('ERC20InsufficientBalance');
    });
  });

  it('quotes no sale of more than there is to sell', async () => {
    await chain.undone(async () => {
      await chain.buy(chain.trader(0), token, 1_000n * SLIP);
      const held = await chain.balance(token, chain.trader(0));
      expect(await chain.errorOf(chain.onLaunchpad('quoteSell', chain.trader(0), [token, held]))).toBeNull();
      const more = chain.onLaunchpad('quoteSell', chain.trader(0), [token, 2n * held]);
      expect(await chain.errorOf(more)).toBe('ExceedsReserve');
      const absurd = chain.onLaunchpad('quoteSell', chain.trader(0), [token, maxUint256]);
      expect(await chain.errorOf(absurd)).not.toBeNull();
    });
  });
});
