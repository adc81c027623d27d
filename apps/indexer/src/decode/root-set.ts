import type { EventOf } from '#chain';
import type { RewardRootRow } from './rows.js';

/** A distributor enforces another tree. */
export function handleRootSet(event: EventOf<'RootSet'>, time: Date): RewardRootRow {
  const { blockNumber, logIndex, txHash, contract, root } = event;
  return { blockNumber, logIndex, time, txHash, distributor: contract, root };
}
