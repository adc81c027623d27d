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

/**
 * The ABIs of every contract whose address this interface names, as the Solidity compiler wrote them. Those of `GET /config` have
 * its names, so that an address and its ABI are found by one.
 */
export const CONTRACT_ABIS: ContractAbisDto = {
  appToken: appTokenAbi,
  launchpad: launchpadAbi,
  multicall3: multicall3Abi,
  platformToken: platformTokenAbi,
  priceFeed: priceFeedAbi,
  uniswapV2Pair: uniswapV2PairAbi,
  router: uniswapV2Router02Abi,
  universalRewardsDistributor: universalRewardsDistributorAbi,
};
