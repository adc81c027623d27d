import { COMMON_EVENTS, EventTable } from '@slipway/chain';
import { encodeFunctionData } from 'viem';
import { contractRead } from '../contract-read.js';
import type { Protocol } from '../protocol.js';
import { quoteSwap, swapInputFor, UNISWAP_V2_FEE_PPM } from '../uniswap-v2/quote-swap.js';
import { uniswapV2 } from '../uniswap-v2/uniswap-v2.js';
import { appTokenAbi, launchpadAbi } from './abi/index.js';
import { LAUNCHPAD_EVENTS } from './events.js';
import { quoteTrade } from './quote-trade.js';
import { APP_TOKEN_TELLINGS, LAUNCHPAD_TELLINGS } from './tellings.js';

const PPM_A_BPS = 100;

/** The launchpad of apps/devnet/contracts: a constant product over virtual reserves, and a Uniswap V2 pair after it. */
export const slipway: Protocol = {
  name: 'slipway',
  abis: { launchpad: launchpadAbi, app_token: appTokenAbi, ...uniswapV2.abis },
  tellings: { launchpad: LAUNCHPAD_TELLINGS, app_token: APP_TOKEN_TELLINGS, ...uniswapV2.tellings },
  events: new EventTable([...LAUNCHPAD_EVENTS, ...uniswapV2.events, ...COMMON_EVENTS]),
  mintsOnCurve: false,
  hasVirtualReserves: true,
  graduatesWithinTrade: true,
  poolFeePpm: Number(UNISWAP_V2_FEE_PPM),

  readPlatformToken: (reader, launchpad) => reader.read(launchpad, 'platformToken'),
  async readConstants(reader, launchpad) {
    const constant = (name: string): Promise<bigint> => reader.read(launchpad, name);
    const [initialVirtualPlatform, initialVirtualToken, graduationThreshold, totalSupply, feeBps] =
      await Promise.all([
        constant('INITIAL_VIRTUAL_PLATFORM'),
        constant('INITIAL_VIRTUAL_TOKEN'),
        constant('GRADUATION_THRESHOLD'),
        constant('TOTAL_SUPPLY'),
        constant('FEE_BPS'),
      ]);
    const supplies = { totalSupply, initialRealToken: totalSupply };
    return {
      ...{ initialVirtualPlatform, initialVirtualToken, graduationThreshold, ...supplies },
      feePpm: Number(feeBps) * PPM_A_BPS,
    };
  },
  launchCostOf: contractRead(launchpadAbi, 'launchCost'),
  curveOf(token) {
    const { decode, ...read } = contractRead(launchpadAbi, 'curve', [token]);
    return {
      ...read,
      decode: (returned) => {
        const [platform, tokens, , , , isGraduated] = decode(returned);
        return { reserves: { platform, token: tokens }, isGraduated };
      },
    };
  },
  poolReservesOf: uniswapV2.poolReservesOf,

  reservesBefore({ name, platformAmount, fee, tokenAmount, virtualPlatform, virtualToken }) {
    return name === 'Bought'
      ? { platform: virtualPlatform - (platformAmount - fee), token: virtualToken + tokenAmount }
      : { platform: virtualPlatform + platformAmount, token: virtualToken - tokenAmount };
  },
  quoteOnCurve: quoteTrade,
  quoteInPool: (reserves, side, amount) => quoteSwap(reserves, side, amount, UNISWAP_V2_FEE_PPM),
  poolInputFor: (reserves, side, amountOut) => swapInputFor(reserves, side, amountOut, UNISWAP_V2_FEE_PPM),

  encodeLaunch({ name, symbol, description, imageUrl, website }) {
    const args = [name, symbol, description, imageUrl, website] as const;
    return encodeFunctionData({ abi: launchpadAbi, functionName: 'launch', args });
  },
  encodeOnCurve({ side, paid, got, amountIn, minOut }) {
    const args = [side === 'buy' ? got : paid, amountIn, minOut] as const;
    return encodeFunctionData({ abi: launchpadAbi, functionName: side, args });
  },
  encodeInPool: uniswapV2.encodeInPool,
};
