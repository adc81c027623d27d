import { quoteTrade, type Reserves, type TradeSide } from '@slipway/bonding-curve';

/** The launchpad's constants, in wei. */
const CURVE = {
  virtualPlatform: 30_000n * 10n ** 18n,
  virtualToken: 1_125_000_000n * 10n ** 18n,
  supply: 1_000_000_000n * 10n ** 18n,
  threshold: 60_000n * 10n ** 18n,
  feeBps: 100n,
} as const;

interface MarketApp {
  /** Virtual on the curve, those of the pair after it. */
  reserves: Reserves;
  realPlatform: bigint;
  graduated: boolean;
  readonly holders: Map<number, bigint>;
}

/** What a trade takes and gives, to the wei. */
interface Quote {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly reservesAfter: Reserves;
}

/**
 * The launchpad and its pools in memory, exact to the wei: a scenario is planned against it, so that every planned
 * transaction succeeds. Wallets are account numbers, amounts in wei.
 */
export class Market {
  private readonly apps: MarketApp[] = [];
  private readonly wallets = new Map<number, bigint>();

  fund(wallet: number, amount: bigint): void {
    this.wallets.set(wallet, this.platformOf(wallet) + amount);
  }

  launch(creator: number, cost: bigint): void {
    this.fund(creator, -cost);
    const reserves = { platform: CURVE.virtualPlatform, token: CURVE.virtualToken };
    this.apps.push({ reserves, realPlatform: 0n, graduated: false, holders: new Map() });
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

  /** Buys on the curve or in the pool, wherever the app is. @returns what the contract gives: the transaction insists on it */
  buy(app: number, wallet: number, platformIn: bigint): bigint {
    const { amountIn, amountOut } = trade(this.app(app), 'buy', platformIn);
    this.fund(wallet, -amountIn);
    this.credit(app, wallet, amountOut);
    return amountOut;
  }

  /** The same for a sale. */
  sell(app: number, wallet: number, tokenIn: bigint): bigint {
    this.credit(app, wallet, -tokenIn);
    const { amountOut } = trade(this.app(app), 'sell', tokenIn);
    this.fund(wallet, amountOut);
    return amountOut;
  }

  /** What a sale would give. */
  quoteSell(app: number, tokenIn: bigint): bigint {
    return quoteOf(this.app(app), 'sell', tokenIn)?.amountOut ?? 0n;
  }

  transfer(app: number, from: number, to: number, amount: bigint): void {
    this.credit(app, from, -amount);
    this.credit(app, to, amount);
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

/** Trades, and lets an app graduate whose curve is full: what the curve holds becomes the pool's reserves. */
function trade(app: MarketApp, side: TradeSide, amount: bigint): Quote {
  const quote = quoteOf(app, side, amount);
  if (quote === null) throw new RangeError(`the curve gives nothing for ${amount}`);
  if (!app.graduated) app.realPlatform += quote.reservesAfter.platform - app.reserves.platform;
  app.reserves = quote.reservesAfter;
  if (!app.graduated && app.realPlatform >= CURVE.threshold) {
    const token = app.reserves.token - (CURVE.virtualToken - CURVE.supply);
    app.reserves = { platform: app.realPlatform, token };
    app.graduated = true;
  }
  return quote;
}

/** Null when the launchpad would refuse the trade. */
function quoteOf(
  { reserves, realPlatform, graduated }: MarketApp,
  side: TradeSide,
  amount: bigint,
): Quote | null {
  if (graduated) return quoteInPool(reserves, side, amount);
  const { threshold: graduationThreshold, feeBps } = CURVE;
  const quote = quoteTrade({ reserves, realPlatform, graduationThreshold, feeBps }, side, amount);
  return typeof quote === 'string' ? null : quote;
}

/** V2Math.amountOut: what a pair gives, after its fee of 0.3 %. */
function quoteInPool({ platform, token }: Reserves, side: TradeSide, amountIn: bigint): Quote {
  const [reserveIn, reserveOut] = side === 'buy' ? [platform, token] : [token, platform];
  const withFee = amountIn * 997n;
  const amountOut = (withFee * reserveOut) / (reserveIn * 1000n + withFee);
  const reservesAfter =
    side === 'buy'
      ? { platform: platform + amountIn, token: token - amountOut }
      : { platform: platform - amountOut, token: token + amountIn };
  return { amountIn, amountOut, reservesAfter };
}
