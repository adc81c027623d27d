import { quoteTrade, type CurveQuote, type TradeSide } from '#curve';

/** The launchpad's constants, in wei. */
const CURVE = {
  virtualPlatform: 30_000n * 10n ** 18n,
  virtualToken: 1_125_000_000n * 10n ** 18n,
  supply: 1_000_000_000n * 10n ** 18n,
  threshold: 60_000n * 10n ** 18n,
  feeBps: 100n,
} as const;

/** What a trade takes and gives, in wei. */
export interface Trade {
  readonly amountIn: bigint;
  /** To the wei what the contract gives; the transaction insists on it. */
  readonly amountOut: bigint;
}

interface MarketApp {
  /** Virtual on the curve, those of the pair after it. */
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
    if (state.graduated) {
      const amountOut = swapInPool(state.platform, state.token, platformIn);
      this.fund(wallet, -platformIn);
      state.platform += platformIn;
      state.token -= amountOut;
      this.credit(state, wallet, amountOut);
      return { amountIn: platformIn, amountOut };
    }
    const quote = quoteOf(state, 'buy', platformIn);
    if (quote === null) throw new RangeError(`app ${app} sells nothing for ${platformIn}`);
    const { amountIn, amountOut } = quote;
    this.fund(wallet, -amountIn);
    state.realToken -= amountOut;
    trade(state, quote);
    this.credit(state, wallet, amountOut);
    if (state.realPlatform >= CURVE.threshold) graduate(state);
    return { amountIn: platformIn, amountOut };
  }

  /** Sells on the curve or in the pool, wherever the app is. */
  sell(app: number, wallet: number, tokenIn: bigint): Trade {
    const state = this.app(app);
    this.credit(state, wallet, -tokenIn);
    const amountOut = this.quoteSell(app, tokenIn);
    const quote = state.graduated ? null : quoteOf(state, 'sell', tokenIn);
    if (quote === null) {
      state.platform -= amountOut;
      state.token += tokenIn;
    } else {
      state.realToken += tokenIn;
      trade(state, quote);
    }
    this.fund(wallet, amountOut);
    return { amountIn: tokenIn, amountOut };
  }

  /** What a sale would give. */
  quoteSell(app: number, tokenIn: bigint): bigint {
    const state = this.app(app);
    return state.graduated
      ? swapInPool(state.token, state.platform, tokenIn)
      : (quoteOf(state, 'sell', tokenIn)?.amountOut ?? 0n);
  }

  transfer(app: number, from: number, to: number, amount: bigint): void {
    this.credit(this.app(app), from, -amount);
    this.credit(this.app(app), to, amount);
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

/** Null when the launchpad would refuse the trade. */
function quoteOf(state: MarketApp, side: TradeSide, amount: bigint): CurveQuote | null {
  const { platform, token, realPlatform } = state;
  const curve = { reserves: { platform, token }, realPlatform, graduationThreshold: CURVE.threshold };
  const quote = quoteTrade({ ...curve, feeBps: CURVE.feeBps }, side, amount);
  return typeof quote === 'string' ? null : quote;
}

function trade(state: MarketApp, { reservesAfter: { platform, token } }: CurveQuote): void {
  state.realPlatform += platform - state.platform;
  state.platform = platform;
  state.token = token;
}

/** V2Math.amountOut: what a pair gives, after its fee of 0.3 %. */
function swapInPool(reserveIn: bigint, reserveOut: bigint, amountIn: bigint): bigint {
  const withFee = amountIn * 997n;
  return (withFee * reserveOut) / (reserveIn * 1000n + withFee);
}

/** The curve's real reserves become the pool's. */
function graduate(state: MarketApp): void {
  state.graduated = true;
  state.platform = state.realPlatform;
  state.token = state.realToken;
  state.realPlatform = 0n;
  state.realToken = 0n;
}
