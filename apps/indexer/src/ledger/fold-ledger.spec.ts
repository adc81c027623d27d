import { LEDGER_USD_UNIT, USD_WEI_UNIT, toAddress, type Address } from '#values';
import type { TradeRow, TransferRow } from '../handlers/rows.js';
import { foldLedger, holdingKey, type LedgerContext } from './fold-ledger.js';

const TOKEN = addressOf(1);
const VENUE = addressOf(2);
const WALLET = addressOf(3);
const FRIEND = addressOf(4);
const MORE_DECIMALS = LEDGER_USD_UNIT / USD_WEI_UNIT;

const place = { blockNumber: 1, time: new Date(0), txHash: '0x01', token: TOKEN } as const;

/** Each wei of the token is worth 5 units. */
const context: LedgerContext = {
  isWallet: (address) => address !== VENUE,
  valueAt: (_block, _token, amount) => amount * 5n,
  before: new Map(),
};

function transfer(
  logIndex: number,
  sender: Address,
  recipient: Address,
  more: Partial<TransferRow> = {},
): TransferRow {
  return { ...place, logIndex, sender, recipient, amount: 10n, tradeLogIndex: null, ...more };
}

function trade(logIndex: number, side: 'buy' | 'sell', more: Partial<TradeRow> = {}): TradeRow {
  const amounts = { platformAmount: 100n, fee: 1n, tokenAmount: 10n, usdAmount: 300n } as const;
  const rest = { trader: WALLET, venue: 'curve', pricePlatform: null, priceUsd: null } as const;
  return { ...place, ...amounts, ...rest, logIndex, side, ...more };
}

const holdings = (
  transfers: TransferRow[],
  trades: TradeRow[] = [],
  more: Partial<LedgerContext> = {},
): unknown =>
  foldLedger(transfers, trades, { ...context, ...more }).map(
    ({ wallet, logIndex, eventLogIndex, holding }) => [
      wallet === WALLET ? 'wallet' : 'friend',
      logIndex,
      eventLogIndex,
      holding,
    ],
  );

describe('foldLedger', () => {
  it('makes one event of a buy and its transfer, at the gross cost', () => {
    expect(holdings([transfer(1, VENUE, WALLET, { tradeLogIndex: 2 })], [trade(2, 'buy')])).toEqual([
      ['wallet', 1, 2, { known: 10n, unknown: 0n, cost: 300n * MORE_DECIMALS, realized: 0n }],
    ]);
  });

  it('makes one event of a sale and its transfer, for the proceeds after the fee', () => {
    const before = new Map([
      [holdingKey(WALLET, TOKEN), { known: 20n, unknown: 0n, cost: 40n, realized: 0n }],
    ]);
    const sold = [transfer(1, WALLET, VENUE, { tradeLogIndex: 2 })];
    expect(holdings(sold, [trade(2, 'sell')], { before })).toEqual([
      ['wallet', 1, 2, { known: 10n, unknown: 0n, cost: 20n, realized: 297n * MORE_DECIMALS - 20n }],
    ]);
  });

  it('takes a transfer in at its market value, or at none, and out at the average', () => {
    const passed = [transfer(1, VENUE, WALLET), transfer(2, WALLET, FRIEND, { amount: 4n })];
    expect(holdings(passed)).toEqual([
      ['wallet', 1, 1, { known: 10n, unknown: 0n, cost: 50n, realized: 0n }],
      ['wallet', 2, 2, { known: 6n, unknown: 0n, cost: 30n, realized: 0n }],
      ['friend', 2, 2, { known: 4n, unknown: 0n, cost: 20n, realized: 0n }],
    ]);
    expect(holdings([transfer(1, VENUE, WALLET)], [], { valueAt: () => null })).toEqual([
      ['wallet', 1, 1, { known: 0n, unknown: 10n, cost: 0n, realized: 0n }],
    ]);
  });

  it('knows no cost of a buy before the first answer', () => {
    const bought = [transfer(1, VENUE, WALLET, { tradeLogIndex: 2 })];
    expect(holdings(bought, [trade(2, 'buy', { usdAmount: null })])).toEqual([
      ['wallet', 1, 2, { known: 0n, unknown: 10n, cost: 0n, realized: 0n }],
    ]);
  });

  it('notes a transfer to oneself, which changes nothing, and no transfer of nothing', () => {
    const before = new Map([
      [holdingKey(WALLET, TOKEN), { known: 20n, unknown: 1n, cost: 7n, realized: 3n }],
    ]);
    const moved = [transfer(1, WALLET, WALLET), transfer(2, WALLET, FRIEND, { amount: 0n })];
    expect(holdings(moved, [], { before })).toEqual([
      ['wallet', 1, 1, { known: 20n, unknown: 1n, cost: 7n, realized: 3n }],
    ]);
  });

  it('leaves a trade that came in parts to the transfers that brought them', () => {
    const halves = [transfer(1, VENUE, WALLET, { amount: 6n }), transfer(2, VENUE, WALLET, { amount: 4n })];
    expect(holdings(halves, [trade(3, 'buy')])).toEqual([
      ['wallet', 1, 1, { known: 6n, unknown: 0n, cost: 30n, realized: 0n }],
      ['wallet', 2, 2, { known: 10n, unknown: 0n, cost: 50n, realized: 0n }],
    ]);
  });

  it('applies a trade where its tokens moved: what was bought can be passed on before the trade is logged', () => {
    const passed = [transfer(1, VENUE, WALLET, { tradeLogIndex: 3 }), transfer(2, WALLET, FRIEND)];
    expect(holdings(passed, [trade(3, 'buy')])).toEqual([
      ['wallet', 1, 3, { known: 10n, unknown: 0n, cost: 300n * MORE_DECIMALS, realized: 0n }],
      ['wallet', 2, 2, { known: 0n, unknown: 0n, cost: 0n, realized: 0n }],
      ['friend', 2, 2, { known: 10n, unknown: 0n, cost: 50n, realized: 0n }],
    ]);
  });
});

function addressOf(number: number): Address {
  return toAddress(`0x${number.toString(16).padStart(40, '0')}`);
}
