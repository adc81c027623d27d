import type { TradeSide } from '@slipway/bonding-curve';
import type { Address } from '@slipway/domain';

export const TRADE_SIDES = ['buy', 'sell'] as const satisfies readonly TradeSide[];

/** Where an app trades, and with what. Amounts are decimal strings of wei. */
export interface TradedAppRow {
  readonly launchpad: Address;
  readonly platformToken: Address;
  readonly platformSymbol: string;
  readonly symbol: string;
  readonly virtualPlatformReserve: string;
  readonly virtualTokenReserve: string;
  readonly realPlatformReserve: string;
  readonly graduationThreshold: string;
  readonly feeBps: number;
  readonly pool: Address | null;
}
