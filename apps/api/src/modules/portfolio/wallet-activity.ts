import { mapKnown } from '#values';
import type { WalletActivityDto } from './dto/wallet-activity.dto.js';
import type { ActivityFacts } from './portfolio.types.js';
import { toUsd } from './position-figures.js';

/** A line of a wallet's activity, as the interface gives it. */
export function toActivity({
  token,
  block,
  time,
  value,
  unitValue,
  ...facts
}: ActivityFacts): WalletActivityDto {
  return {
    type: facts.type,
    tokenAddress: token,
    symbol: facts.symbol,
    txHash: facts.txHash,
    logIndex: facts.logIndex,
    blockNumber: block,
    timestamp: new Date(time).toISOString(),
    from: facts.from,
    to: facts.to,
    tokenAmount: facts.tokenAmount,
    platformAmount: facts.platformAmount,
    priceUsd: facts.priceUsd ?? mapKnown(unitValue, (known) => toUsd(BigInt(known))),
    valueUsd: mapKnown(value, (known) => toUsd(BigInt(known))),
  };
}
