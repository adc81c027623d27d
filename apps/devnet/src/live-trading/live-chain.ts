import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  maxUint256,
  type Address,
  type Hex,
  type HttpTransport,
  type PublicClient,
  type WalletClient,
} from 'viem';
import { anvil } from 'viem/chains';
import { launchpadAbi, platformTokenAbi, poolRouterAbi, priceFeedAbi, uniswapV2PairAbi } from '#chain';
import type { Reserves } from '#curve';
import { localAccount } from '../chain/accounts.js';
import { LOCAL_ADDRESSES } from '../local-addresses.js';

type LocalPublicClient = PublicClient<HttpTransport, typeof anvil>;
type LocalWalletClient = WalletClient<HttpTransport, typeof anvil>;

/** Where an app trades now. */
export interface Venue extends Reserves {
  readonly app: Address;
  /** Null while the app is on its curve. */
  readonly pair: Address | null;
}

/** One exact-input trade; amounts in wei. */
export interface LiveTrade {
  readonly venue: Venue;
  readonly wallet: number;
  readonly side: 'buy' | 'sell';
  readonly amountIn: bigint;
  readonly minOut: bigint;
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
    this.reader = createPublicClient({ chain: anvil, transport, cacheTime: 0, pollingInterval: 100 });
    this.writer = createWalletClient({ chain: anvil, transport });
  }

  /** Every app that was launched, whoever launched it. */
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

  async venue(app: Address): Promise<Venue> {
    const [virtualPlatform, virtualToken, , , , graduated, pair] = await this.reader.readContract({
      address: LOCAL_ADDRESSES.launchpad,
      abi: launchpadAbi,
      functionName: 'curve',
      args: [app],
    });
    if (!graduated) return { app, pair: null, platform: virtualPlatform, token: virtualToken };
    const [reserve0, reserve1] = await this.reader.readContract({
      address: pair,
      abi: uniswapV2PairAbi,
      functionName: 'getReserves',
    });
    const appIs0 = app.toLowerCase() < LOCAL_ADDRESSES.platformToken.toLowerCase();
    const [token, platform] = appIs0 ? [reserve0, reserve1] : [reserve1, reserve0];
    return { app, pair, platform, token };
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

  /** The feed's last answer (8 decimals), and how old it is by the wall clock, in seconds. */
  async lastAnswer(): Promise<{ answer: bigint; ageSeconds: number }> {
    const { priceFeed: address } = LOCAL_ADDRESSES;
    const [, answer, , updatedAt] = await this.reader.readContract({
      address,
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
    });
    return { answer, ageSeconds: Date.now() / 1000 - Number(updatedAt) };
  }

  async transmit(wallet: number, answer: bigint): Promise<void> {
    const call = { abi: priceFeedAbi, functionName: 'transmit', args: [answer] } as const;
    await this.send(wallet, LOCAL_ADDRESSES.priceFeed, encodeFunctionData(call));
  }

  /** Makes a trade, with the approval before it that it needs. */
  async trade({ venue: { app, pair }, wallet, side, amountIn, minOut }: LiveTrade): Promise<void> {
    const tokenIn = side === 'buy' ? LOCAL_ADDRESSES.platformToken : app;
    const { launchpad, poolRouter } = LOCAL_ADDRESSES;
    await this.allow(wallet, tokenIn, pair === null ? launchpad : poolRouter, amountIn);
    if (pair === null) {
      const call = { abi: launchpadAbi, functionName: side, args: [app, amountIn, minOut] } as const;
      await this.send(wallet, launchpad, encodeFunctionData(call));
    } else {
      const args = [pair, tokenIn, amountIn, minOut] as const;
      const call = { abi: poolRouterAbi, functionName: 'swapExactIn', args } as const;
      await this.send(wallet, poolRouter, encodeFunctionData(call));
    }
  }

  private async allow(wallet: number, token: Address, spender: Address, amount: bigint): Promise<void> {
    const allowance = await this.reader.readContract({
      address: token,
      abi: platformTokenAbi,
      functionName: 'allowance',
      args: [localAccount(wallet).address, spender],
    });
    if (allowance >= amount) return;
    const call = { abi: platformTokenAbi, functionName: 'approve', args: [spender, maxUint256] } as const;
    await this.send(wallet, token, encodeFunctionData(call));
  }

  private async send(wallet: number, to: Address, data: Hex): Promise<void> {
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
