import { encodeFunctionData, type Hex } from 'viem';
import { MULTICALL3_ADDRESS, multicall3Abi, universalRewardsDistributorAbi } from '@slipway/chain';
import type { Address } from '@slipway/domain';

/** A claim that pays, with its proof. */
export interface ProvedClaim {
  readonly programId: string;
  readonly distributor: Address;
  readonly rewardToken: Address;
  readonly account: Address;
  readonly cumulative: bigint;
  readonly proof: readonly Hex[];
}

/** A call for a wallet, or any other account, to send. */
export interface ClaimCall {
  readonly to: Address;
  readonly data: Hex;
}

/**
 * The call that pays claims: one goes to its distributor, several through Multicall3, all or nothing.
 *
 * @param claims at least one, in program-id order
 */
export function encodeClaims(claims: readonly ProvedClaim[]): ClaimCall {
  const [only] = claims;
  if (only !== undefined && claims.length === 1) return { to: only.distributor, data: encodeClaim(only) };
  return { to: MULTICALL3_ADDRESS, data: encodeTogether(claims, false) };
}

/** The same claims in one call that goes on after those that fail. */
export function encodeTogether(claims: readonly ProvedClaim[], allowFailure: boolean): Hex {
  const calls = claims.map((claim) => ({
    target: claim.distributor,
    allowFailure,
    callData: encodeClaim(claim),
  }));
  return encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] });
}

function encodeClaim({ account, rewardToken, cumulative, proof }: ProvedClaim): Hex {
  return encodeFunctionData({
    abi: universalRewardsDistributorAbi,
    functionName: 'claim',
    args: [account, rewardToken, cumulative, proof],
  });
}
