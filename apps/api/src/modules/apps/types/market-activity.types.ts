import type { Address } from '@slipway/domain';
import type { ActivityPosition, ActivityRow, ActivityType } from './activity.types.js';

/** What the market's activity is asked for. */
export interface MarketActivityFilter {
  readonly types: readonly ActivityType[];
  readonly token: Address | null;
  readonly wallet: Address | null;
}

/** An event of the market as the database keeps it. */
export interface MarketActivityRow extends ActivityRow {
  readonly token: Address;
  readonly symbol: string;
  /** Whose trade it is; null for other events. */
  readonly trader: Address | null;
}

/** Where a page may be looked for at most, and what of it was found. */
export interface MarketActivityPage {
  /** False when a reorganisation has undone the block of the cursor. */
  readonly stands: boolean;
  readonly activity: readonly MarketActivityRow[];
  /** The last event that was looked at, when others may come after it. */
  readonly lookedUpTo: ActivityPosition | null;
}
