import { createHash } from 'node:crypto';
import type { ClaimLeaf } from '@slipway/reward-programs';
import { type Address } from '@slipway/domain';

/** Claims of one reward by accounts that look like those of a chain, the same ones every time. */
export function* randomClaims(count: number): Generator<ClaimLeaf> {
  const reward = address('reward');
  for (let i = 0; i < count; i += 1) {
    yield { account: address(`account ${i}`), reward, amount: 10n ** 18n + BigInt(i) * 7_919n };
  }
}

/** Checksums are no part of what is measured: hashes of these would take longer than the tree. */
function address(seed: string): Address {
  return `0x${createHash('sha256').update(seed).digest('hex').slice(0, 40)}` as Address;
}
