import {
  createPublicClient,
  createWalletClient,
  http,
  type Address,
  type HttpTransport,
  type PublicClient,
  type WalletClient,
} from 'viem';
import { localChain } from '../chain/viem-chain.js';
import { launchpadAbi, platformTokenAbi, priceFeedAbi } from '@slipway/chain';
import { localAccount } from '../chain/accounts.js';
import { encodeApproval, encodeTrade, type AppTrade, type Call } from '../chain/encode-calls.js';
import { LOCAL_ADDRESSES } from '../chain/local-addresses.js';

type LocalPublicClient = PublicClient<HttpTransport, typeof localChain>;
type LocalWalletClient = WalletClient<HttpTransport, typeof localChain>;

/** A trade of an account. */
export interface LiveTrade extends AppTrade {
  readonly wallet: number;
}

/** Enough for a buy that graduates its app; no estimates. */
const GAS = 6_000_000n;
const TIMEOUT_MS = 15_000;

/** The local network as a wallet sees it: signed transactions, one at a time, each waited for. */
export class LiveChain {
  private readonly reader: LocalPublicClient;
  private readonly writer: LocalWalletClient;
  private apps: Address[] = [];
  private seenTo = -1n;

  constructor(rpcUrl: string) {
    const transport = http(rpcUrl, { retryCount: 0, timeout: TIMEOUT_MS });
    this.reader = createPublicClient({ chain: localChain, transport, cacheTime: 0, pollingInterval: 100 });
    this.writer = createWalletClient({ chain: localChain, transport });
  }

  /** Every app that was launched. */
  async listApps(): Promise<readonly Address[]> {
    const head = await this.reader.getBlockNumber();
    // A chain that became shorter is another one.
    if (head < this.seenTo) [this.apps, this.seenTo] = [[], -1n];
    if (head === this.seenTo) return this.apps;
    const launches = await this.reader.getContractEvents({
      address: LOCAL_ADDRESSES.launchpad,
      abi: launchpadAbi,
      eventName: 'Launched',
      fromBlock: this.seenTo + 1n,
      toBlock: head,
      strict: true,
    });
    this.apps.push(...launches.map(({ args }) => args.token));
    this.seenTo = head;
    return this.apps;
  }

  async isGraduated(app: Address): Promise<boolean> {
    const [, , , , , graduated] = await this.reader.readContract({
      address: LOCAL_ADDRESSES.launchpad,
      abi: launchpadAbi,
      functionName: 'curve',
      args: [app],
    });
    return graduated;
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

  /** The feed's last price (8 decimals), and how old it is by the wall clock, in seconds. */
  async lastPrice(): Promise<{ price: bigint; ageSeconds: number }> {
    const { priceFeed: address } = LOCAL_ADDRESSES;
    const [, price, , updatedAt] = await this.reader.readContract({
      address,
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
    });
    return { price, ageSeconds: Date.now() / 1000 - Number(updatedAt) };
  }

  /** Makes a trade, with the approval before it that it needs. */
  async trade({ wallet, ...trade }: LiveTrade): Promise<void> {
    const { platformToken, launchpad, router } = LOCAL_ADDRESSES;
    const address = trade.side === 'buy' ? platformToken : trade.app;
    const spender = trade.isGraduated ? router : launchpad;
    const args = [trade.trader, spender] as const;
    const call = { address, abi: platformTokenAbi, functionName: 'allowance', args } as const;
    if ((await this.reader.readContract(call)) < trade.amountIn)
      await this.send(wallet, encodeApproval(address, spender));
    await this.send(wallet, encodeTrade(trade));
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
