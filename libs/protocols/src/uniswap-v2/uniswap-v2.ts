import { encodeFunctionData } from 'viem';
import type { ContractRead, Protocol } from '../protocol.js';
import { contractRead } from '../contract-read.js';
import { uniswapV2PairAbi, uniswapV2Router02Abi } from './abi/index.js';
import { PAIR_EVENTS } from './events.js';
import { POOL_TELLINGS, ROUTER_TELLINGS } from './tellings.js';

const reserves = contractRead(uniswapV2PairAbi, 'getReserves');

const poolReservesOf: ContractRead<readonly [bigint, bigint]> = {
  ...reserves,
  decode: (returned) => {
    const [reserve0, reserve1] = reserves.decode(returned);
    return [reserve0, reserve1];
  },
};

const encodeInPool: Protocol['encodeInPool'] = ({ trader, paid, got, amountIn, minOut }, deadline) =>
  encodeFunctionData({
    abi: uniswapV2Router02Abi,
    functionName: 'swapExactTokensForTokens',
    args: [amountIn, minOut, [paid, got], trader, BigInt(deadline)],
  });

/** What protocols share whose apps graduate into pairs of Uniswap V2, or of a fork with another fee. */
export const uniswapV2 = {
  abis: { router: uniswapV2Router02Abi, pool: uniswapV2PairAbi },
  tellings: { router: ROUTER_TELLINGS, pool: POOL_TELLINGS },
  events: PAIR_EVENTS,
  poolReservesOf,
  encodeInPool,
};
