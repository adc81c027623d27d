import type { Hex } from 'viem';
import { addressOf, type Done, type Market } from '../model-chain/market.js';
import { WEI, buys, buysThrough, launchApp, onApp, tokenOf, ROUTER, type Part } from './acts.js';
import type { Act } from './script-chain.js';

export const DEFINITIONS = ['firstBlockBuyers', 'bundles', 'associates', 'roundTrips', 'liquidity'] as const;
export type Definition = (typeof DEFINITIONS)[number];

/** What was planted: texts that name wallets and transactions. */
export type Truth = Readonly<Record<Definition, ((hashOf: (id: string) => Hex) => string)[]>>;

export const MINUTE = 60;
export const HOUR = 3_600;

/** All times of a script are multiples of it, but for those of fast blocks. */
export const SLOT = 12;

/** A launch, and what is planted around it. */
export class Plot {
  private count = 0;
  /** At the launch. */
  creatorBought = false;

  /**
   * @param at of the launch, in seconds since the chain's first block
   * @param tick seconds between the first blocks
   * @param isTaken whether a time is another launch's, which is to be alone with its first blocks
   */
  constructor(
    readonly name: string,
    readonly creator: Hex,
    readonly at: number,
    private readonly tick: number,
    private readonly random: () => number,
    private readonly acts: Act[],
    readonly truth: Truth,
    private readonly isTaken: (at: number) => boolean,
  ) {}

  get token(): Hex {
    return tokenOf(this.name);
  }

  /** A wallet that nothing else uses. */
  wallet(role: string, place: number | string = ''): Hex {
    return addressOf(`${this.name} ${role} ${place}`);
  }

  wallets(role: string, count: number): Hex[] {
    return Array.from({ length: count }, (_, i) => this.wallet(role, i));
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** A whole number from one up to another, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  /** Platform tokens, not rounded. */
  amount(from: number, to: number): bigint {
    return BigInt(this.between(from, to)) * WEI + BigInt(this.between(0, 1e9));
  }

  /** Seconds, in whole slots. */
  seconds(fromMinutes: number, toMinutes: number): number {
    return this.between((fromMinutes * MINUTE) / SLOT, (toMinutes * MINUTE) / SLOT) * SLOT;
  }

  /** @param offset seconds after the launch @returns its name */
  add(offset: number, run: (market: Market) => Done | null): string {
    const id = `${this.name} ${(this.count += 1)}`;
    let at = this.at + offset;
    while (offset < 0 && this.isTaken(at)) at -= SLOT;
    this.acts.push({ at, id, run });
    return id;
  }

  /** A transaction of parts on this app. */
  do(offset: number, ...parts: readonly Part[]): string {
    return this.add(offset, onApp(this.name, ...parts));
  }

  /** Blocks of the first minute are there whatever happens in them. */
  launch(...parts: readonly Part[]): string {
    const id = this.add(0, launchApp(this.creator, this.name, ...parts));
    for (let i = 1; i <= 6; i += 1) this.acts.push({ at: this.at + i * this.tick, run: null });
    return id;
  }

  /** In the launch's block, or a few blocks after it. */
  early(): number {
    // Between slow ones there are others, in which more of this launch happens.
    return this.chance(0.4) ? 0 : this.between(1, this.tick > SLOT ? 1 : 4) * this.tick;
  }

  /** A buy at the launch, by the wallet itself or through a router. */
  buyEarly(wallet: Hex, paid: bigint, offset = this.early()): string {
    const isRouted = this.chance(0.2);
    const id = this.do(
      offset,
      isRouted ? buysThrough(wallet, ROUTER, wallet, paid, { dust: 3n }) : buys(wallet, paid),
    );
    if (offset === 0) this.plant('firstBlockBuyers', (hashOf) => hashOf(id));
    return id;
  }

  /** @param item what the report has to name, beside the app */
  plant(definition: Definition, item: (hashOf: (id: string) => Hex) => string): void {
    this.truth[definition].push((hashOf) => `${this.token} ${item(hashOf)}`);
  }
}
