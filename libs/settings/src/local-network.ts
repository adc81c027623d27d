/** EIP-155 id of anvil's chain, which `npm start` runs. */
export const LOCAL_CHAIN_ID = 31_337;

/** Whether the chain is that of `npm start`: the keys of its accounts are public, and its builders are on the same machine. */
export function isLocalNetwork(settings: { readonly nodeEnv: string; readonly chainId: number }): boolean {
  const { nodeEnv, chainId } = settings;
  return nodeEnv !== 'production' && chainId === LOCAL_CHAIN_ID;
}
