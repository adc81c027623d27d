import { toAddress, type Address } from '#values';
import type { TradeRow, TransferRow } from '../handlers/rows.js';
import { markLeg } from './mark-leg.js';

const TOKEN = addressOf(1);
const OTHER_TOKEN = addressOf(2);
const VENUE = addressOf(3);
const WALLET = addressOf(4);
const ROUTER = addressOf(5);

const place = { blockNumber: 7, time: new Date(0), txHash: '0x01', token: TOKEN } as const;

function transfer(logIndex: number, more: Partial<TransferRow>): TransferRow {
  const parties = { sender: VENUE, recipient: WALLET, amount: 10n, tradeLogIndex: null };
  return { ...place, ...parties, logIndex, ...more };
}

function trade(logIndex: number, more: Partial<TradeRow>): TradeRow {
  const facts = {
    trader: WALLET,
    side: 'buy',
    venue: 'pool',
    platformAmount: 1n,
    fee: 0n,
    tokenAmount: 10n,
  } as const;
  return { ...place, ...facts, logIndex, usdAmount: null, pricePlatform: null, priceUsd: null, ...more };
}

/** The log indices of the transfers that carried trades, by what they name. */
function marked(transfers: TransferRow[], ...trades: TradeRow[]): [number, number][] {
  for (const one of trades) {
    const before = transfers.filter(({ logIndex }) => logIndex < one.logIndex);
    const after = transfers.slice(before.length);
    markLeg(before, one, VENUE, one.tokenAmount);
    transfers = [...before, ...after];
  }
  return transfers.flatMap(({ logIndex, tradeLogIndex }) =>
    tradeLogIndex === null ? [] : [[logIndex, tradeLogIndex] as [number, number]],
  );
}

describe('markLeg', () => {
  it("finds a buy's transfer from the venue to the buyer", () => {
    expect(marked([transfer(1, {})], trade(2, {}))).toEqual([[1, 2]]);
  });

  it('finds the tokens of a sale, whoever was paid for them', () => {
    const sold = transfer(1, { sender: WALLET, recipient: VENUE });
    expect(marked([sold], trade(4, { side: 'sell', trader: ROUTER }))).toEqual([[1, 4]]);
  });

  it('tells several trades of one transaction apart', () => {
    const both = [transfer(1, {}), transfer(3, {})];
    expect(marked(both, trade(2, {}), trade(4, {}))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(marked(both, trade(4, {}), trade(5, {}))).toEqual([
      [1, 5],
      [3, 4],
    ]);
  });

  it.each<[string, Partial<TransferRow>]>([
    ['of another transaction', { txHash: '0x02' }],
    ['of another block', { blockNumber: 6 }],
    ['of another token', { token: OTHER_TOKEN }],
    ['of another amount', { amount: 9n }],
    ['to somebody else', { recipient: ROUTER }],
    ['from somebody else', { sender: ROUTER }],
  ])('leaves a transfer %s alone', (_which, more) => {
    expect(marked([transfer(1, more)], trade(2, {}))).toEqual([]);
  });

  describe('in a pair that held more than its reserves', () => {
    const sold = transfer(1, { sender: WALLET, recipient: VENUE, amount: 9n });
    const sale = trade(4, { side: 'sell' });

    it('finds the tokens of a sale, which are fewer than what it took', () => {
      expect(marked([sold], sale)).toEqual([[1, 4]]);
    });

    it('does not choose among several transfers, nor one of nothing', () => {
      expect(marked([sold, { ...sold, logIndex: 2, amount: 1n }], sale)).toEqual([]);
      expect(marked([{ ...sold, amount: 0n }], sale)).toEqual([]);
    });

    it('takes no transfer of more than it took', () => {
      expect(marked([{ ...sold, amount: 11n }], sale)).toEqual([]);
    });
  });

  it('looks past transfers of the same transaction that are not it', () => {
    const transfers = [transfer(1, {}), transfer(2, { sender: WALLET, recipient: ROUTER })];
    expect(marked(transfers, trade(3, {}))).toEqual([[1, 3]]);
  });
});

function addressOf(number: number): Address {
  return toAddress(`0x${number.toString(16).padStart(40, '0')}`);
}
