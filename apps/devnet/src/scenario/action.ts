import type { AppTexts } from './app-catalogue.js';

/** What one transaction of the scenario does. Wallets are account numbers, apps are in the order of their launch. */
export type Action =
  /** The operator gives platform tokens, in wei. */
  | { readonly kind: 'fund'; readonly wallet: number; readonly amount: bigint }
  /** Lets a contract take all of a token. */
  | {
      readonly kind: 'approve';
      readonly wallet: number;
      readonly asset: number | 'platform';
      readonly spender: 'launchpad' | 'router';
    }
  | { readonly kind: 'launch'; readonly wallet: number; readonly app: number; readonly texts: AppTexts }
  /** On the curve, or in the pool of an app that has graduated. Amounts in wei. */
  | {
      readonly kind: 'buy' | 'sell';
      readonly place: 'curve' | 'pool';
      readonly wallet: number;
      readonly app: number;
      readonly amountIn: bigint;
      readonly minOut: bigint;
    }
  | {
      readonly kind: 'transfer';
      readonly wallet: number;
      readonly to: number;
      readonly app: number;
      readonly amount: bigint;
    }
  /** Moves a full curve into its pool, where that is a transaction of its own. */
  | { readonly kind: 'graduate'; readonly wallet: number; readonly app: number }
  /** The launchpad's owner changes the fee of trades on curves. */
  | { readonly kind: 'fee' }
  /** A price of the feed: USD for one platform token, 8 decimals. */
  | { readonly kind: 'price'; readonly price: bigint };

/** A block to be: its time in Unix seconds, and its transactions in order. */
export interface PlannedBlock {
  readonly timestamp: number;
  readonly actions: Action[];
}
