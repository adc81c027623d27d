export const TRADE_VENUES = ['curve', 'pool'] as const;
export type TradeVenue = (typeof TRADE_VENUES)[number];

/** Kinds of contracts that calls are explained of. */
export const CONTRACT_KINDS = [
  'launchpad',
  'platform_token',
  'app_token',
  'router',
  'pool',
  'multicall3',
  'price_feed',
  'distributor',
] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** What a call does with an amount of a token. */
export const AMOUNT_ROLES = ['pays', 'receives_at_least', 'moves', 'allows', 'claims_up_to'] as const;
export type AmountRole = (typeof AMOUNT_ROLES)[number];
