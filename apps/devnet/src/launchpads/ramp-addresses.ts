/** Where `deploy` puts the second protocol's contracts on a fresh chain, with account #0's nonces 0 to 7. */
export const RAMP_ADDRESSES = {
  platformToken: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  priceFeed: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
  tokenImplementation: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  tokenBeacon: '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9',
  launchpadImplementation: '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9',
  poolFactory: '0x5FC8d32690cc91D4c39d9d3abcBD16989F875707',
  launchpad: '0x0165878A594ca255338adfa4d48449f69242Eb8F',
  router: '0xa513E6E4b8f2a923D98304ec87F64353C4D5C853',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const;
