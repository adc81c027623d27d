import { loadSettings } from '@slipway/settings';
import { LOCAL_ADDRESSES, LOCAL_CHAIN_ID, PRICE_FEED_HEARTBEAT_SECONDS } from './local-addresses.js';

/** libs/settings cannot import the local network: its defaults say the same a second time, and this holds them together. */
describe('the defaults of Settings', () => {
  it('are those of the local network', () => {
    expect(loadSettings({})).toMatchObject({
      chainId: LOCAL_CHAIN_ID,
      launchpadAddress: LOCAL_ADDRESSES.launchpad,
      platformTokenAddress: LOCAL_ADDRESSES.platformToken,
      priceFeedAddresses: [LOCAL_ADDRESSES.priceFeed],
      priceFeedHeartbeatSeconds: [PRICE_FEED_HEARTBEAT_SECONDS],
    });
  });
});
