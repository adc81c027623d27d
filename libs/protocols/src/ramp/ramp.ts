import { COMMON_EVENTS, EventTable } from '@slipway/chain';
import { ZERO_ADDRESS } from '@slipway/domain';
import { encodeFunctionData, type Hex } from 'viem';
import { contractRead } from '../contract-read.js';
import type { LaunchTexts, Protocol } from '../protocol.js';
import { uniswapV2 } from '../uniswap-v2/uniswap-v2.js';
import { rampLaunchpadAbi, rampPoolAbi, rampRouterAbi, rampTokenAbi } from './abi/index.js';
import { toContractUri } from './contract-uri.js';
import { LAUNCHPAD_EVENTS } from './events.js';
import { POOL_FEE_PPM, poolInputFor, quoteInPool } from './pool.js';
import { curvePrice, quoteTrade } from './quote-trade.js';
import { APP_TOKEN_TELLINGS, LAUNCHPAD_TELLINGS, POOL_TELLINGS, ROUTER_TELLINGS } from './tellings.js';

/** A linear curve whose trades mint and burn, with a fee that changes, and a pool by a transaction of its own. */
export const ramp: Protocol = {
  name: 'ramp',
  abis: { launchpad: rampLaunchpadAbi, app_token: rampTokenAbi, router: rampRouterAbi, pool: rampPoolAbi },
  tellings: {
    launchpad: LAUNCHPAD_TELLINGS,
    app_token: APP_TOKEN_TELLINGS,
    router: ROUTER_TELLINGS,
    pool: POOL_TELLINGS,
  },
  events: new EventTable([...LAUNCHPAD_EVENTS, ...uniswapV2.events, ...COMMON_EVENTS]),
  mintsOnCurve: true,
  hasVirtualReserves: false,
  graduatesWithinTrade: false,
  poolFeePpm: POOL_FEE_PPM,

  readPlatformToken: (reader, launchpad) => reader.read(launchpad, 'platformToken'),
  async readConstants(reader, launchpad) {
    const graduationThreshold = await reader.read<bigint>(launchpad, 'GRADUATION_RESERVE');
    const { platform, token } = curvePrice(0n);
    return {
      ...{ initialVirtualPlatform: platform, initialVirtualToken: token, initialRealToken: 0n },
      ...{ graduationThreshold, totalSupply: 0n, feePpm: null },
    };
  },
  launchCostOf: contractRead(rampLaunchpadAbi, 'creationPrice'),
  curveOf(token) {
    const { data, decode } = contractRead(rampLaunchpadAbi, 'curveOf', [token]);
    return {
      data,
      decode: (returned) => {
        const [supply, , , pool] = decode(returned);
        return { reserves: curvePrice(supply), isGraduated: pool !== ZERO_ADDRESS };
      },
    };
  },
  poolReservesOf: uniswapV2.poolReservesOf,

  reservesBefore({ name, tokenAmount, virtualPlatform, virtualToken }) {
    const change = name === 'Bought' ? -tokenAmount : tokenAmount;
    return { platform: virtualPlatform + change, token: virtualToken };
  },
  quoteOnCurve: (curve, side, amount) =>
    curve.realPlatform >= curve.graduationThreshold ? 'curve_complete' : quoteTrade(curve, side, amount),
  quoteInPool,
  poolInputFor,

  encodeLaunch: (texts) => encodeCreation(texts, toContractUri(texts)),
  encodeOnCurve: ({ side, paid, got, amountIn, minOut }) =>
    encodeFunctionData({
      abi: rampLaunchpadAbi,
      ...(side === 'buy'
        ? { functionName: 'purchase', args: [got, amountIn, minOut] }
        : { functionName: 'redeem', args: [paid, amountIn, minOut] }),
    }),
  encodeInPool: uniswapV2.encodeInPool,
};

/** Calldata of a launch whose token says any URI of itself. */
export function encodeCreation(
  { name, symbol }: Pick<LaunchTexts, 'name' | 'symbol'>,
  contractUri: string,
): Hex {
  const args = [name, symbol, contractUri] as const;
  return encodeFunctionData({ abi: rampLaunchpadAbi, functionName: 'createToken', args });
}
