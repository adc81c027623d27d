import type { Wallet } from '@slipway/sdk/wallet';

/** A method of EIP-1193 that the SDK has no use for. */
export function askWallet(wallet: Wallet, method: string, params: readonly unknown[]): Promise<unknown> {
  return (wallet as { request(args: object): Promise<unknown> }).request({ method, params });
}
