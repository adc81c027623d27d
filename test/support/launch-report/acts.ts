import { type Hex } from 'viem';
import {
  PLATFORM,
  ZERO,
  addressOf,
  answer,
  buy,
  launch,
  move,
  sell,
  swap,
  syncLog,
  transferLog,
  type Change,
  type Done,
  type EmittedLog,
  type Market,
  type ModelApp,
} from '../model-chain/market.js';

type Run = (market: Market) => Done | null;
/** A part of a transaction on one app. */
export type Part = (app: ModelApp) => Change | null;
export type AmountOf = (app: ModelApp) => bigint;

export const WEI = 10n ** 18n;
export const ROUTER = addressOf('a router');
export const DISPERSER = addressOf('a disperser');
/** Of rewards; operators know it. */
export const DISTRIBUTOR = addressOf('a distributor');

export const tokenOf = (name: string): Hex => addressOf(`token ${name}`);

export const held = (app: ModelApp, wallet: Hex): bigint => app.held.get(wallet) ?? 0n;

/** Thousandths of what a wallet holds. */
export const heldPart =
  (wallet: Hex, thousandths: number): AmountOf =>
  (app) =>
    (held(app, wallet) * BigInt(thousandths)) / 1_000n;

export const logsOnly =
  (...logs: readonly EmittedLog[]): Run =>
  (market) => ({ market, logs });

export const publishPrice =
  (price: bigint, seconds: number): Run =>
  (market) =>
    answer(market, price, seconds);

/** Platform tokens, from one to another. */
export const pay = (from: Hex, to: Hex, amount: bigint): EmittedLog =>
  transferLog(PLATFORM, from, to, amount);

/** Through a contract that keeps nothing. */
export function disperse(from: Hex, payments: readonly (readonly [to: Hex, amount: bigint])[]): Run {
  const total = payments.reduce((sum, [, amount]) => sum + amount, 0n);
  return logsOnly(pay(from, DISPERSER, total), ...payments.map(([to, amount]) => pay(DISPERSER, to, amount)));
}

/** A launch, and what is done in its transaction beside. */
export const launchApp =
  (creator: Hex, name: string, ...parts: readonly Part[]): Run =>
  (market) => {
    const launched = launch(market, creator, name);
    if (parts.length === 0) return launched;
    const then = onApp(name, ...parts)(launched.market);
    return then && { market: then.market, logs: [...launched.logs, ...then.logs] };
  };

/** A transaction of parts, one after the other; none where one of them is refused. */
export const onApp =
  (name: string, ...parts: readonly Part[]): Run =>
  (market) => {
    const token = tokenOf(name);
    const place = market.apps.findIndex((app) => app.token === token);
    let app = market.apps[place];
    if (app === undefined) return null;
    const logs: EmittedLog[] = [];
    for (const part of parts) {
      const change: Change | null = part(app);
      if (change === null) return null;
      ({ app } = change);
      logs.push(...change.logs);
    }
    return { market: { ...market, apps: market.apps.with(place, app) }, logs };
  };

export const beside =
  (...logs: readonly EmittedLog[]): Part =>
  (app) => ({ app, logs });

export const buys =
  (trader: Hex, paid: bigint): Part =>
  (app) =>
    app.pool === null ? buy(app, trader, paid) : swap(app, trader, 'buy', paid);

export const sells =
  (trader: Hex, amountOf: AmountOf): Part =>
  (app) => {
    const amount = amountOf(app);
    if (amount === 0n || amount > held(app, trader)) return null;
    return app.pool === null ? sell(app, trader, amount) : swap(app, trader, 'sell', amount);
  };

export const sends =
  (from: Hex, to: Hex, amountOf: AmountOf): Part =>
  (app) => {
    const amount = amountOf(app);
    if (amount > held(app, from)) return null;
    return {
      app: amount === 0n ? app : move(app, from, to, amount),
      logs: [transferLog(app.token, from, to, amount)],
    };
  };

interface RouterKeeps {
  /** App tokens that rounding leaves in the router. */
  readonly dust?: bigint;
  /** Platform tokens that it keeps, and those that it pays to another. */
  readonly kept?: bigint;
  readonly fee?: { readonly to: Hex; readonly amount: bigint };
}

/** A contract buys for whoever pays it, and hands on what it got. */
export const buysThrough =
  (
    payer: Hex,
    contract: Hex,
    recipient: Hex,
    paid: bigint,
    { dust = 0n, kept = 0n, fee }: RouterKeeps = {},
  ): Part =>
  (app) => {
    const before = held(app, contract);
    return inOrder(
      beside(pay(payer, contract, paid + kept + (fee?.amount ?? 0n))),
      ...(fee === undefined ? [] : [beside(pay(contract, fee.to, fee.amount))]),
      buys(contract, paid),
      (after) => sends(contract, recipient, () => held(after, contract) - before - dust)(after),
    )(app);
  };

/** One buy of a contract, whose tokens several wallets get, in parts of a thousand. */
export const buysForSeveral =
  (payer: Hex, contract: Hex, recipients: readonly Hex[], paid: bigint): Part =>
  (app) =>
    inOrder(
      beside(pay(payer, contract, paid)),
      buys(contract, paid),
      ...recipients.map((to, i): Part => (after) => {
        const left = held(after, contract);
        return sends(contract, to, () => (i === recipients.length - 1 ? left : (left * 3n) / 10n))(after);
      }),
    )(app);

/** A sale by a contract that was handed the tokens, and hands on what it was paid. */
export const sellsThrough =
  (seller: Hex, contract: Hex, amountOf: AmountOf): Part =>
  (app) => {
    const amount = amountOf(app);
    const sale = inOrder(
      sends(seller, contract, () => amount),
      sells(contract, () => amount),
    )(app);
    if (sale === null) return null;
    const paid = sale.logs.findLast(({ address }) => address === PLATFORM);
    return paid === undefined
      ? null
      : { app: sale.app, logs: [...sale.logs, pay(contract, seller, BigInt(paid.data))] };
  };

const inOrder =
  (...parts: readonly Part[]): Part =>
  (app) => {
    const logs: EmittedLog[] = [];
    let now = app;
    for (const part of parts) {
      const change = part(now);
      if (change === null) return null;
      now = change.app;
      logs.push(...change.logs);
    }
    return { app: now, logs };
  };

/** Liquidity as Uniswap V2 takes it: both tokens in, LP tokens out. */
export const addsLiquidity =
  (wallet: Hex, platform: bigint, liquidity: bigint): Part =>
  (app) => {
    const { pool } = app;
    if (pool === null) return null;
    const tokens = (pool.tokens * platform) / pool.platform;
    if (tokens === 0n || tokens > held(app, wallet)) return null;
    const after = { ...pool, platform: pool.platform + platform, tokens: pool.tokens + tokens };
    return {
      app: { ...move(app, wallet, pool.pair, tokens), pool: after },
      logs: [
        pay(wallet, pool.pair, platform),
        transferLog(app.token, wallet, pool.pair, tokens),
        transferLog(pool.pair, ZERO, wallet, liquidity),
        syncLog(app.token, after),
      ],
    };
  };

/** LP tokens go to the pool, which burns them and gives out a thousandth of what it has. */
export const takesLiquidity =
  (wallet: Hex, liquidity: bigint): Part =>
  (app) => {
    const { pool } = app;
    if (pool === null) return null;
    const [platform, tokens] = [pool.platform / 1_000n, pool.tokens / 1_000n];
    const after = { ...pool, platform: pool.platform - platform, tokens: pool.tokens - tokens };
    return {
      app: { ...move(app, pool.pair, wallet, tokens), pool: after },
      logs: [
        transferLog(pool.pair, wallet, pool.pair, liquidity),
        transferLog(pool.pair, pool.pair, ZERO, liquidity),
        pay(pool.pair, wallet, platform),
        transferLog(app.token, pool.pair, wallet, tokens),
        syncLog(app.token, after),
      ],
    };
  };

export const movesLiquidity =
  (from: Hex, to: Hex, liquidity: bigint): Part =>
  (app) =>
    app.pool === null ? null : { app, logs: [transferLog(app.pool.pair, from, to, liquidity)] };
