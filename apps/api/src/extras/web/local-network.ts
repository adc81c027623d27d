import { isLocalNetwork, type Settings } from '@slipway/settings';

export type NetworkSettings = Pick<Settings, 'nodeEnv' | 'chainId' | 'faucetUrl' | 'publicRpcUrl'>;

/** What the market page is told of a local network: URLs of its faucet and its JSON-RPC, and its chain id. */
export type LocalNetwork = Readonly<Record<'faucet' | 'rpc' | 'chain', string>>;

/** Null unless `npm start` said where its faucet and its chain are, and that chain is its own. */
export function findLocalNetwork(settings: NetworkSettings): LocalNetwork | null {
  const { chainId, faucetUrl, publicRpcUrl } = settings;
  if (faucetUrl === null || publicRpcUrl === null || !isLocalNetwork(settings)) return null;
  return { faucet: faucetUrl, rpc: publicRpcUrl, chain: String(chainId) };
}
