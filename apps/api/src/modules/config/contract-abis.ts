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
import type { ContractAbisDto } from './dto/config-maps.dto.js';

/** The ABIs of every contract whose address this interface names, as the Solidity compiler wrote them. */
export const CONTRACT_ABIS: ContractAbisDto = {
  AppToken: appTokenAbi,
  Launchpad: launchpadAbi,
  Multicall3: multicall3Abi,
  PlatformToken: platformTokenAbi,
  PriceFeed: priceFeedAbi,
  UniswapV2Pair: uniswapV2PairAbi,
  UniswapV2Router02: uniswapV2Router02Abi,
  UniversalRewardsDistributor: universalRewardsDistributorAbi,
};
