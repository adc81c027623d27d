import { spenderOf } from '../launchpads/encode-trade.js';
import type { LocalLaunchpad } from '../launchpads/local-launchpad.js';
import type { BlockBuilder } from './block-builder.js';
import type { Trader } from './traders.js';
import type { Market } from './market.js';
import type { Random } from './random.js';

/** The smallest unit that people type: a hundredth of a platform token, in wei. */
const CENT = 10n ** 16n;
/** Holdings below a thousand tokens are not worth a sale. */
const DUST = 1_000n * 10n ** 18n;
/** An app that is not meant to graduate never comes closer than this. */
const HIGHEST_PROGRESS = 0.9;

/** How an app fares. */
export interface AppProfile {
  /** Typical size of a buy, in platform tokens. */
  readonly size: number;
  /** Progress that the market thinks fair at a time (Unix seconds). */
  readonly fairProgress: (time: number) => number;
  readonly mayGraduate: boolean;
}

/** Turns "a trade of this app, now" into who buys or sells how much, with the approvals that it needs. */
export class TradeSimulator {
  private readonly approved = new Set<string>();

  constructor(
    private readonly random: Random,
    private readonly launchpad: LocalLaunchpad,
    private readonly market: Market,
    private readonly blocks: BlockBuilder,
    private readonly traders: readonly Trader[],
  ) {}

  /** One trade that the app's profile suggests; nothing when no account could make one, or the app trades nowhere. */
  trade(time: number, app: number, profile: AppProfile): void {
    const { random, market } = this;
    if (market.isFull(app)) return;
    const graduated = market.placeOf(app) === 'pool';
    const lacks = profile.fairProgress(time) - market.progressOf(app);
    const wantsBuy = graduated ? random.chance(0.52) : random.chance(lacks > 0 ? 0.72 : 0.4);
    if (!wantsBuy && this.sell(time, app)) return;
    // Behind its fair progress an app catches up with bigger buys.
    const hurry = !graduated && lacks > 0 ? 1 + Math.min(4, lacks * 12) : 1;
    const amount = random.logNormal(profile.size * hurry, 0.9);
    const tooNear =
      !graduated && !profile.mayGraduate && market.progressOf(app) + amount / 60_000 > HIGHEST_PROGRESS;
    if (tooNear) {
      this.sell(time, app);
      return;
    }
    const trader = random.weighted(this.traders, ({ activity }) => activity);
    this.buy(time, app, trader, amount);
  }

  /** A trader buys for about so many platform tokens, never for more than a quarter of what it has. */
  buy(time: number, app: number, { wallet }: Trader, amount: number): void {
    const most = this.market.platformOf(wallet) / 4n;
    const wanted = (BigInt(Math.round(amount * 100)) + 1n) * CENT;
    const amountIn = ((wanted < most ? wanted : most) / CENT) * CENT;
    if (amountIn < CENT) return;
    const place = this.market.placeOf(app);
    const minOut = this.market.buy(app, wallet, amountIn);
    this.blocks.add(time, { kind: 'buy', place, wallet, app, amountIn, minOut });
  }

  /** Some holder sells some of it. Returns whether there was one. */
  private sell(time: number, app: number): boolean {
    const { random, market } = this;
    const holders = this.traders.filter(({ wallet }) => market.balanceOf(app, wallet) > DUST);
    if (holders.length === 0) return false;
    const { wallet, sellsUpTo } = random.pick(holders);
    const balance = market.balanceOf(app, wallet);
    const part = random.chance(0.3) ? sellsUpTo : random.between(0.1, sellsUpTo);
    const amountIn = part === 1 ? balance : (balance * BigInt(Math.round(part * 1000))) / 1000n;
    if (market.quoteSell(app, amountIn) < CENT) return false;
    const place = market.placeOf(app);
    const spender = spenderOf(this.launchpad, { place, side: 'sell' });
    if (spender !== null) this.approve(time, wallet, app, spender);
    const minOut = market.sell(app, wallet, amountIn);
    this.blocks.add(time, { kind: 'sell', place, wallet, app, amountIn, minOut });
    return true;
  }

  private approve(time: number, wallet: number, app: number, spender: 'launchpad' | 'router'): void {
    const key = `${wallet}/${app}/${spender}`;
    if (this.approved.has(key)) return;
    this.approved.add(key);
    this.blocks.add(time, { kind: 'approve', wallet, asset: app, spender });
  }
}
