import { defineChain } from 'viem';
import { LOCAL_CHAIN_ID } from './local-addresses.js';

/** The local network for viem's clients, which have its address from their transport. viem's list of chains is 700 files. */
export const localChain = defineChain({
  id: LOCAL_CHAIN_ID,
  name: 'Local network',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
});
