import { toAddress, type Address } from '@slipway/domain';
import { seededRandom } from '../../../../test/support/market-activity.js';
import type { Side, TradeRow, TransferRow } from '../decode/rows.js';
import { foldLedger } from './fold-ledger.js';
import { apportion, attributeTrades } from './attribute-trades.js';
import { ByHolding } from './by-holding.js';
import type { Holding } from './holding.js';
import { numberedAddress } from '../../../../test/support/numbered-address.js';

const TOKEN = numberedAddress(1);
const VENUE = numberedAddress(2);
const WALLETS = [3, 4, 5, 6].map(numberedAddress);
const [ONE, TWO, ROUTER] = WALLETS as [Address, Address, Address];
const isWallet = (address: Address): boolean => address !== VENUE;

const origin = { blockNumber: 1, time: new Date(0), txHash: '0x01', token: TOKEN } as const;

function transfer(logIndex: number, sender: Address, recipient: Address, amount: bigint): TransferRow {
  return { ...origin, logIndex, sender, recipient, amount, tradeLogIndex: null };
}

function trade(
  logIndex: number,
  side: Side,
  tokenAmount: bigint,
  trader = ROUTER,
  platformAmount = 100n,
): TradeRow {
  const [into, out] = side === 'buy' ? [0n, tokenAmount] : [tokenAmount, 0n];
  const rest = { isShared: false, venue: 'curve', netAmount: null } as const;
  const amounts = { platformAmount, fee: platformAmount / 100n, usdAmount: platformAmount * 3n };
  const gross = { market: VENUE, in: into, out };
  return { ...origin, ...rest, ...amounts, logIndex, side, trader, tokenAmount, gross, carried: tokenAmount };
}

describe('apportion', () => {
  it('gives whole shares that are all of it, what is left to the first', () => {
    expect(apportion(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
    expect(apportion(1n, [0n, 5n])).toEqual([0n, 1n]);
    expect(apportion(7n, [0n, 0n])).toEqual([7n, 0n]);
  });
});

describe('attributeTrades', () => {
  it("takes a router's trade for that of the wallet that ends richer, and its transfers for parts of it", () => {
    const transfers = [transfer(1, VENUE, ROUTER, 9n), transfer(3, ROUTER, ONE, 9n)];
    const trades = [trade(2, 'buy', 9n)];
    expect(attributeTrades(transfers, trades, isWallet)).toEqual([]);
    expect(trades[0]).toMatchObject({ trader: ONE, isShared: false });
    expect(transfers.map(({ tradeLogIndex }) => tradeLogIndex)).toEqual([2, 2]);
  });

  it('shares both sides of a transaction apart', () => {
    const transfers = [
      transfer(1, ONE, VENUE, 6n),
      transfer(3, VENUE, TWO, 4n),
      transfer(5, VENUE, ROUTER, 2n),
      transfer(6, ROUTER, ONE, 2n),
    ];
    const trades = [trade(2, 'sell', 6n), trade(4, 'buy', 4n), trade(7, 'buy', 2n)];
    attributeTrades(transfers, trades, isWallet);
    expect(trades.map(({ trader }) => trader)).toEqual([ONE, TWO, TWO]);
  });

  it('breaks ties by the address as a number, not as it is spelt', () => {
    const [low, high] = [
      '0x00000000000000000000000000000000000000bb',
      '0x00000000000000000000000000000000000000F1',
    ];
    const wallets = [toAddress(high), toAddress(low)];
    const transfers = wallets.map((wallet, i) => transfer(i, VENUE, wallet, 5n));
    const shares = attributeTrades(transfers, [trade(4, 'buy', 10n, ROUTER, 101n)], isWallet);
    expect(shares.map(({ wallet, platformAmount }) => [wallet, platformAmount])).toEqual([
      [toAddress(low), 51n],
      [toAddress(high), 50n],
    ]);
  });

  it.each([
    [9_999n, ONE, 'keeps a ten thousandth'],
    [10_000n - 10n, ONE, 'keeps a thousandth'],
    [10_000n - 11n, 'shared', 'keeps more'],
    [10_005n, ONE, 'adds some'],
  ])('knows whose a buy of 10000 is of which a router passes on %i (%s: it %s)', (passedOn, trader) => {
    const transfers = [transfer(1, VENUE, ROUTER, 10_000n), transfer(3, ROUTER, ONE, passedOn)];
    const trades = [trade(2, 'buy', 10_000n)];
    const shares = attributeTrades(transfers, trades, isWallet);
    expect(shares.length > 0 ? 'shared' : trades[0]?.trader).toBe(trader);
  });

  it('leaves its own round trip to one that ends with as good as nothing of it, whoever has the rest', () => {
    const transfers = [
      transfer(1, VENUE, ONE, 10_000n),
      transfer(3, ONE, VENUE, 9_990n),
      transfer(5, ONE, TWO, 4n),
    ];
    const trades = [trade(2, 'buy', 10_000n, ONE), trade(4, 'sell', 9_990n, ONE)];
    attributeTrades(transfers, trades, isWallet);
    expect(trades.map(({ trader }) => trader)).toEqual([ONE, ONE]);
  });

  it('counts in trending what each wallet bought less what it sold', () => {
    const transfers = [
      transfer(1, VENUE, ONE, 90n),
      transfer(3, ONE, VENUE, 60n),
      transfer(5, VENUE, ONE, 1n),
      transfer(7, TWO, VENUE, 5n),
    ];
    const trades = [
      trade(2, 'buy', 90n, ONE, 1_000n),
      trade(4, 'sell', 60n, ONE, 700n),
      trade(6, 'buy', 1n, ONE, 8n),
      trade(8, 'sell', 5n, TWO, 50n),
    ];
    attributeTrades(transfers, trades, isWallet);
    // Who ends richer bought all, who ends poorer sold all.
    expect(trades.map(({ netAmount }) => netAmount)).toEqual([1_008n + 750n, 0n, 0n, 0n]);
    const roundTrip = [trade(2, 'buy', 90n, ONE, 1_000n), trade(4, 'sell', 60n, ONE, 700n)];
    attributeTrades(transfers.slice(0, 2), roundTrip, isWallet);
    expect(roundTrip.map(({ netAmount }) => netAmount)).toEqual([300n, 0n]);
    const plain = [trade(2, 'buy', 90n, ONE, 1_000n)];
    attributeTrades(transfers.slice(0, 1), plain, isWallet);
    expect(plain[0]?.netAmount).toBeNull();
  });

  it('keeps a gift apart from the trade of its transaction', () => {
    const transfers = [
      transfer(1, TWO, ONE, 3n),
      transfer(2, VENUE, ROUTER, 9n),
      transfer(4, ROUTER, ONE, 9n),
    ];
    attributeTrades(transfers, [trade(3, 'buy', 9n)], isWallet);
    expect(transfers.map(({ tradeLogIndex }) => tradeLogIndex)).toEqual([null, 3, 3]);
  });

  it('takes a pair that had been given a wei before for no more than its trade', () => {
    const transfers = [transfer(1, VENUE, ONE, 9n)];
    const bought = { ...trade(2, 'buy', 8n, ONE), gross: { market: VENUE, in: 1n, out: 9n } };
    attributeTrades(transfers, [bought], isWallet);
    expect([transfers[0]?.tradeLogIndex, bought.carried]).toEqual([2, 9n]);
  });

  it('gives away exactly what was traded, and leaves every wallet its balance, whatever a transaction does', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { transfers, trades } = randomTransaction(seededRandom(seed));
      const shares = attributeTrades(transfers, trades, isWallet);
      for (const side of ['buy', 'sell'] as const) {
        const ofSide = trades.filter((one) => one.side === side && one.isShared);
        const parts = shares.filter((one) => one.side === side);
        for (const amount of ['tokenAmount', 'platformAmount', 'fee', 'usdAmount', 'carried'] as const)
          expect(sum(parts.map((one) => one[amount] ?? 0n))).toBe(
            sum(ofSide.map((one) => one[amount] ?? 0n)),
          );
        for (const { fee, platformAmount } of parts) expect(fee).toBeLessThanOrEqual(platformAmount);
      }
      const before = new ByHolding<Holding>();
      for (const wallet of WALLETS) before.set({ wallet, token: TOKEN }, held(FUNDS));
      const entries = foldLedger(
        { transfers, trades, tradeShares: shares },
        { isWallet, valueAt: () => 1n, before },
      );
      for (const wallet of WALLETS) {
        const own = entries.filter((entry) => entry.wallet === wallet).at(-1)?.holding ?? held(FUNDS);
        const net = sum(
          transfers.map(
            ({ sender, recipient, amount }) =>
              (recipient === wallet ? amount : 0n) - (sender === wallet ? amount : 0n),
          ),
        );
        expect(own.known + own.unknown).toBe(FUNDS + net);
      }
    }
  });
});

const FUNDS = 1_000n;
const held = (known: bigint): { known: bigint; unknown: bigint; cost: bigint; realized: bigint } => ({
  known,
  unknown: 0n,
  cost: 0n,
  realized: 0n,
});

/** Trades of either side by any wallet, gifts to and fro, and a pair that is given something. */
function randomTransaction(random: () => number): { transfers: TransferRow[]; trades: TradeRow[] } {
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const pick = (): Address => WALLETS[upTo(WALLETS.length)]!;
  const transfers: TransferRow[] = [];
  const trades: TradeRow[] = [];
  const events = 1 + upTo(8);
  for (let i = 0; i < events; i += 1) {
    const [wallet, amount, dice] = [pick(), BigInt(1 + upTo(40)), random()];
    const platform = BigInt(upTo(1_000));
    if (dice < 0.3) transfers.push(transfer(2 * i, VENUE, wallet, amount));
    if (dice < 0.3) trades.push(trade(2 * i + 1, 'buy', amount, wallet, platform));
    else if (dice < 0.6) {
      transfers.push(transfer(2 * i, wallet, VENUE, amount));
      trades.push(trade(2 * i + 1, 'sell', amount + BigInt(upTo(2)), wallet, platform));
    } else if (dice < 0.7) transfers.push(transfer(2 * i, wallet, VENUE, amount));
    else transfers.push(transfer(2 * i, wallet, pick(), amount));
  }
  return { transfers, trades };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n);
}
