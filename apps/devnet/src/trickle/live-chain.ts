import {
  createPublicClient,
  createWalletClient,
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
import { localAccount } from '../chain/accounts.js';
import { LOCAL_ADDRESSES } from '../local-addresses.js';
import type { TwoReserves } from '../scenario/trade-math.js';

type LocalPublicClient = PublicClient<HttpTransport, typeof anvil>;
type LocalWalletClient = WalletClient<HttpTransport, typeof anvil>;

/** Where an app trades now. */
export interface Venue extends TwoReserves {
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
    const account = localAccount(wallet);
    const { priceFeed: address } = LOCAL_ADDRESSES;
    const call = { address, abi: priceFeedAbi, functionName: 'transmit', args: [answer] } as const;
    await this.settle(await this.writer.writeContract({ ...call, account, gas: GAS }));
  }

  /** Makes a trade, with the approval before it that it needs. */
  async trade({ venue: { app, pair }, wallet, side, amountIn, minOut }: LiveTrade): Promise<void> {
    const account = localAccount(wallet);
    const tokenIn = side === 'buy' ? LOCAL_ADDRESSES.platformToken : app;
    const { launchpad, poolRouter } = LOCAL_ADDRESSES;
    await this.allow(wallet, tokenIn, pair === null ? launchpad : poolRouter, amountIn);
    const hash =
      pair === null
        ? await this.writer.writeContract({
            address: launchpad,
            abi: launchpadAbi,
            functionName: side,
            args: [app, amountIn, minOut],
            account,
            gas: GAS,
          })
        : await this.writer.writeContract({
            address: poolRouter,
            abi: poolRouterAbi,
            functionName: 'swapExactIn',
            args: [pair, tokenIn, amountIn, minOut],
            account,
            gas: GAS,
          });
    await this.settle(hash);
  }

  private async allow(wallet: number, token: Address, spender: Address, amount: bigint): Promise<void> {
    const account = localAccount(wallet);
    const allowance = await this.reader.readContract({
      address: token,
      abi: platformTokenAbi,
      functionName: 'allowance',
      args: [account.address, spender],
    });
    if (allowance >= amount) return;
    const args = [spender, maxUint256] as const;
    const call = { address: token, abi: platformTokenAbi, functionName: 'approve', args } as const;
    await this.settle(await this.writer.writeContract({ ...call, account, gas: GAS }));
  }

  private async settle(hash: Hex): Promise<void> {
    const { status } = await this.reader.waitForTransactionReceipt({
      hash,
      timeout: TIMEOUT_MS,
      checkReplacement: false,
    });
    if (status !== 'success') throw new Error(`transaction ${hash} failed`);
  }
}
