import * as fc from 'fast-check';
import { ONE_TOKEN, toJsonNumber } from '@slipway/domain';
import type { TradeQuote, TradeSide } from '../quote.js';
import type { CurveState } from '../protocol.js';
import { quoteTrade } from './quote-trade.js';

const fresh: CurveState = {
  reserves: { platform: 30_000n * ONE_TOKEN, token: 1_125_000_000n * ONE_TOKEN },
  realPlatform: 0n,
  graduationThreshold: 60_000n * ONE_TOKEN,
  feePpm: 10_000n,
};

function quote(curve: CurveState, side: TradeSide, amount: bigint): TradeQuote {
  const quote = quoteTrade(curve, side, amount);
  if (typeof quote === 'string') throw new Error(quote);
  return quote;
}

function after(curve: CurveState, { reservesAfter }: TradeQuote): CurveState {
  const realPlatform = curve.realPlatform + reservesAfter.platform - curve.reserves.platform;
  return { ...curve, reserves: reservesAfter, realPlatform };
}

describe('quoteTrade', () => {
  it('takes the fee on the way in for a buy', () => {
    const { amountIn, amountOut, fee, priceImpact } = quote(fresh, 'buy', 1_000n * ONE_TOKEN);
    expect([amountIn, fee]).toEqual([1_000n * ONE_TOKEN, 10n * ONE_TOKEN]);
    expect(amountOut).toBe((1_125_000_000n * ONE_TOKEN * 990n) / 30_990n);
    expect(toJsonNumber(priceImpact)).toBeCloseTo(990 / 30_990, 12);
  });

  it('takes no more than the curve lacks to its threshold', () => {
    const { amountIn, fee, reservesAfter } = quote(fresh, 'buy', 10n ** 50n);
    expect(reservesAfter.platform).toBe(90_000n * ONE_TOKEN);
    expect(amountIn - fee).toBe(60_000n * ONE_TOKEN);
    expect(quote(fresh, 'buy', amountIn - 1n).reservesAfter.platform).toBeLessThan(90_000n * ONE_TOKEN);
  });

  it('refuses what gives nothing', () => {
    expect(quoteTrade(fresh, 'buy', 1n)).toBe('amount_too_small');
    expect(quoteTrade(fresh, 'sell', 1n)).toBe('amount_too_small');
  });

  it('refuses a sale of more than the curve holds, at any size', () => {
    const bought = after(fresh, quote(fresh, 'buy', 100n * ONE_TOKEN));
    expect(quoteTrade(bought, 'sell', 10n ** 27n)).toBe('exceeds_reserve');
    expect(quoteTrade(bought, 'sell', 2n ** 256n - 1n)).toBe('exceeds_reserve');
  });

  it('never pays out more than came in, whatever is bought and sold', () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 6n, 60_000n * ONE_TOKEN), (amount) => {
        const buy = quote(fresh, 'buy', amount);
        const bought = after(fresh, buy);
        const sale = quoteTrade(bought, 'sell', buy.amountOut);
        if (typeof sale === 'string') return sale === 'amount_too_small';
        return sale.amountOut + sale.fee <= buy.amountIn - buy.fee;
      }),
    );
  });

  it('has an impact between 0 and 1 that grows with the amount', () => {
    fc.assert(
      fc.property(fc.bigInt(ONE_TOKEN, 1_000n * ONE_TOKEN), (amount) => {
        const [small, large] = [amount, amount * 10n].map((size) =>
          toJsonNumber(quote(fresh, 'buy', size).priceImpact),
        );
        return small! > 0 && large! > small! && large! < 1;
      }),
    );
  });
});
