import type { Address } from '@slipway/domain';
import { ZERO_ADDRESS } from '@slipway/domain';
import type { TradeRow, TradeShareRow } from '../decode/rows.js';
import { findFundings, type TimedTransfer } from './find-fundings.js';

const [A, B, C, D, MARKET] = ['a', 'b', 'c', 'd', 'f'].map((digit) => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];

const TIME = new Date(1_000);

let logIndex = 0;

const transfer = (from: Address, to: Address, value: number, txHash = '0x1'): TimedTransfer =>
  ({
    event: { name: 'Transfer', from, to, value: BigInt(value), txHash, blockNumber: 1, logIndex: logIndex++ },
    time: TIME,
  }) as unknown as TimedTransfer;

const isOwner = (address: Address): boolean => address !== MARKET && address !== ZERO_ADDRESS;

const find = (
  transfers: readonly TimedTransfer[],
  trades: readonly TradeRow[] = [],
  shares: readonly TradeShareRow[] = [],
): string[] =>
  findFundings(transfers, [trades, shares], isOwner).map(
    ({ funder, wallet, amount }) => `${funder.slice(2, 3)} ${wallet.slice(2, 3)} ${amount}`,
  );

const trade = (trader: Address, isShared = false): TradeRow =>
  ({ trader, txHash: '0x1', isShared, blockNumber: 1, logIndex: 99 }) as unknown as TradeRow;

describe('fundings', () => {
  it('are what one wallet gave another, at the last transfer to it', () => {
    const [row, ...others] = findFundings([transfer(A, B, 5), transfer(A, B, 2)], [[], []], isOwner);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ funder: A, wallet: B, amount: 7n, logIndex: logIndex - 1, time: TIME });
    expect(find([transfer(A, A, 5), transfer(A, B, 0)])).toEqual([]);
    expect(find([transfer(A, B, 5), transfer(B, A, 5)])).toEqual([]);
  });

  it.each([
    ['a disperser', [transfer(A, B, 20), transfer(B, C, 10), transfer(B, D, 10)], ['a c 10', 'a d 10']],
    ['one that keeps dust', [transfer(A, B, 20_001), transfer(B, C, 20_000)], ['a c 20000']],
    ['several payers', [transfer(A, C, 3), transfer(B, C, 4)], ['b c 4', 'a c 3']],
    ['several through one', [transfer(A, C, 3), transfer(B, C, 4), transfer(C, D, 7)], []],
    ['a mint', [transfer(ZERO_ADDRESS, A, 3)], []],
    ['a mint beside a payment', [transfer(ZERO_ADDRESS, B, 3), transfer(A, B, 1)], ['a b 1']],
    ['a mint beside a payment of another', [transfer(ZERO_ADDRESS, C, 3), transfer(A, B, 1)], ['a b 1']],
    ['transactions apart', [transfer(A, B, 5), transfer(B, C, 5, '0x2')], ['a b 5', 'b c 5']],
  ])('through %s', (_, transfers, expected) => {
    expect(find(transfers)).toEqual(expected);
  });

  it('are none of what was paid in a trade', () => {
    // The router's fee, and what it passes on.
    const routed = [transfer(A, B, 100), transfer(B, C, 1), transfer(B, MARKET, 99)];
    expect(find(routed, [trade(A)])).toEqual([]);
    expect(find([transfer(MARKET, B, 99), transfer(B, A, 98), transfer(B, C, 1)], [trade(A)])).toEqual([]);
    const share = { wallet: D, blockNumber: 1, logIndex: 99 } as TradeShareRow;
    expect(find([transfer(D, C, 1)], [trade(A, true)], [share])).toEqual([]);
    // Another's money beside a trade.
    expect(find([transfer(B, C, 5)], [trade(A)])).toEqual(['b c 5']);
  });
});
