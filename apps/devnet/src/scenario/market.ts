import { buyOnCurve, CURVE, sellOnCurve, swapInPool } from './trade-math.js';

/** What a trade takes and gives, in wei. */
export interface Trade {
  readonly amountIn: bigint;
  /** To the wei what the contract gives; the transaction insists on it. */
  readonly amountOut: bigint;
}

interface MarketApp {
  platform: bigint;
  token: bigint;
  realPlatform: bigint;
  realToken: bigint;
  graduated: boolean;
  readonly holders: Map<number, bigint>;
}

/**
 * The launchpad and its pools in memory, exact to the wei: a scenario is planned against it, so that every planned
 * transaction succeeds. Wallets are account numbers.
 */
export class Market {
  private readonly apps: MarketApp[] = [];
  private readonly wallets = new Map<number, bigint>();

  fund(wallet: number, amount: bigint): void {
    this.wallets.set(wallet, this.platformOf(wallet) + amount);
  }

  launch(creator: number, cost: bigint): void {
    this.fund(creator, -cost);
    const { virtualPlatform: platform, virtualToken: token, supply: realToken } = CURVE;
    this.apps.push({ platform, token, realPlatform: 0n, realToken, graduated: false, holders: new Map() });
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

  isGraduated(app: number): boolean {
    return this.app(app).graduated;
  }

  /** How far an app is on its way to graduation, 0 to 1. */
  progressOf(app: number): number {
    const { graduated, realPlatform } = this.app(app);
    return graduated ? 1 : Number((realPlatform * 1_000_000n) / CURVE.threshold) / 1_000_000;
  }

  /** Buys on the curve or in the pool, wherever the app is. */
  buy(app: number, wallet: number, platformIn: bigint): Trade {
    const state = this.app(app);
    const amountOut = state.graduated
      ? swapInPool(state.platform, state.token, platformIn)
      : this.buyOnCurve(state, wallet, platformIn);
    if (state.graduated) {
      this.fund(wallet, -platformIn);
      state.platform += platformIn;
      state.token -= amountOut;
    }
    this.credit(state, wallet, amountOut);
    if (!state.graduated && state.realPlatform >= CURVE.threshold) graduate(state);
    return { amountIn: platformIn, amountOut };
  }

  /** Sells on the curve or in the pool, wherever the app is. */
  sell(app: number, wallet: number, tokenIn: bigint): Trade {
    const state = this.app(app);
    this.credit(state, wallet, -tokenIn);
    if (state.graduated) {
      const amountOut = swapInPool(state.token, state.platform, tokenIn);
      state.platform -= amountOut;
      state.token += tokenIn;
      this.fund(wallet, amountOut);
      return { amountIn: tokenIn, amountOut };
    }
    const { gross, platformOut } = sellOnCurve(state, tokenIn);
    state.platform -= gross;
    state.realPlatform -= gross;
    state.token += tokenIn;
    state.realToken += tokenIn;
    this.fund(wallet, platformOut);
    return { amountIn: tokenIn, amountOut: platformOut };
  }

  /** What a sale would give. */
  quoteSell(app: number, tokenIn: bigint): bigint {
    const state = this.app(app);
    return state.graduated
      ? swapInPool(state.token, state.platform, tokenIn)
      : sellOnCurve(state, tokenIn).platformOut;
  }

  transfer(app: number, from: number, to: number, amount: bigint): void {
    this.credit(this.app(app), from, -amount);
    this.credit(this.app(app), to, amount);
  }

  private buyOnCurve(state: MarketApp, wallet: number, platformIn: bigint): bigint {
    const { paid, net, tokenOut } = buyOnCurve(state, CURVE.threshold - state.realPlatform, platformIn);
    this.fund(wallet, -paid);
    state.platform += net;
    state.realPlatform += net;
    state.token -= tokenOut;
    state.realToken -= tokenOut;
    return tokenOut;
  }

  private credit(state: MarketApp, wallet: number, amount: bigint): void {
    const balance = (state.holders.get(wallet) ?? 0n) + amount;
    if (balance < 0n) throw new RangeError(`account #${wallet} has not so many tokens`);
    if (balance === 0n) state.holders.delete(wallet);
    else state.holders.set(wallet, balance);
  }

  private app(index: number): MarketApp {
    const app = this.apps[index];
    if (app === undefined) throw new RangeError(`app ${index} is not launched`);
    return app;
  }
}

/** The curve's real reserves become the pool's. */
function graduate(state: MarketApp): void {
  state.graduated = true;
  state.platform = state.realPlatform;
  state.token = state.realToken;
  state.realPlatform = 0n;
  state.realToken = 0n;
}
