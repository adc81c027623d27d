import type { Address } from 'viem';

/** The contracts that a local network has, whatever its protocol. */
export type LocalAddresses = Readonly<
  Record<'platformToken' | 'priceFeed' | 'launchpad' | 'router' | 'multicall3', Address>
>;

/**
 * Where `deploy` puts things on a fresh chain. Account #0 of anvil's default mnemonic deploys with its nonces 0 to 4: the
 * addresses are the same on every machine. A test deploys and compares.
 */
export const LOCAL_ADDRESSES = {
  platformToken: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  uniswapFactory: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  priceFeed: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
  launchpad: '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9',
  router: '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const;

export { LOCAL_CHAIN_ID } from '@slipway/settings';

/** The price feed is stale when its last price is older than this. */
export const PRICE_FEED_HEARTBEAT_SECONDS = 3600;
