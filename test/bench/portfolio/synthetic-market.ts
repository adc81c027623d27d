import type { BlockHeader, ChainEvent, Deployment } from '@slipway/chain';
import { ONE_TOKEN, ONE_USD, ZERO_ADDRESS, toAddress, type Address } from '@slipway/domain';
import type { Batch } from '../../../apps/indexer/src/fold/fold-batch.js';
import { seededRandom } from '../../support/market-activity.js';

export const SYNTHETIC_DEPLOYMENT: Deployment = {
  chainId: 31_337,
  launchpad: addressOf(1),
  platformToken: addressOf(2),
  priceFeed: addressOf(3),
  platformSymbol: 'SLIP',
  initialVirtualPlatform: 30_000n * ONE_TOKEN,
  initialVirtualToken: 1_125_000_000n * ONE_TOKEN,
  initialRealToken: 1_000_000_000n * ONE_TOKEN,
  graduationThreshold: 60_000n * ONE_TOKEN,
  totalSupply: 1_000_000_000n * ONE_TOKEN,
  feeBps: 100,
};

/** A wallet with a number of trades, one token after the other. */
export interface Regular {
  readonly address: Address;
  readonly trades: number;
  readonly tokens: number;
}

interface Curve {
  readonly token: Address;
  platform: bigint;
  tokens: bigint;
}

const FIRST_SECOND = Date.UTC(2026, 9, 1) / 1_000;
const BLOCK_SECONDS = 26;
const TRADES_A_BLOCK = 10;
const BLOCKS_A_BATCH = 500;
/** Logs of launches that a batch may have without growing out of its bounds. */
const LAUNCHES_A_BATCH = 10_000;
/** One block in so many has a plain transfer, and one in so many a price of the feed. */
const TRANSFER_EVERY = 2;
const PRICE_EVERY = 100;

/**
 * The logs of a market as the launchpad would write them: apps launched at first, then trades on their curves by
 * strangers, and by regulars, whose trades are spread over all of it. Deterministic.
 */
export class SyntheticMarket {
  private readonly random = seededRandom(20_261_121);
  private readonly curves: Curve[];
  private readonly holdings = new Map<string, bigint>();
  private readonly made = new Map<Address, number>();
  private block = 0;
  private logIndex = 0;
  private transaction = 0;

  /** @param strangers wallets that trade besides the regulars */
  constructor(
    apps: number,
    private readonly strangers: number,
    private readonly trades: number,
    private readonly regulars: readonly Regular[],
  ) {
    const { initialVirtualPlatform: platform, initialVirtualToken: tokens } = SYNTHETIC_DEPLOYMENT;
    this.curves = Array.from({ length: apps }, (_, i) => ({ token: addressOf(1_000 + i), platform, tokens }));
  }

  /** All of it, oldest first. */
  *batches(): Generator<Batch> {
    for (let from = 0; from < this.curves.length; from += LAUNCHES_A_BATCH) {
      // Nothing happens before: launches that lie side by side would all leave the window of 24 hours in one batch.
      const quiet = Array.from({ length: BLOCKS_A_BATCH - 1 }, () => this.quietBlock());
      yield this.batchOf([...quiet, this.launches(from, from + LAUNCHES_A_BATCH)]);
    }
    let left = this.trades;
    while (left > 0) {
      const blocks: ChainEvent[][] = [];
      while (blocks.length < BLOCKS_A_BATCH && left > 0) {
        const count = Math.min(TRADES_A_BLOCK, left);
        blocks.push(this.tradingBlock(count, this.trades - left));
        left -= count;
      }
      yield this.batchOf(blocks);
    }
  }

  private quietBlock(): ChainEvent[] {
    this.openBlock();
    return [];
  }

  private launches(from: number, to: number): ChainEvent[] {
    this.openBlock();
    const { launchpad } = SYNTHETIC_DEPLOYMENT;
    const events = [this.feedPrice()];
    for (const [place, { token }] of this.curves.slice(from, to).entries()) {
      const i = from + place;
      this.transaction += 1;
      const texts = { appName: `App ${i}`, symbol: `APP${i}`, description: '', imageUrl: '', website: '' };
      const launched = { token, creator: addressOf(10), ...texts, cost: ONE_TOKEN };
      const minted = { from: ZERO_ADDRESS, to: launchpad, value: SYNTHETIC_DEPLOYMENT.totalSupply };
      events.push(this.event('Transfer', token, minted), this.event('Launched', launchpad, launched));
    }
    return events;
  }

  private tradingBlock(count: number, done: number): ChainEvent[] {
    this.openBlock();
    const events: ChainEvent[] = [];
    if (this.block % PRICE_EVERY === 0) events.push(this.feedPrice());
    for (let i = 0; i < count; i += 1) events.push(...this.trade(this.nextTrader(done + i)));
    if (this.block % TRANSFER_EVERY === 0) events.push(...this.gift());
    return events;
  }

  /** A regular whose turn it is, or any trader. */
  private nextTrader(done: number): { wallet: Address; curve: Curve; isRegular: boolean } {
    for (const regular of this.regulars) {
      const made = this.made.get(regular.address) ?? 0;
      if (made < regular.trades && made * this.trades <= done * regular.trades) {
        this.made.set(regular.address, made + 1);
        const curve = this.curves[made % regular.tokens];
        if (curve !== undefined) return { wallet: regular.address, curve, isRegular: true };
      }
    }
    return { wallet: this.stranger(), curve: this.anyCurve(), isRegular: false };
  }

  private trade({
    wallet,
    curve,
    isRegular,
  }: {
    wallet: Address;
    curve: Curve;
    isRegular: boolean;
  }): ChainEvent[] {
    const { launchpad } = SYNTHETIC_DEPLOYMENT;
    this.transaction += 1;
    const held = this.held(wallet, curve);
    // Regulars sell half now and then, and always hold something of each token.
    const sells = held > 1_000n && this.random() < (isRegular ? 0.3 : 0.9);
    const tokenAmount = sells ? held / (isRegular ? 2n : 1n) : this.tokensFor(curve);
    const before = curve.platform;
    const product = curve.platform * curve.tokens;
    curve.tokens += sells ? tokenAmount : -tokenAmount;
    curve.platform = product / curve.tokens + 1n;
    const net = sells ? before - curve.platform : curve.platform - before;
    const fee = (sells ? net : (net * 100n) / 99n) / 100n;
    this.hold(wallet, curve, sells ? -tokenAmount : tokenAmount);
    const [from, to] = sells ? [wallet, launchpad] : [launchpad, wallet];
    const platformAmount = sells ? net : net + fee;
    const reserves = { virtualPlatform: curve.platform, virtualToken: curve.tokens };
    const args = { token: curve.token, trader: wallet, platformAmount, fee, tokenAmount, ...reserves };
    return [
      this.event('Transfer', curve.token, { from, to, value: tokenAmount }),
      this.event(sells ? 'Sold' : 'Bought', launchpad, args),
    ];
  }

  /** A stranger gives another one something of what the launchpad's first buyers hold. */
  private gift(): ChainEvent[] {
    const [from, to, curve] = [this.stranger(), this.stranger(), this.anyCurve()];
    const value = this.held(from, curve) / 3n;
    if (value === 0n || from === to) return [];
    this.transaction += 1;
    this.hold(from, curve, -value);
    this.hold(to, curve, value);
    return [this.event('Transfer', curve.token, { from, to, value })];
  }

  private tokensFor(curve: Curve): bigint {
    return curve.tokens / BigInt(20_000 + this.upTo(200_000));
  }

  private feedPrice(): ChainEvent {
    const args = {
      current: 2n * ONE_USD + BigInt(this.upTo(100_000_000)),
      updatedAt: BigInt(this.seconds()),
    };
    return this.event('AnswerUpdated', SYNTHETIC_DEPLOYMENT.priceFeed, args);
  }

  private event(name: ChainEvent['name'], contract: Address, args: object): ChainEvent {
    this.logIndex += 1;
    const place = { blockNumber: this.block, blockHash: hashOf(this.block), logIndex: this.logIndex };
    return { ...args, ...place, name, contract, txHash: hashOf(this.transaction, 'f') } as ChainEvent;
  }

  private batchOf(blocks: readonly ChainEvent[][]): Batch {
    const first = this.block - blocks.length + 1;
    const headers = new Map(blocks.map((_, i) => [first + i, headerOf(first + i)]));
    return { from: headerOf(first), to: headerOf(this.block), events: blocks.flat(), headers };
  }

  private openBlock(): void {
    this.block += 1;
    this.logIndex = -1;
  }

  private seconds(): number {
    return FIRST_SECOND + this.block * BLOCK_SECONDS;
  }

  private stranger(): Address {
    return addressOf(100_000_000 + this.upTo(this.strangers));
  }

  private anyCurve(): Curve {
    const curve = this.curves[this.upTo(this.curves.length)];
    if (curve === undefined) throw new Error('no apps');
    return curve;
  }

  private held(wallet: Address, { token }: Curve): bigint {
    return this.holdings.get(wallet + token) ?? 0n;
  }

  private hold(wallet: Address, curve: Curve, amount: bigint): void {
    this.holdings.set(wallet + curve.token, this.held(wallet, curve) + amount);
  }

  private upTo(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}

/** It is not read: these batches are proved already. */
const NO_BLOOM = `0x${'0'.repeat(512)}` as const;

function headerOf(number: number): BlockHeader {
  const timestamp = FIRST_SECOND + number * BLOCK_SECONDS;
  return { number, hash: hashOf(number), parentHash: hashOf(number - 1), timestamp, logsBloom: NO_BLOOM };
}

function addressOf(number: number): Address {
  // Spread over the key space, as real addresses are.
  const spread = (BigInt(number) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn) % (1n << 160n);
  return toAddress(`0x${spread.toString(16).padStart(40, '0')}`);
}

function hashOf(number: number, fill = '0'): `0x${string}` {
  return `0x${number.toString(16).padStart(64, fill)}`;
}
