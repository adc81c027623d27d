import type { Address } from '@slipway/domain';
import type { SwapRow } from './aggregators.repository.js';
import { toPlainText } from './plain-text.js';
import { toDexEvents } from './to-dex-events.js';

const TOKEN = `0x${'1'.repeat(40)}` as Address;

const swap: SwapRow = {
  kind: 'swap',
  token: TOKEN,
  pool: null,
  blockNumber: 7,
  time: 1,
  txHash: '0x1',
  maker: TOKEN,
  hidden: false,
  realBefore: null,
  realAfter: null,
  platformBefore: null,
  tokenBefore: null,
  platformAfter: '300',
  tokenAfter: '600',
  isBuy: false,
  inPool: false,
  platformAmount: '0',
  fee: '0',
  tokenAmount: '5',
};

const told = (...events: SwapRow[]): ReturnType<typeof toDexEvents> =>
  toDexEvents({
    final: { block: 9, time: 0 },
    launchpad: TOKEN,
    offsets: { platform: '100', token: '200' },
    fullAt: null,
    events,
  });

describe('toDexEvents', () => {
  it('has the marginal price where rounding left nothing of a trade, and the real reserves', () => {
    expect(told(swap)).toMatchObject([
      {
        priceNative: '0.5',
        asset0In: '0.000000000000000005',
        asset1Out: '0',
        reserves: { asset0: '0.0000000000000004', asset1: '0.0000000000000002' },
      },
    ]);
  });

  it('has what is in a curve without virtual reserves', () => {
    expect(told({ ...swap, realAfter: '7' })).toMatchObject([
      { reserves: { asset0: '0.0000000000000004', asset1: '0.000000000000000007' } },
    ]);
  });

  it('has the price of what moved the reserves: a buy without its fee', () => {
    const buy = { ...swap, isBuy: true, platformAmount: '11', fee: '1', tokenAmount: '4' };
    expect(told(buy)).toMatchObject([{ priceNative: '2.5', asset1In: '0.000000000000000011' }]);
  });

  it('numbers transactions in their block and events in their transaction, hidden ones too', () => {
    const rows = [
      swap,
      { ...swap, hidden: true },
      swap,
      { ...swap, txHash: '0x2' },
      { ...swap, blockNumber: 8, txHash: '0x3' },
    ];
    expect(told(...rows).map(({ txnIndex, eventIndex }) => [txnIndex, eventIndex])).toEqual([
      [0, 0],
      [0, 2],
      [1, 0],
      [0, 0],
    ]);
  });
});

describe('toPlainText', () => {
  it.each([
    ['Harbor\u0000 \n Lights\u202e', 'Harbor Lights'],
    ['\u200b\u0007', 'instead'],
    ['x'.repeat(100), 'x'.repeat(64)],
  ])('%j is %s', (text, plain) => {
    expect(toPlainText(text, 'instead')).toBe(plain);
  });
});
