import type { CurveState, Reserves, TradeQuote, TradeSide } from '@slipway/protocols';
import type { LocalLaunchpad } from '../launchpads/local-launchpad.js';

interface MarketApp {
  curve: CurveState;
  /** Null until the app graduates. */
  pool: Reserves | null;
  readonly holders: Map<number, bigint>;
}

/**
 * A launchpad and its pools in memory, exact to the wei: a scenario is planned against it, so that every planned
 * transaction succeeds. Wallets are account numbers, amounts in wei.
 */
export class Market {
  private readonly apps: MarketApp[] = [];
  private readonly wallets = new Map<number, bigint>();
  private feePpm: bigint;

  constructor(private readonly launchpad: LocalLaunchpad) {
    this.feePpm = launchpad.freshCurve.feePpm;
  }

  fund(wallet: number, amount: bigint): void {
    this.wallets.set(wallet, this.platformOf(wallet) + amount);
  }

  launch(creator: number, cost: bigint): void {
    this.fund(creator, -cost);
    this.apps.push({ curve: this.launchpad.freshCurve, pool: null, holders: new Map() });
  }

  /** What trades on all curves pay from now on, in millionths. */
  setFee(feePpm: bigint): void {
    this.feePpm = feePpm;
  }

  platformOf(wallet: number): bigint {
    return this.wallets.get(wallet) ?? 0n;
  }

  balanceOf(app: number, wallet: number): bigint {
    return this.app(app).holders.get(wallet) ?? 0n;
  }

  /** Wallets with a balance, in number order. */
  holdersOf(app: number): number[] {
    return [...this.app(app).holders.keys()].sort((a, b) => a - b);
  }

  placeOf(app: number): 'curve' | 'pool' {
    return this.app(app).pool === null ? 'curve' : 'pool';
  }

  /** Whether an app's curve trades no more, and its pool not yet. */
  isFull(app: number): boolean {
    const { pool, curve } = this.app(app);
    return pool === null && curve.realPlatform >= curve.graduationThreshold;
  }

  /** How far an app is on its way to graduation, 0 to 1. */
  progressOf(app: number): number {
    const { pool, curve } = this.app(app);
    if (pool !== null || this.isFull(app)) return 1;
    return Number((curve.realPlatform * 1_000_000n) / curve.graduationThreshold) / 1_000_000;
  }

  /** What the curve holds becomes the pool's reserves. */
  graduate(app: number): void {
    const entry = this.app(app);
    entry.pool = this.launchpad.poolOf(entry.curve);
  }

  /** Buys on the curve or in the pool, wherever the app is. @returns what the contract gives: the transaction insists on it */
  buy(app: number, wallet: number, platformIn: bigint): bigint {
    const { amountIn, amountOut } = this.trade(app, 'buy', platformIn);
    this.fund(wallet, -amountIn);
    this.credit(app, wallet, amountOut);
    return amountOut;
  }

  /** The same for a sale. */
  sell(app: number, wallet: number, tokenIn: bigint): bigint {
    this.credit(app, wallet, -tokenIn);
    const { amountOut } = this.trade(app, 'sell', tokenIn);
    this.fund(wallet, amountOut);
    return amountOut;
  }

  /** What a sale would give. */
  quoteSell(app: number, tokenIn: bigint): bigint {
    return this.quote(app, 'sell', tokenIn)?.amountOut ?? 0n;
  }

  transfer(app: number, from: number, to: number, amount: bigint): void {
    this.credit(app, from, -amount);
    this.credit(app, to, amount);
  }

  private trade(app: number, side: TradeSide, amount: bigint): TradeQuote {
    const quote = this.quote(app, side, amount);
    if (quote === null) throw new RangeError(`the curve gives nothing for ${amount}`);
    const entry = this.app(app);
    if (entry.pool !== null) {
      entry.pool = quote.reservesAfter;
      return quote;
    }
    const { amountIn, amountOut, fee, reservesAfter: reserves } = quote;
    const realPlatform = entry.curve.realPlatform + (side === 'buy' ? amountIn - fee : -(amountOut + fee));
    entry.curve = { ...entry.curve, reserves, realPlatform };
    if (this.launchpad.encodeGraduation === null && this.isFull(app)) this.graduate(app);
    return quote;
  }

  /** Null when launchpad or pool would refuse the trade. */
  private quote(app: number, side: TradeSide, amount: bigint): TradeQuote | null {
    if (this.isFull(app)) return null;
    const { protocol } = this.launchpad;
    const { pool, curve } = this.app(app);
    const quote =
      pool === null
        ? protocol.quoteOnCurve({ ...curve, feePpm: this.feePpm }, side, amount)
        : protocol.quoteInPool(pool, side, amount);
    return typeof quote === 'string' ? null : quote;
  }

  private credit(app: number, wallet: number, amount: bigint): void {
    const { holders } = this.app(app);
    const balance = (holders.get(wallet) ?? 0n) + amount;
    if (balance < 0n) throw new RangeError(`account #${wallet} has not so many tokens`);
    if (balance === 0n) holders.delete(wallet);
    else holders.set(wallet, balance);
  }

  private app(index: number): MarketApp {
    const app = this.apps[index];
    if (app === undefined) throw new RangeError(`app ${index} is not launched`);
    return app;
  }
}
