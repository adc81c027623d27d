import fc from 'fast-check';
import { quoteSwap, swapInputFor, UNISWAP_V2_FEE_PPM } from './quote-swap.js';

const WEI = 10n ** 18n;
const reserves = { platform: 60_000n * WEI, token: 375_000_000n * WEI };
const amounts = fc.bigInt({ min: 1n, max: 10n ** 27n });
const pools = fc.record({ platform: amounts, token: amounts });
const fees = fc.constantFrom(0n, 2_500n, UNISWAP_V2_FEE_PPM, 10_001n);

describe('quoteSwap', () => {
  it('quotes what a pair gives, and what it keeps', () => {
    expect(quoteSwap(reserves, 'buy', 1_000n * WEI, UNISWAP_V2_FEE_PPM)).toMatchObject({
      amountIn: 1_000n * WEI,
      // 997 * 375,000,000 / (60,000 * 1,000 + 997 * 1,000) thousand tokens, rounded down.
      amountOut: 6_129_399_806_547_863_009_656_212n,
      fee: 3n * WEI,
    });
    const sale = quoteSwap(reserves, 'sell', 1_000n * WEI, UNISWAP_V2_FEE_PPM);
    expect(sale).toMatchObject({ amountOut: 159_519_575_890_620_898n });
  });

  it.each([
    ['gives nothing', 'sell', 1n, 'amount_too_small'],
    ['fits in no reserve', 'buy', 2n ** 112n, 'exceeds_reserve'],
  ] as const)('refuses an amount that %s', (_, side, amount, reason) => {
    expect(quoteSwap(reserves, side, amount, UNISWAP_V2_FEE_PPM)).toBe(reason);
  });

  it("never shrinks the reserves' product, and gives less than a pool without a fee by the fee", () => {
    fc.assert(
      fc.property(pools, fc.constantFrom('buy', 'sell'), amounts, fees, (before, side, amount, feePpm) => {
        const quote = quoteSwap(before, side, amount, feePpm);
        if (typeof quote === 'string') return;
        const { amountIn, amountOut, fee, reservesAfter: after } = quote;
        expect(after.platform * after.token).toBeGreaterThanOrEqual(before.platform * before.token);
        expect(fee).toBeGreaterThanOrEqual(0n);
        const [into, outOf] =
          side === 'buy' ? [before.platform, before.token] : [before.token, before.platform];
        const free = (amountIn * outOf) / (into + amountIn);
        if (side === 'sell') expect(amountOut + fee).toBe(free);
        else expect(amountOut).toBeLessThanOrEqual(free);
        expect(quote.priceImpact.numerator).toBeGreaterThanOrEqual(0n);
        expect(quote.priceImpact.numerator).toBeLessThanOrEqual(quote.priceImpact.denominator);
      }),
    );
  });

  it('says what has to go in for so much: it gives that, and a part in a thousand less does not', () => {
    expect(swapInputFor(reserves, 'buy', 375_000_000n * WEI, UNISWAP_V2_FEE_PPM)).toBeNull();
    const wanted = fc.bigInt({ min: WEI, max: 10_000n * WEI });
    fc.assert(
      fc.property(fc.constantFrom('buy', 'sell'), wanted, fees, (side, amount, feePpm) => {
        const input = swapInputFor(reserves, side, amount, feePpm)!;
        expect(quoteSwap(reserves, side, input, feePpm)).toMatchObject({ amountIn: input });
        const given = (into: bigint): bigint =>
          (quoteSwap(reserves, side, into, feePpm) as { amountOut: bigint }).amountOut;
        expect(given(input)).toBeGreaterThanOrEqual(amount);
        expect(given((input * 999n) / 1_000n)).toBeLessThan(amount);
      }),
    );
  });
});
