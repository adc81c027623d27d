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
