import { LEDGER_USD_UNIT, USD_WEI_UNIT, type Address } from '@slipway/domain';
import { attributeTrades } from './attribute-trades.js';
import type { TradeRow, TransferRow } from '../decode/rows.js';
import { ByHolding } from './by-holding.js';
import { foldLedger, type LedgerContext } from './fold-ledger.js';
import { EMPTY_HOLDING, type Holding } from './holding.js';
import { numberedAddress } from '../../../../test/support/numbered-address.js';

const TOKEN = numberedAddress(1);
const VENUE = numberedAddress(2);
const WALLET = numberedAddress(3);
const FRIEND = numberedAddress(4);
const ROUTER = numberedAddress(5);
const MORE_DECIMALS = LEDGER_USD_UNIT / USD_WEI_UNIT;

const origin = { blockNumber: 1, time: new Date(0), txHash: '0x01', token: TOKEN } as const;

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
  return { ...origin, logIndex, sender, recipient, amount: 10n, tradeLogIndex: null, ...more };
}

function trade(logIndex: number, side: 'buy' | 'sell', more: Partial<TradeRow> = {}): TradeRow {
  const amounts = { platformAmount: 100n, fee: 1n, tokenAmount: 10n, usdAmount: 300n } as const;
  const rest = {
    trader: WALLET,
    isShared: false,
    venue: 'curve',
    netAmount: null,
  } as const;
  const tokenAmount = more.tokenAmount ?? amounts.tokenAmount;
  const [into, out] = side === 'buy' ? [0n, tokenAmount] : [tokenAmount, 0n];
  const gross = { market: VENUE, in: into, out };
  return { ...origin, ...amounts, ...rest, logIndex, side, gross, carried: tokenAmount, ...more };
}

const WALLETS = new Map([
  [WALLET, 'wallet'],
  [FRIEND, 'friend'],
  [ROUTER, 'router'],
]);

/** What every event of a wallet left it, of rows that are attributed first, as the indexer does. */
function holdings(
  transfers: TransferRow[],
  trades: TradeRow[] = [],
  more: Partial<LedgerContext> = {},
): [wallet: string | undefined, logIndex: number, holding: Holding][] {
  const all = { ...context, ...more };
  const tradeShares = attributeTrades(transfers, trades, all.isWallet);
  return foldLedger({ transfers, trades, tradeShares }, all).map(({ wallet, logIndex, holding }) => [
    WALLETS.get(wallet),
    logIndex,
    holding,
  ]);
}

function held(wallet: Address, holding: Partial<Holding>): Pick<LedgerContext, 'before'> {
  return { before: new ByHolding<Holding>().set({ wallet, token: TOKEN }, { ...EMPTY_HOLDING, ...holding }) };
}

const paid = (cost: bigint): bigint => cost * MORE_DECIMALS;

describe('foldLedger', () => {
  it('makes one event of a buy and its transfer, at the gross cost', () => {
    expect(holdings([transfer(1, VENUE, WALLET)], [trade(2, 'buy')])).toEqual([
      ['wallet', 2, { ...EMPTY_HOLDING, known: 10n, cost: paid(300n) }],
    ]);
  });

  it('makes one event of a sale and its transfer, for the proceeds after the fee', () => {
    const before = held(WALLET, { known: 20n, cost: 40n });
    expect(holdings([transfer(1, WALLET, VENUE)], [trade(2, 'sell')], before)).toEqual([
      ['wallet', 2, { known: 10n, unknown: 0n, cost: 20n, realized: paid(297n) - 20n }],
    ]);
  });

  it('takes a transfer in at its market value, or at none, and out at the average', () => {
    const passed = [transfer(1, VENUE, WALLET), transfer(2, WALLET, FRIEND, { amount: 4n })];
    expect(holdings(passed)).toEqual([
      ['wallet', 1, { ...EMPTY_HOLDING, known: 6n, cost: 30n }],
      ['wallet', 2, { ...EMPTY_HOLDING, known: 6n, cost: 30n }],
      ['friend', 2, { ...EMPTY_HOLDING, known: 4n, cost: 20n }],
    ]);
    expect(holdings([transfer(1, VENUE, WALLET)], [], { valueAt: () => null })).toEqual([
      ['wallet', 1, { ...EMPTY_HOLDING, unknown: 10n }],
    ]);
  });

  it('knows no cost of a buy before the first oracle price', () => {
    expect(holdings([transfer(1, VENUE, WALLET)], [trade(2, 'buy', { usdAmount: null })])).toEqual([
      ['wallet', 2, { ...EMPTY_HOLDING, unknown: 10n }],
    ]);
  });

  it('notes a transfer to oneself, which changes nothing, and no transfer of nothing', () => {
    const before = { known: 20n, unknown: 1n, cost: 7n, realized: 3n };
    const moved = [transfer(1, WALLET, WALLET), transfer(2, WALLET, FRIEND, { amount: 0n })];
    expect(holdings(moved, [], held(WALLET, before))).toEqual([['wallet', 1, before]]);
  });

  it('knows a buy through a router, in parts, for whom it was', () => {
    const routed = [
      transfer(1, VENUE, ROUTER),
      transfer(3, VENUE, ROUTER),
      transfer(5, ROUTER, WALLET, { amount: 20n }),
    ];
    const bought = { ...EMPTY_HOLDING, known: 20n, cost: paid(600n) };
    expect(
      holdings(routed, [trade(2, 'buy', { trader: ROUTER }), trade(4, 'buy', { trader: ROUTER })]),
    ).toEqual([
      ['wallet', 2, bought],
      ['wallet', 4, bought],
    ]);
  });

  it('realises a sale through a chain of routers', () => {
    const routed = [transfer(1, WALLET, ROUTER), transfer(2, ROUTER, FRIEND), transfer(3, FRIEND, VENUE)];
    const before = held(WALLET, { known: 20n, cost: 40n });
    expect(holdings(routed, [trade(4, 'sell', { trader: FRIEND })], before)).toEqual([
      ['wallet', 4, { known: 10n, unknown: 0n, cost: 20n, realized: paid(297n) - 20n }],
    ]);
  });

  it('shares a buy among those who got its tokens, by how much', () => {
    const passed = [transfer(1, VENUE, WALLET), transfer(3, WALLET, FRIEND, { amount: 4n })];
    expect(holdings(passed, [trade(2, 'buy')])).toEqual([
      ['wallet', 2, { ...EMPTY_HOLDING, known: 6n, cost: paid(180n) }],
      ['friend', 2, { ...EMPTY_HOLDING, known: 4n, cost: paid(120n) }],
    ]);
  });

  it('takes what came in with a buy at its market value', () => {
    const given = [transfer(1, FRIEND, WALLET, { amount: 3n }), transfer(2, VENUE, WALLET)];
    const after = { ...EMPTY_HOLDING, known: 13n, cost: paid(300n) + 15n };
    expect(holdings(given, [trade(3, 'buy')], held(FRIEND, { known: 3n, cost: 9n }))).toEqual([
      ['friend', 1, EMPTY_HOLDING],
      ['wallet', 1, after],
      ['wallet', 3, after],
    ]);
  });

  it('sells at the cost of before what is sold before more is bought', () => {
    const back = [transfer(1, WALLET, VENUE, { amount: 4n }), transfer(3, VENUE, WALLET)];
    const trades = [trade(2, 'sell', { tokenAmount: 4n }), trade(4, 'buy')];
    const after = { known: 10n, unknown: 0n, cost: paid(300n), realized: paid(297n) - 2n };
    expect(holdings(back, trades, held(WALLET, { known: 4n, cost: 2n }))).toEqual([
      ['wallet', 2, after],
      ['wallet', 4, after],
    ]);
  });

  it('takes in first what was bought after it was sold by one that held nothing', () => {
    const lent = [
      transfer(1, FRIEND, ROUTER),
      transfer(2, ROUTER, VENUE),
      transfer(4, VENUE, ROUTER),
      transfer(6, ROUTER, FRIEND),
    ];
    const trades = [trade(3, 'sell', { trader: ROUTER }), trade(5, 'buy', { trader: ROUTER })];
    const after = { ...EMPTY_HOLDING, realized: paid(297n - 300n) };
    expect(holdings(lent, trades, held(FRIEND, { known: 10n, cost: 7n }))).toEqual([
      ['router', 3, after],
      ['router', 5, after],
    ]);
  });

  it('gives away at the cost of before what leaves before more is bought', () => {
    const gift = [transfer(1, WALLET, FRIEND, { amount: 5n }), transfer(2, VENUE, WALLET)];
    const trades = [trade(3, 'buy')];
    const moved = holdings(gift, trades, held(WALLET, { known: 10n, cost: 10n }));
    expect(moved.filter(([wallet]) => wallet === 'wallet').at(-1)?.[2]).toMatchObject({ known: 15n });
  });

  it('leaves the cost of what goes out and comes back in one transaction', () => {
    const before = held(WALLET, { known: 10n, cost: 7n });
    const there = [transfer(1, WALLET, FRIEND), transfer(2, FRIEND, WALLET, { amount: 8n })];
    const kept = { ...EMPTY_HOLDING, known: 8n, cost: 6n };
    expect(holdings(there, [], before)).toEqual([
      ['wallet', 1, kept],
      ['wallet', 2, kept],
      ['friend', 1, { ...EMPTY_HOLDING, known: 2n, cost: 10n }],
      ['friend', 2, { ...EMPTY_HOLDING, known: 2n, cost: 10n }],
    ]);
  });

  it("leaves a trade without any wallet's tokens to its event's trader", () => {
    const through = [transfer(1, VENUE, ROUTER), transfer(3, ROUTER, VENUE)];
    const trades = [trade(2, 'buy', { trader: ROUTER }), trade(4, 'sell', { trader: ROUTER })];
    const after = { ...EMPTY_HOLDING, realized: paid(297n - 300n) };
    expect(holdings(through, trades)).toEqual([
      ['router', 2, after],
      ['router', 4, after],
    ]);
    expect(holdings([], [trade(2, 'sell')])).toEqual([['wallet', 2, EMPTY_HOLDING]]);
  });

  it('sells what left the wallet, for all that the pair paid for what it had been given before', () => {
    const before = held(WALLET, { known: 9n, cost: 40n });
    const sold = [transfer(1, WALLET, VENUE, { amount: 9n })];
    expect(holdings(sold, [trade(2, 'sell')], before)).toEqual([
      ['wallet', 2, { ...EMPTY_HOLDING, realized: paid(297n) - 40n }],
    ]);
  });

  it('notes the trade of one that keeps no position, and changes nothing', () => {
    const isWallet = (address: Address): boolean => address !== VENUE && address !== FRIEND;
    const paidOut = [transfer(1, VENUE, FRIEND)];
    const before = held(FRIEND, { known: 7n, cost: 40n });
    expect(holdings(paidOut, [trade(2, 'buy', { trader: FRIEND })], { isWallet, ...before })).toEqual([
      ['friend', 2, { ...EMPTY_HOLDING, known: 7n, cost: 40n }],
    ]);
  });
});
