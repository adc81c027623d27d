import { decodeFunctionResult, encodeFunctionData, type Abi } from 'viem';
import { TOKEN_DECIMALS, USD_FEED_DECIMALS, type Address } from '@slipway/domain';
import { launchpadAbi, platformTokenAbi, priceFeedAbi } from './abi/index.js';
import type { ChainNode } from './chain-node.js';

export interface Contracts {
  readonly launchpad: Address;
  readonly platformToken: Address;
  readonly priceFeed: Address;
}

/** The contracts and the constants that hold for every app. Amounts in wei. */
export interface Deployment extends Contracts {
  readonly chainId: number;
  readonly platformSymbol: string;
  readonly initialVirtualPlatform: bigint;
  readonly initialVirtualToken: bigint;
  readonly initialRealToken: bigint;
  readonly graduationThreshold: bigint;
  readonly totalSupply: bigint;
  readonly feeBps: number;
}

/**
 * Reads the contracts' constants. @throws WrongChainError when the node is on another chain
 * @throws Error when a contract is missing, or a token or feed has other decimals
 */
export async function readDeployment(
  node: ChainNode,
  contracts: Contracts,
  chainId: number,
): Promise<Deployment> {
  const { number } = await node.latest();
  const read = async <T>(to: Address, abi: Abi, functionName: string): Promise<T> => {
    const data = await node.callContract(to, encodeFunctionData({ abi, functionName }), number);
    if (data === '0x') throw new Error(`no contract with ${functionName}() at ${to}`);
    return decodeFunctionResult({ abi, functionName, data }) as T;
  };
  const constant = (name: string): Promise<bigint> => read<bigint>(contracts.launchpad, launchpadAbi, name);
  const [platformToken, tokenDecimals, feedDecimals, platformSymbol, ...constants] = await Promise.all([
    read<Address>(contracts.launchpad, launchpadAbi, 'platformToken'),
    read<number>(contracts.platformToken, platformTokenAbi, 'decimals'),
    read<number>(contracts.priceFeed, priceFeedAbi, 'decimals'),
    read<string>(contracts.platformToken, platformTokenAbi, 'symbol'),
    constant('INITIAL_VIRTUAL_PLATFORM'),
    constant('INITIAL_VIRTUAL_TOKEN'),
    constant('GRADUATION_THRESHOLD'),
    constant('TOTAL_SUPPLY'),
    constant('FEE_BPS'),
  ]);
  if (platformToken !== contracts.platformToken)
    throw new Error(`the launchpad's platform token is ${platformToken}, PLATFORM_TOKEN_ADDRESS is another`);
  if (tokenDecimals !== TOKEN_DECIMALS)
    throw new Error(`the platform token has ${tokenDecimals} decimals, not 18`);
  if (feedDecimals !== USD_FEED_DECIMALS)
    throw new Error(`the price feed has ${feedDecimals} decimals, not 8`);
  const [initialVirtualPlatform, initialVirtualToken, graduationThreshold, totalSupply, feeBps] = constants;
  return {
    ...contracts,
    chainId,
    platformSymbol,
    initialVirtualPlatform,
    initialVirtualToken,
    initialRealToken: totalSupply,
    graduationThreshold,
    totalSupply,
    feeBps: Number(feeBps),
  };
}
