import type { Address } from '@slipway/domain';
import type { Moment, TradeRow, TradeShareRow } from '../decode/rows.js';

/** What a wallet traded: whole trades, and its shares of others. */
export type Dealing = Moment &
  Pick<TradeRow | TradeShareRow, 'side' | 'carried' | 'platformAmount' | 'fee' | 'usdAmount'>;

/** What a wallet did with a token in a transaction: what it traded, and what came in (or went out, below zero) untraded. */
export interface WalletFlow {
  readonly buys: readonly Dealing[];
  readonly sales: readonly Dealing[];
  readonly untraded: bigint;
}

/**
 * Splits each wallet's net into what it bought, less what it sold, plus what came in untraded.
 * @param nets of every wallet that the token's transfers touched
 */
export function walletFlows(
  nets: ReadonlyMap<Address, bigint>,
  trades: readonly TradeRow[],
  shares: readonly TradeShareRow[],
): Map<Address, WalletFlow> {
  const dealings = new Map<Address, Dealing[]>([...nets.keys()].map((wallet) => [wallet, []]));
  const add = (wallet: Address, dealing: Dealing): void => {
    const known = dealings.get(wallet);
    if (known === undefined) dealings.set(wallet, [dealing]);
    else known.push(dealing);
  };
  for (const trade of trades) if (!trade.isShared) add(trade.trader, trade);
  for (const share of shares) add(share.wallet, share);
  return new Map([...dealings].map(([wallet, own]) => [wallet, flowOf(nets.get(wallet) ?? 0n, own)]));
}

function flowOf(net: bigint, dealings: readonly Dealing[]): WalletFlow {
  const buys = dealings.filter(({ side }) => side === 'buy');
  const sales = dealings.filter(({ side }) => side === 'sell');
  return { buys, sales, untraded: net - sumCarried(buys) + sumCarried(sales) };
}

function sumCarried(dealings: readonly Dealing[]): bigint {
  return dealings.reduce((sum, { carried }) => sum + carried, 0n);
}
