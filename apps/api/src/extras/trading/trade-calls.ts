import type { Address } from '@slipway/domain';
import type { TradeSide } from '@slipway/protocols';
import { encodeFunctionData, erc20Abi } from 'viem';
import type { RawCall } from './explain/decode-call.js';

export const TRADE_SIDES = ['buy', 'sell'] as const satisfies readonly TradeSide[];

const BPS = 10_000n;

/** What a trade has to give at least, rounded down. */
export function leastOut(amountOut: bigint, slippageBps: number): bigint {
  return (amountOut * (BPS - BigInt(slippageBps))) / BPS;
}

/** Lets a spender take exactly so much, whatever it was allowed before. */
export function encodeApproval(token: Address, spender: Address, amount: bigint): RawCall {
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
    value: 0n,
  };
}
