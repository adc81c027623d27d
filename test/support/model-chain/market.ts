import { createHash } from 'node:crypto';
import { encodeAbiParameters, encodeEventTopics, numberToHex, type Abi, type Hex } from 'viem';
import { platformTokenAbi, priceFeedAbi } from '@slipway/chain';
import { launchpadAbi, uniswapV2PairAbi } from '@slipway/protocols/slipway';
import { LOCAL_ADDRESSES } from '../../../apps/devnet/src/chain/local-addresses.js';

const WEI = 10n ** 18n;
const BPS = 10_000n;
const WALLETS = 12;
export const DEAD: Hex = '0x000000000000000000000000000000000000dead';
export const ZERO: Hex = `0x${'0'.repeat(40)}`;

/** The constants that the launchpad tells. */
export const CONSTANTS = {
  INITIAL_VIRTUAL_PLATFORM: 30_000n * WEI,
  INITIAL_VIRTUAL_TOKEN: 1_125_000_000n * WEI,
  GRADUATION_THRESHOLD: 60_000n * WEI,
  TOTAL_SUPPLY: 1_000_000_000n * WEI,
  FEE_BPS: 100n,
} as const;

/** What a transaction logs, before it has a place in a block. Addresses in small letters. */
export interface EmittedLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

export interface ModelApp {
  readonly token: Hex;
  /** Virtual reserves of the curve, and the platform token in it. */
  readonly platform: bigint;
  readonly tokens: bigint;
  readonly raised: bigint;
  readonly pool: { readonly pair: Hex; readonly platform: bigint; readonly tokens: bigint } | null;
  readonly held: ReadonlyMap<Hex, bigint>;
}

/** All that the contracts remember. It never changes: a fork goes on from an earlier one. */
export interface Market {
  readonly apps: readonly ModelApp[];
  /** Answers of the feed so far. */
  readonly rounds: number;
}

export const EMPTY_MARKET: Market = { apps: [], rounds: 0 };

/** A transaction: the market after it, and what it logged. */
export interface Done {
  readonly market: Market;
  readonly logs: readonly EmittedLog[];
}

export const sha256 = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`;
export const addressOf = (text: string): Hex => `0x${sha256(text).slice(-40)}`;
export const lower = (address: string): Hex => address.toLowerCase() as Hex;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const padded = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`;
const wordsOf = (...values: readonly bigint[]): Hex => `0x${values.map(word).join('')}`;
const topicOf = (abi: Abi, eventName: string): Hex => encodeEventTopics({ abi, eventName })[0] as Hex;
const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

const LAUNCHPAD = lower(LOCAL_ADDRESSES.launchpad);
export const PLATFORM = lower(LOCAL_ADDRESSES.platformToken);
const FEED = lower(LOCAL_ADDRESSES.priceFeed);
const ROUTER = lower(LOCAL_ADDRESSES.router);

export const TOPICS = {
  launched: topicOf(launchpadAbi, 'Launched'),
  bought: topicOf(launchpadAbi, 'Bought'),
  sold: topicOf(launchpadAbi, 'Sold'),
  graduated: topicOf(launchpadAbi, 'Graduated'),
  transfer: topicOf(platformTokenAbi, 'Transfer'),
  swap: topicOf(uniswapV2PairAbi, 'Swap'),
  sync: topicOf(uniswapV2PairAbi, 'Sync'),
  answer: topicOf(priceFeedAbi, 'AnswerUpdated'),
};

const wallet = (random: () => number): Hex => addressOf(`wallet ${Math.floor(random() * WALLETS)}`);

/** The pair's first token is the one of the lower address. */
export const isPlatformFirst = (token: Hex): boolean => BigInt(PLATFORM) < BigInt(token);

/** An app whose token is named by a text that is its own. */
export function launch(market: Market, creator: Hex, name: string): Done {
  const token = addressOf(`token ${name}`);
  const texts = [name, name.slice(0, 8).toUpperCase(), 'An app.', 'https://example.com/i.png', ''];
  const types = ['string', 'string', 'string', 'string', 'string', 'uint256'].map((type) => ({ type }));
  const app: ModelApp = {
    token,
    platform: CONSTANTS.INITIAL_VIRTUAL_PLATFORM,
    tokens: CONSTANTS.INITIAL_VIRTUAL_TOKEN,
    raised: 0n,
    pool: null,
    held: new Map([[LAUNCHPAD, CONSTANTS.TOTAL_SUPPLY]]),
  };
  return {
    market: { ...market, apps: [...market.apps, app] },
    logs: [
      transferLog(PLATFORM, creator, LAUNCHPAD, 100n * WEI),
      transferLog(token, ZERO, LAUNCHPAD, CONSTANTS.TOTAL_SUPPLY),
      {
        address: LAUNCHPAD,
        topics: [TOPICS.launched, padded(token), padded(creator)],
        data: encodeAbiParameters(types, [...texts, 100n * WEI]),
      },
    ],
  };
}

/** The feed's price of a platform token, with 8 decimals. */
export function answer(market: Market, price: bigint, seconds: number): Done {
  const rounds = market.rounds + 1;
  const topics: Hex[] = [TOPICS.answer, numberToHex(price, { size: 32 }), numberToHex(rounds, { size: 32 })];
  return {
    market: { ...market, rounds },
    logs: [{ address: FEED, topics, data: wordsOf(BigInt(seconds)) }],
  };
}

/** A random trade, transfer or graduation of one app; null when the contracts would refuse it. */
export function trade(market: Market, random: () => number): Done | null {
  // The first apps are traded most.
  const place = Math.floor(random() ** 2 * market.apps.length);
  const app = market.apps[place];
  if (app === undefined) return null;
  const done = actOn(app, random);
  if (done === null) return null;
  return { market: { ...market, apps: market.apps.with(place, done.app) }, logs: done.logs };
}

/** A part of a transaction: the app after it, and what it logged. */
export interface Change {
  readonly app: ModelApp;
  readonly logs: readonly EmittedLog[];
}

function actOn(app: ModelApp, random: () => number): Change | null {
  const dice = random();
  const trader = wallet(random);
  if (dice < 0.2) return send(app, random);
  if (dice < 0.6) {
    // Now and then all that the curve still takes.
    const offered = dice > 0.57 ? 100_000n * WEI : part(3_000n * WEI, random);
    return app.pool === null ? buy(app, trader, offered) : swap(app, trader, 'buy', offered);
  }
  const [seller, amount] = holding(app, random) ?? [];
  if (seller === undefined || amount === undefined) return null;
  return app.pool === null ? sell(app, seller, amount) : swap(app, seller, 'sell', amount);
}

function send(app: ModelApp, random: () => number): Change | null {
  const [from, some] = holding(app, random) ?? [];
  if (from === undefined || some === undefined) return null;
  const amount = random() < 0.3 ? (app.held.get(from) ?? 0n) : some;
  const to = random() < 0.05 ? DEAD : wallet(random);
  return { app: move(app, from, to, amount), logs: [transferLog(app.token, from, to, amount)] };
}

export function buy(app: ModelApp, trader: Hex, offered: bigint): Change | null {
  const remaining = CONSTANTS.GRADUATION_THRESHOLD - app.raised;
  const most = ceilDiv(remaining * BPS, BPS - CONSTANTS.FEE_BPS);
  const paid = offered < most ? offered : most;
  const fee = ceilDiv(paid * CONSTANTS.FEE_BPS, BPS);
  const net = paid - fee;
  const out = (app.tokens * net) / (app.platform + net);
  if (out === 0n) return null;
  const reserves = { platform: app.platform + net, tokens: app.tokens - out, raised: app.raised + net };
  const after = { ...move(app, LAUNCHPAD, trader, out), ...reserves };
  const logs = [
    transferLog(PLATFORM, trader, LAUNCHPAD, paid),
    transferLog(app.token, LAUNCHPAD, trader, out),
    curveLog(TOPICS.bought, after, trader, [paid, fee, out]),
  ];
  if (after.raised < CONSTANTS.GRADUATION_THRESHOLD) return { app: after, logs };
  const graduated = graduate(after);
  return { app: graduated.app, logs: [...logs, ...graduated.logs] };
}

export function sell(app: ModelApp, trader: Hex, amount: bigint): Change | null {
  const gross = (app.platform * amount) / (app.tokens + amount);
  const fee = ceilDiv(gross * CONSTANTS.FEE_BPS, BPS);
  if (gross <= fee || gross > app.raised) return null;
  const reserves = {
    platform: app.platform - gross,
    tokens: app.tokens + amount,
    raised: app.raised - gross,
  };
  const after = { ...move(app, trader, LAUNCHPAD, amount), ...reserves };
  return {
    app: after,
    logs: [
      transferLog(app.token, trader, LAUNCHPAD, amount),
      transferLog(PLATFORM, LAUNCHPAD, trader, gross - fee),
      curveLog(TOPICS.sold, after, trader, [gross, fee, amount]),
    ],
  };
}

/** The first liquidity of a pair that nobody touched before. */
function graduate(app: ModelApp): Change {
  const pair = addressOf(`pair ${app.token}`);
  const { raised } = app;
  const tokens = app.held.get(LAUNCHPAD) ?? 0n;
  const pool = { pair, platform: raised, tokens };
  const after = { ...move(app, LAUNCHPAD, pair, tokens), raised: 0n, pool };
  return {
    app: after,
    logs: [
      transferLog(PLATFORM, LAUNCHPAD, pair, raised),
      transferLog(app.token, LAUNCHPAD, pair, tokens),
      transferLog(pair, ZERO, ZERO, 1_000n),
      transferLog(pair, ZERO, DEAD, WEI),
      syncLog(app.token, pool),
      {
        address: LAUNCHPAD,
        topics: [TOPICS.graduated, padded(app.token)],
        data: wordsOf(BigInt(pair), raised, tokens),
      },
    ],
  };
}

export function swap(app: ModelApp, trader: Hex, side: 'buy' | 'sell', amount: bigint): Change | null {
  const { pool } = app;
  if (pool === null || amount === 0n) return null;
  const [reserveIn, reserveOut] =
    side === 'buy' ? [pool.platform, pool.tokens] : [pool.tokens, pool.platform];
  const withFee = amount * 997n;
  const out = (withFee * reserveOut) / (reserveIn * 1_000n + withFee);
  if (out === 0n) return null;
  const { pair } = pool;
  const after =
    side === 'buy'
      ? { pair, platform: pool.platform + amount, tokens: pool.tokens - out }
      : { pair, platform: pool.platform - out, tokens: pool.tokens + amount };
  const moved = side === 'buy' ? move(app, pair, trader, out) : move(app, trader, pair, amount);
  const [sold, bought] = side === 'buy' ? [PLATFORM, app.token] : [app.token, PLATFORM];
  const isSoldFirst = BigInt(sold) < BigInt(bought);
  const amounts = isSoldFirst ? [amount, 0n, 0n, out] : [0n, amount, out, 0n];
  return {
    app: { ...moved, pool: after },
    logs: [
      transferLog(sold, trader, pair, amount),
      transferLog(bought, pair, trader, out),
      syncLog(app.token, after),
      { address: pair, topics: [TOPICS.swap, padded(ROUTER), padded(trader)], data: wordsOf(...amounts) },
    ],
  };
}

export function move(app: ModelApp, from: Hex, to: Hex, amount: bigint): ModelApp {
  const held = new Map(app.held);
  held.set(from, (held.get(from) ?? 0n) - amount);
  held.set(to, (held.get(to) ?? 0n) + amount);
  for (const address of [from, to]) if (held.get(address) === 0n) held.delete(address);
  return { ...app, held };
}

/** A wallet that holds some, and a part of it; null when nobody does. */
function holding(app: ModelApp, random: () => number): readonly [Hex, bigint] | null {
  const markets: readonly (Hex | undefined)[] = [LAUNCHPAD, DEAD, app.pool?.pair];
  const holders = [...app.held].filter(([address]) => !markets.includes(address));
  const [holder, held] = holders[Math.floor(random() * holders.length)] ?? [];
  return holder === undefined || held === undefined ? null : [holder, part(held, random) || held];
}

const part = (amount: bigint, random: () => number): bigint =>
  (amount * BigInt(1 + Math.floor(random() * 900))) / 1_000n;

export function transferLog(token: Hex, from: Hex, to: Hex, amount: bigint): EmittedLog {
  return { address: token, topics: [TOPICS.transfer, padded(from), padded(to)], data: wordsOf(amount) };
}

function curveLog(topic: Hex, app: ModelApp, trader: Hex, amounts: readonly bigint[]): EmittedLog {
  const data = wordsOf(...amounts, app.platform, app.tokens);
  return { address: LAUNCHPAD, topics: [topic, padded(app.token), padded(trader)], data };
}

export function syncLog(token: Hex, { pair, platform, tokens }: NonNullable<ModelApp['pool']>): EmittedLog {
  const reserves = isPlatformFirst(token) ? [platform, tokens] : [tokens, platform];
  return { address: pair, topics: [TOPICS.sync], data: wordsOf(...reserves) };
}
