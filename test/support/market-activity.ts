import { type Address } from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import type { LaunchpadFixture } from './launchpad-fixture.js';

const TOKEN = 10n ** 18n;

/** A small generator of pseudorandom numbers (mulberry32): the same seed, the same market. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Makes a market move at random: launches, trades on curves and in pools, transfers, graduations, feed prices. */
export class MarketActivity {
  readonly tokens: Address[] = [];

  constructor(
    readonly fixture: LaunchpadFixture,
    private readonly random: () => number,
  ) {}

  /** The feed's first price, and some apps that every trader may sell. */
  async open(apps: number): Promise<void> {
    await this.publishPrice(250_000_000n);
    for (let i = 0; i < apps; i += 1) await this.launch(i);
  }

  async launch(index: number): Promise<Address> {
    const token = await this.fixture.launch(this.fixture.trader(index), {
      name: `App ${index}`,
      symbol: `APP${index}`,
    });
    for (const trader of this.fixture.traders) await this.fixture.approve(trader, token);
    this.tokens.push(token);
    return token;
  }

  /** After a reorganisation: forgets apps that are gone, and has traders sell the others again. */
  async takeStock(): Promise<void> {
    const { client, traders, addresses } = this.fixture;
    for (const token of this.tokens.splice(0)) {
      if ((await client.getCode({ address: token })) === undefined) continue;
      this.tokens.push(token);
      for (const trader of traders) {
        const args = [trader, addresses.launchpad] as const;
        const of = { address: token, abi: platformTokenAbi, functionName: 'allowance', args } as const;
        if ((await client.readContract(of)) === 0n) await this.fixture.approve(trader, token);
      }
    }
  }

  publishPrice(price: bigint): Promise<void> {
    return this.fixture.publishPrice(price);
  }

  /** Buys the rest of a curve, which graduates its app. */
  async graduate(token: Address): Promise<void> {
    await this.fixture.buy(this.fixture.trader(0), token, 200_000n * TOKEN);
  }

  /** Random events, one after the other. */
  async act(times = 1): Promise<void> {
    for (let done = 0; done < times; done += 1) await this.actOnce();
  }

  private async actOnce(): Promise<void> {
    const token = this.pick(this.tokens);
    const trader = this.fixture.trader(this.upTo(9));
    // Hours pass at times, so that trades leave the windows of 24 hours.
    if (this.random() < 0.1) await this.fixture.client.increaseTime({ seconds: this.upTo(4 * 3_600) });
    const dice = this.random();
    if (dice < 0.08) return this.publishPrice(100_000_000n + BigInt(this.upTo(300_000_000)));
    if (dice < 0.22) return this.send(token, trader);
    const { graduated } = await this.fixture.curve(token);
    if (graduated) return this.swap(token, trader, dice < 0.6);
    if (dice < 0.65) {
      await this.fixture.buy(trader, token, BigInt(1 + this.upTo(3_000)) * TOKEN + BigInt(this.upTo(1e9)));
      return;
    }
    const held = await this.fixture.balance(token, trader);
    if (held > TOKEN) await this.fixture.sell(trader, token, this.part(held));
  }

  private async send(token: Address, from: Address): Promise<void> {
    const held = await this.fixture.balance(token, from);
    if (held === 0n) return;
    // Now and then everything, which empties a holder.
    const amount = this.random() < 0.3 ? held : this.part(held);
    await this.fixture.transfer(token, from, this.fixture.trader(this.upTo(9)), amount);
  }

  /** A trade in a pair, by the router that the local network has. */
  private async swap(token: Address, trader: Address, isBuy: boolean): Promise<void> {
    const { fixture } = this;
    const paid = isBuy ? fixture.addresses.platformToken : token;
    const held = await fixture.balance(paid, trader);
    const amount = isBuy ? BigInt(1 + this.upTo(500)) * TOKEN : this.part(held);
    if (amount === 0n || held < amount) return;
    await fixture.swap(trader, token, paid, amount);
  }

  private part(amount: bigint): bigint {
    return (amount * BigInt(1 + this.upTo(900))) / 1_000n;
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.upTo(items.length)]!;
  }

  private upTo(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}
