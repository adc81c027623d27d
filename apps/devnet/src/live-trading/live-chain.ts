import type { Address } from 'viem';
import { platformTokenAbi, priceFeedAbi } from '@slipway/chain';
import { encodeApproval } from '../chain/encode-calls.js';
import { SigningAccounts } from '../chain/signing-accounts.js';
import { encodeTrade, spenderOf, type AppTrade } from '../launchpads/encode-trade.js';
import type { LocalLaunchpad, Stage } from '../launchpads/local-launchpad.js';

/** What an account does next: a trade, or the transaction that a full curve waits for. */
export type LiveAction =
  | (AppTrade & { readonly kind: 'trade'; readonly wallet: number })
  | { readonly kind: 'graduate'; readonly wallet: number; readonly app: Address };

/** The local network's market, as it is now. */
export class LiveChain extends SigningAccounts {
  private apps: Address[] = [];
  private seenTo = -1n;

  constructor(
    rpcUrl: string,
    private readonly launchpad: LocalLaunchpad,
  ) {
    super(rpcUrl);
  }

  get platformToken(): Address {
    return this.launchpad.contracts.addresses.platformToken;
  }

  /** Every app that was launched. */
  async listApps(): Promise<readonly Address[]> {
    const head = await this.reader.getBlockNumber();
    // A chain that became shorter is another one.
    if (head < this.seenTo) [this.apps, this.seenTo] = [[], -1n];
    if (head === this.seenTo) return this.apps;
    const launches = await this.reader.getLogs({
      address: this.launchpad.contracts.addresses.launchpad,
      event: this.launchpad.launchEvent,
      fromBlock: this.seenTo + 1n,
      toBlock: head,
      strict: true,
    });
    this.apps.push(...launches.map(({ args }) => (args as { readonly token: Address }).token));
    this.seenTo = head;
    return this.apps;
  }

  async stageOf(app: Address): Promise<Stage> {
    const { data, decode } = this.launchpad.stageOf(app);
    const { data: returned } = await this.reader.call({
      to: this.launchpad.contracts.addresses.launchpad,
      data,
    });
    return decode(returned ?? '0x');
  }

  /** The feed's last price (8 decimals), and how old it is by the wall clock, in seconds. */
  async lastPrice(): Promise<{ price: bigint; ageSeconds: number }> {
    const { priceFeed: address } = this.launchpad.contracts.addresses;
    const [, price, , updatedAt] = await this.reader.readContract({
      address,
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
    });
    return { price, ageSeconds: Date.now() / 1000 - Number(updatedAt) };
  }

  /** Does it, with the approval before it that it needs. */
  async perform(action: LiveAction): Promise<void> {
    if (action.kind === 'trade') await this.trade(action.wallet, action);
    else {
      const data = this.launchpad.encodeGraduation?.(action.app);
      const { launchpad: to } = this.launchpad.contracts.addresses;
      if (data !== undefined) await this.send(action.wallet, { to, data });
    }
  }

  private async trade(wallet: number, trade: AppTrade): Promise<void> {
    const address = trade.side === 'buy' ? this.platformToken : trade.app;
    const spends = spenderOf(this.launchpad, trade);
    if (spends !== null) {
      const spender = this.launchpad.contracts.addresses[spends];
      const args = [trade.trader, spender] as const;
      const call = { address, abi: platformTokenAbi, functionName: 'allowance', args } as const;
      if ((await this.reader.readContract(call)) < trade.amountIn)
        await this.send(wallet, encodeApproval(address, spender));
    }
    await this.send(wallet, encodeTrade(this.launchpad, trade));
  }
}
