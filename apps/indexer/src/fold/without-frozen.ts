import type { ChainEvent } from '@slipway/chain';
import type { Address } from '@slipway/domain';
import type { AppRegistry } from '../registry/app-registry.js';
import type { Findings } from './contradiction.js';

/** Leaves out what apps did from the block on from which they are frozen. */
export function withoutFrozen(
  events: readonly ChainEvent[],
  registry: AppRegistry,
  { frozen }: Findings,
): readonly ChainEvent[] {
  if (frozen.size === 0) return events;
  return events.filter((event) => {
    const app = appOf(event, registry);
    const since = app === undefined ? undefined : frozen.get(app);
    return since === undefined || event.blockNumber < since;
  });
}

/** The app that an event is of, when it is of one. */
export function appOf(event: ChainEvent, registry: AppRegistry): Address | undefined {
  if (event.name === 'Transfer') return registry.findPool(event.contract)?.token ?? event.contract;
  if (event.name === 'Swap' || event.name === 'Sync') return registry.findPool(event.contract)?.token;
  return 'token' in event ? event.token : undefined;
}
