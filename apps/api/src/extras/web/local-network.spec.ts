import { findLocalNetwork, type NetworkSettings } from './local-network.js';

const LOCAL: NetworkSettings = {
  nodeEnv: 'development',
  chainId: 31_337,
  faucetUrl: 'http://127.0.0.1:4711',
  publicRpcUrl: 'http://localhost:8545',
};

describe('the local network of the market page', () => {
  it('is what npm start says', () => {
    expect(findLocalNetwork(LOCAL)).toEqual({
      faucet: 'http://127.0.0.1:4711',
      rpc: 'http://localhost:8545',
      chain: '31337',
    });
  });

  it.each<[string, Partial<NetworkSettings>]>([
    ['in production', { nodeEnv: 'production' }],
    ['of another chain', { chainId: 1 }],
    ['without a faucet', { faucetUrl: null }],
    ['without a node for clients', { publicRpcUrl: null }],
  ])('is none %s', (_why, changed) => {
    expect(findLocalNetwork({ ...LOCAL, ...changed })).toBeNull();
  });
});
