import { Injectable } from '@nestjs/common';
import { decodeFunctionResult, encodeFunctionData, numberToHex, type Hex } from 'viem';
import type { Address } from '@slipway/domain';
import { multicall3Abi, universalRewardsDistributorAbi } from './abi/index.js';
import { ChainClient, MULTICALL3_ADDRESS } from './chain-client.js';
import { ContractCallError } from './node-error.js';

export interface ChainMoment {
  readonly block: number;
  readonly time: Date;
}

/** What a distributor enforces, and what it has paid an account. */
export interface DistributorState {
  /** Null when it enforces none, and pays no account. */
  readonly root: Hex | null;
  /** In wei. */
  readonly claimed: bigint;
}

/** A client waits for a payload: three calls take no longer than this each. */
const TIMEOUT_MS = 1_500;

const NO_ROOT: Hex = `0x${'00'.repeat(32)}`;
const ROOT = encodeFunctionData({ abi: universalRewardsDistributorAbi, functionName: 'root' });
const BLOCK_TIME = encodeFunctionData({ abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' });

/** The calls that claims are checked with, at the chain's newest block. All throw when no node can be asked. */
@Injectable()
export class ClaimChain {
  constructor(private readonly chain: ChainClient) {}

  /** Roots and payments of several distributors in one call, so that all are of the same block; null for no distributor. */
  async readStates(
    account: Address,
    programs: readonly { readonly distributor: Address; readonly rewardToken: Address }[],
  ): Promise<{ readonly moment: ChainMoment; readonly states: readonly (DistributorState | null)[] }> {
    const calls = [
      { target: MULTICALL3_ADDRESS, callData: BLOCK_TIME },
      ...programs.flatMap(({ distributor, rewardToken }) => [
        { target: distributor, callData: ROOT },
        { target: distributor, callData: claimedOf(account, rewardToken) },
      ]),
    ];
    const method = { abi: multicall3Abi, functionName: 'tryBlockAndAggregate' } as const;
    const call = encodeFunctionData({ ...method, args: [false, calls] });
    const data = await this.chain.call({ to: MULTICALL3_ADDRESS, data: call }, 'latest', TIMEOUT_MS);
    const [block, , results] = decodeFunctionResult({ ...method, data });
    const words = results.map(({ success, returnData }) =>
      success && returnData.length === 66 ? returnData : null,
    );
    const time = words[0] ?? null;
    if (time === null) throw new Error('the node gave no time of its block');
    return {
      moment: { block: Number(block), time: new Date(Number(time) * 1_000) },
      states: programs.map((_, i) => toState(words[2 * i + 1] ?? null, words[2 * i + 2] ?? null)),
    };
  }

  /** Whether a call from a wallet goes through at a block. */
  async succeeds(from: Address, call: { to: Address; data: Hex }, block: number): Promise<boolean> {
    try {
      await this.chain.call({ ...call, from }, numberToHex(block), TIMEOUT_MS);
      return true;
    } catch (error) {
      if (error instanceof ContractCallError) return false;
      throw error;
    }
  }

  /** Which calls of an `aggregate3` that allows failures go through. */
  async outcomes(from: Address, call: { to: Address; data: Hex }, block: number): Promise<boolean[]> {
    const data = await this.chain.call({ ...call, from }, numberToHex(block), TIMEOUT_MS);
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data });
    return results.map(({ success }) => success);
  }
}

function claimedOf(...args: [account: Address, reward: Address]): Hex {
  return encodeFunctionData({ abi: universalRewardsDistributorAbi, functionName: 'claimed', args });
}

function toState(root: Hex | null, claimed: Hex | null): DistributorState | null {
  if (root === null || claimed === null) return null;
  return { root: root === NO_ROOT ? null : root, claimed: BigInt(claimed) };
}
