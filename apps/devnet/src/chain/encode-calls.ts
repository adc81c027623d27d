import { encodeFunctionData, maxUint256, type Address, type Hex } from 'viem';
import { platformTokenAbi, priceFeedAbi } from '@slipway/chain';
import { LOCAL_ADDRESSES } from './local-addresses.js';

/** A call of one of the local network's contracts. */
export interface Call {
  readonly to: Address;
  readonly data: Hex;
}

export function encodeTransfer(token: Address, to: Address, amount: bigint): Call {
  const args = [to, amount] as const;
  return { to: token, data: encodeFunctionData({ abi: platformTokenAbi, functionName: 'transfer', args }) };
}

/** Lets a contract take all of a token. */
export function encodeApproval(token: Address, spender: Address): Call {
  const args = [spender, maxUint256] as const;
  return { to: token, data: encodeFunctionData({ abi: platformTokenAbi, functionName: 'approve', args }) };
}

/** @param price USD for one platform token, 8 decimals */
export function encodeOraclePrice(price: bigint): Call {
  const data = encodeFunctionData({ abi: priceFeedAbi, functionName: 'transmit', args: [price] });
  return { to: LOCAL_ADDRESSES.priceFeed, data };
}
