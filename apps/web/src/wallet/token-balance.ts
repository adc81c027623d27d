import type { Wallet } from '@slipway/sdk/wallet';
import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Address, type Hex } from 'viem';
import { askWallet } from './ask-wallet.js';

/** How much of a token a wallet's account has, by the wallet's own node; wei. */
export async function readTokenBalance(wallet: Wallet, token: string, owner: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as Address] });
  const result = await askWallet(wallet, 'eth_call', [{ to: token, data }, 'latest']);
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: result as Hex });
}
