import {
  createPublicClient,
  createWalletClient,
  http,
  type Address,
  type HttpTransport,
  type PublicClient,
  type WalletClient,
} from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import { localAccount } from './accounts.js';
import type { Call } from './encode-calls.js';
import { localChain } from './viem-chain.js';

/** Enough for a buy that graduates its app; no estimates. */
const GAS = 6_000_000n;
const TIMEOUT_MS = 15_000;

/** The local network as a wallet sees it: signed transactions, one at a time, each waited for. */
export class SigningAccounts {
  readonly reader: PublicClient<HttpTransport, typeof localChain>;
  private readonly writer: WalletClient<HttpTransport, typeof localChain>;

  constructor(rpcUrl: string) {
    const transport = http(rpcUrl, { retryCount: 0, timeout: TIMEOUT_MS });
    this.reader = createPublicClient({ chain: localChain, transport, cacheTime: 0, pollingInterval: 100 });
    this.writer = createWalletClient({ chain: localChain, transport });
  }

  balance(token: Address, wallet: number): Promise<bigint> {
    const args = [localAccount(wallet).address] as const;
    return this.reader.readContract({
      address: token,
      abi: platformTokenAbi,
      functionName: 'balanceOf',
      args,
    });
  }

  async send(wallet: number, { to, data }: Call): Promise<void> {
    const account = localAccount(wallet);
    const hash = await this.writer.sendTransaction({ account, to, data, gas: GAS });
    const { status } = await this.reader.waitForTransactionReceipt({
      hash,
      timeout: TIMEOUT_MS,
      checkReplacement: false,
    });
    if (status !== 'success') throw new Error(`transaction ${hash} failed`);
  }
}
