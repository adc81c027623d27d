import type { Address, TradeDigits } from '@slipway/domain';

export const ACTIVITY_TYPES = ['launch', 'buy', 'sell', 'transfer', 'graduation'] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** An event of an app as the database keeps it. Amounts are decimal strings of wei. */
export interface ActivityRow extends TradeDigits {
  readonly type: ActivityType;
  readonly txHash: string;
  readonly logIndex: number;
  readonly blockNumber: number;
  /** 64 hexadecimal digits; null when it is not kept. */
  readonly blockHash: string | null;
  readonly timestamp: string;
  readonly from: Address | null;
  readonly to: Address | null;
  /** The feed's price of the block, 8 decimals; null where there is none. */
  readonly oraclePrice: string | null;
}

/** The position of an event in the chain, and the block that was there. */
export interface ActivityPosition {
  readonly block: number;
  readonly logIndex: number;
  readonly blockHash: string | null;
}
