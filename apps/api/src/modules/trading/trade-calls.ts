import type { CurveQuote, TradeSide } from '@slipway/bonding-curve';
import { launchpadAbi } from '@slipway/chain';
import { showStrangersText, TOKEN_DECIMALS, toDecimalString, type Address } from '@slipway/domain';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';

/** A call for a wallet to send, and what it does. */
export interface DescribedCall {
  readonly to: Address;
  readonly data: Hex;
  readonly value: '0';
  readonly description: string;
}

/** A token with the symbol that its own contract gives it. */
export interface NamedToken {
  readonly address: Address;
  readonly symbol: string;
}

const BPS = 10_000n;

/** An app's symbol is its creator's text. */
const MAX_SYMBOL_LENGTH = 32;

/** What a trade has to give at least, rounded down. */
export function leastOut(amountOut: bigint, slippageBps: number): bigint {
  return (amountOut * (BPS - BigInt(slippageBps))) / BPS;
}

/** Lets a spender take exactly so much, whatever it was allowed before. */
export function encodeApproval(token: NamedToken, spender: Address, amount: bigint): DescribedCall {
  return {
    to: token.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
    value: '0',
    description: `Let ${spender} take ${inTokens(amount, token)}.`,
  };
}

/** A trade on the curve: the launchpad pays the account that sends it. */
export function encodeCurveTrade(
  { launchpad, paid, got }: { launchpad: Address; paid: NamedToken; got: NamedToken },
  side: TradeSide,
  { amountIn }: CurveQuote,
  minOut: bigint,
): DescribedCall {
  const token = side === 'buy' ? got : paid;
  return {
    to: launchpad,
    data: encodeFunctionData({
      abi: launchpadAbi,
      functionName: side,
      args: [token.address, amountIn, minOut],
    }),
    value: '0',
    description: `Pay ${inTokens(amountIn, paid)} for at least ${inTokens(minOut, got)}.`,
  };
}

function inTokens(wei: bigint, { symbol }: NamedToken): string {
  const tokens = toDecimalString({ numerator: wei, denominator: 10n ** BigInt(TOKEN_DECIMALS) });
  return `${tokens} ${showStrangersText(symbol, MAX_SYMBOL_LENGTH)}`;
}
