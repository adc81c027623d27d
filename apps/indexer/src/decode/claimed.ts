import type { EventOf } from '#chain';
import type { RewardClaimRow } from './rows.js';

/** A distributor paid an account; null for a payment of nothing. */
export function handleClaimed(event: EventOf<'Claimed'>, time: Date): RewardClaimRow | null {
  const { blockNumber, logIndex, txHash, contract, account, reward, amount } = event;
  if (amount === 0n) return null;
  return { blockNumber, logIndex, time, txHash, distributor: contract, account, reward, amount };
}
