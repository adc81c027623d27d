import type { Address } from '#values';
import type { Position } from './rows.js';

/** The Uniswap V2 pair that an app graduated into. */
export interface Pool {
  readonly token: Address;
  readonly address: Address;
  /** Whether the platform token is the pair's token0 (the lower address). */
  readonly platformIsFirst: boolean;
  /** Where its app graduated: what the pair logged before is not the app's market. */
  readonly graduated: Position;
}

export function openPool(
  token: Address,
  address: Address,
  platformToken: Address,
  graduated: Position,
): Pool {
  return { token, address, platformIsFirst: BigInt(platformToken) < BigInt(token), graduated };
}

export function isAfter(a: Position, b: Position): boolean {
  return a.blockNumber > b.blockNumber || (a.blockNumber === b.blockNumber && a.logIndex > b.logIndex);
}
