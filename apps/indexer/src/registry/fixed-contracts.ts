import type { EventTable } from '@slipway/chain';
import type { Hex } from 'viem';
import type { Address } from '@slipway/domain';
import type { Contracts } from './app-registry.js';

/** A few contracts that bring no others. */
export function fixedContracts(addresses: readonly Address[], events: EventTable): Contracts {
  const all = addresses.map((address) => address.toLowerCase() as Hex);
  const positions = new Map<string, number>(all.map((address, i) => [address, i]));
  return {
    events,
    fixedTopics: [],
    size: all.length,
    fixed: all,
    positionOf: (address) => positions.get(address.toLowerCase()) ?? -1,
    slice: (from, to) => all.slice(from, to),
    broughtBy: () => [],
    discover: () => undefined,
  };
}
