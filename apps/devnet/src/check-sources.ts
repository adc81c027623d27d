import type { Settings } from '@slipway/settings';

const ADDRESSES = ['LAUNCHPAD_ADDRESS', 'PLATFORM_TOKEN_ADDRESS', 'PRICE_FEED_ADDRESS'] as const;

/**
 * The contracts' addresses belong to a chain: they are chosen together with RPC_URL, or neither is.
 *
 * @returns one line for each mistake
 */
export function checkSources({ chosen }: Pick<Settings, 'chosen'>): string[] {
  if (chosen.has('RPC_URL')) {
    return ADDRESSES.filter((name) => !chosen.has(name)).map((name) => `${name}: needed with RPC_URL`);
  }
  return [...ADDRESSES, 'CHAIN_ID']
    .filter((name) => chosen.has(name))
    .map((name) => `${name}: set without RPC_URL, but the local chain has its own`);
}
