import { priceTrade, priceTradeOf } from './price-trade.js';

const amounts = { platformAmount: 10n, fee: 2n, tokenAmount: 4n };
const digits = { platformAmount: '10', fee: '2', tokenAmount: '4' };

describe('the figures of a trade', () => {
  it('price a buy without its fee, a sale with it, and value both with it', () => {
    const buy = { usdAmount: 250_000_000n, pricePlatform: 2, priceUsd: 0.5 };
    expect(priceTrade({ side: 'buy', ...amounts }, 25_000_000n)).toEqual(buy);
    const sale = { usdAmount: 250_000_000n, pricePlatform: 2.5, priceUsd: 0.625 };
    expect(priceTrade({ side: 'sell', ...amounts }, 25_000_000n)).toEqual(sale);
    expect(priceTradeOf('buy', digits, '25000000')).toEqual(buy);
    expect(priceTradeOf('sell', digits, '25000000')).toEqual(sale);
  });

  it.each([null, 0n, -1n])('have no dollars when the feed says %s', (oraclePrice) => {
    const figures = { usdAmount: null, pricePlatform: 2, priceUsd: null };
    expect(priceTrade({ side: 'buy', ...amounts }, oraclePrice)).toEqual(figures);
  });

  it('have no price when nothing moved', () => {
    const unpriced = { pricePlatform: null, priceUsd: null };
    expect(priceTrade({ side: 'buy', ...amounts, fee: 10n }, 1n)).toEqual({ usdAmount: 10n, ...unpriced });
    expect(priceTrade({ side: 'sell', ...amounts, tokenAmount: 0n }, 1n)).toEqual({
      usdAmount: 10n,
      ...unpriced,
    });
  });

  it('are none of what is no trade', () => {
    const none = { usdAmount: null, pricePlatform: null, priceUsd: null };
    expect(priceTradeOf('transfer', digits, '25000000')).toEqual(none);
    expect(priceTradeOf('buy', { ...digits, fee: null }, '25000000')).toEqual(none);
  });
});
