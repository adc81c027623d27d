import { encodeFunctionData, type Hex } from 'viem';
import {
  MULTICALL3_ADDRESS,
  multicall3Abi,
  universalRewardsDistributorAbi,
  type SignedClaims,
} from '@slipway/chain';
import type { Address } from '@slipway/domain';

/** A claim that pays, with its proof. */
export interface ProvedClaim {
  readonly programId: string;
  readonly distributor: Address;
  readonly rewardToken: Address;
  readonly account: Address;
  readonly cumulative: bigint;
  /** What it should pay now, in wei. */
  readonly due: bigint;
  readonly isOurToken: boolean;
  readonly proof: readonly Hex[];
}

/**
 * The call that pays claims: one goes to its distributor, several through Multicall3, where one that fails takes no other with it.
 *
 * @param claims at least one, in program-id order
 */
export function encodeClaims(claims: readonly ProvedClaim[]): SignedClaims {
  const parts = claims.map((claim) => ({ to: claim.distributor, data: encodeClaim(claim) }));
  const tokens = [...new Set(claims.map(({ rewardToken }) => rewardToken))];
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return { ...only, parts, tokens };
  const calls = parts.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }));
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] });
  return { to: MULTICALL3_ADDRESS, data, parts, tokens };
}

function encodeClaim({ account, rewardToken, cumulative, proof }: ProvedClaim): Hex {
  return encodeFunctionData({
    abi: universalRewardsDistributorAbi,
    functionName: 'claim',
    args: [account, rewardToken, cumulative, proof],
  });
}
