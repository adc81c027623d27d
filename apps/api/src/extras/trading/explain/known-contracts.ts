import {
  appTokenAbi,
  launchpadAbi,
  multicall3Abi,
  platformTokenAbi,
  priceFeedAbi,
  uniswapV2PairAbi,
  uniswapV2Router02Abi,
  universalRewardsDistributorAbi,
} from '@slipway/chain';
import type { Abi } from 'viem';
import type { ContractKind } from '../call-kinds.js';

/** The ABI of each kind of contract that calls are explained of. */
export const ABIS = {
  launchpad: launchpadAbi,
  platform_token: platformTokenAbi,
  app_token: appTokenAbi,
  router: uniswapV2Router02Abi,
  pool: uniswapV2PairAbi,
  multicall3: multicall3Abi,
  price_feed: priceFeedAbi,
  distributor: universalRewardsDistributorAbi,
} as const satisfies Readonly<Record<ContractKind, Abi>>;
