import type { TradeSide } from '@slipway/bonding-curve';
import type { Address } from '@slipway/domain';

export const CURVE_STAGES = ['curve', 'graduated'] as const;
export const TRADE_VENUES = ['curve', 'pool'] as const;
export type TradeVenue = (typeof TRADE_VENUES)[number];
export const TRADE_SIDES = ['buy', 'sell'] as const satisfies readonly TradeSide[];

/** A curve as the database keeps it. Amounts are decimal strings of wei. */
export interface CurveRow {
  readonly virtualPlatformReserve: string;
  readonly virtualTokenReserve: string;
  readonly realPlatformReserve: string;
  readonly realTokenReserve: string;
  readonly graduationThreshold: string;
  readonly feeBps: number;
  /** The reserves that make the price now: the curve's virtual ones, or the pool's. */
  readonly platformReserve: string;
  readonly tokenReserve: string;
  readonly pool: Address | null;
  readonly graduatedAt: string | null;
  readonly launchpad: Address;
  readonly platformToken: Address;
  /** When the price feed last spoke; null before. */
  readonly oraclePriceAt: string | null;
  /** The same five minutes before the block; of the launch before the first trade. */
  readonly platformReserveBefore: string;
  readonly tokenReserveBefore: string;
}
