import { encodeDeployData, zeroAddress, type Abi, type Address, type Hex } from 'viem';
import { loadArtifact, loadUniswapArtifact, type Artifact } from '../contracts/artifact.js';

/** What a launch costs at first: 100 platform tokens, in wei. */
export const LAUNCH_COST = 100n * 10n ** 18n;

/** The contracts that make the system, in the order in which each finds those before it. */
export const CONTRACTS = ['platformToken', 'uniswapFactory', 'priceFeed', 'launchpad', 'router'] as const;

export type ContractName = (typeof CONTRACTS)[number];

/** A deployment. */
export interface Creation {
  readonly artifact: Artifact;
  /** The code that runs once, with the constructor's arguments. */
  readonly data: Hex;
}

interface Accounts {
  /** Owns what has an owner. */
  readonly operator: Address;
  /** Publishes the feed's prices. */
  readonly transmitter: Address;
}

/** How one of the contracts is deployed. @param addressOf where the contracts before it are */
export function creationOf(
  name: ContractName,
  { operator, transmitter }: Accounts,
  addressOf: (other: ContractName) => Address,
): Creation {
  switch (name) {
    case 'platformToken':
      return creation(loadArtifact('PlatformToken'));
    case 'uniswapFactory':
      return creation(loadUniswapArtifact('UniswapV2Factory'), [operator]);
    case 'priceFeed':
      return creation(loadArtifact('PriceFeed'), ['SLIP / USD', transmitter]);
    case 'launchpad':
      return creation(loadArtifact('Launchpad'), [
        addressOf('platformToken'),
        addressOf('uniswapFactory'),
        LAUNCH_COST,
      ]);
    case 'router':
      // It would wrap ether too, which nothing here is paid in.
      return creation(loadUniswapArtifact('UniswapV2Router02'), [addressOf('uniswapFactory'), zeroAddress]);
  }
}

/** How a distributor of rewards is deployed: its owner sets the roots of its trees. */
export function distributorCreation(owner: Address): Creation {
  return creation(loadArtifact('UniversalRewardsDistributor'), [owner]);
}

export function creation(artifact: Artifact, args: readonly (string | bigint)[] = []): Creation {
  const { abi, bytecode } = artifact;
  return { artifact, data: encodeDeployData<Abi>({ abi, bytecode, args }) };
}
