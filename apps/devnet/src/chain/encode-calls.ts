import { encodeFunctionData, maxUint256, type Address, type Hex } from 'viem';
import { launchpadAbi, platformTokenAbi, priceFeedAbi, uniswapV2Router02Abi } from '@slipway/chain';
import { LOCAL_ADDRESSES } from './local-addresses.js';

/** A call of one of the local network's contracts. */
export interface Call {
  readonly to: Address;
  readonly data: Hex;
}

/** One exact-input trade of an app; amounts in wei. */
export interface AppTrade {
  readonly app: Address;
  /** The account that sends it and is paid. */
  readonly trader: Address;
  readonly isGraduated: boolean;
  readonly side: 'buy' | 'sell';
  readonly amountIn: bigint;
  readonly minOut: bigint;
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

export function encodeTrade({ app, trader, isGraduated, side, amountIn, minOut }: AppTrade): Call {
  const { launchpad, platformToken, router } = LOCAL_ADDRESSES;
  if (!isGraduated) {
    const args = [app, amountIn, minOut] as const;
    return { to: launchpad, data: encodeFunctionData({ abi: launchpadAbi, functionName: side, args }) };
  }
  const way = side === 'buy' ? [platformToken, app] : [app, platformToken];
  const args = [amountIn, minOut, way, trader, maxUint256] as const;
  return {
    to: router,
    data: encodeFunctionData({
      abi: uniswapV2Router02Abi,
      functionName: 'swapExactTokensForTokens',
      args,
    }),
  };
}

/** @param price USD for one platform token, 8 decimals */
export function encodeOraclePrice(price: bigint): Call {
  const data = encodeFunctionData({ abi: priceFeedAbi, functionName: 'transmit', args: [price] });
  return { to: LOCAL_ADDRESSES.priceFeed, data };
}
