import type { Hex } from 'viem';
import {
  DEAD,
  LAUNCHPAD,
  LogReader,
  PLATFORM,
  ZERO,
  type Launched,
  type Moved,
  type RawBlock,
  type RawTransaction,
} from './raw-logs.js';
import { isAfter } from './recount-round-trips.js';
import { whoFunded, type Funding } from './who-funded.js';
import { whoTraded, type Dealing } from './who-traded.js';

/** What a chain says of an app. */
export interface AppFacts {
  readonly launched: Launched;
  /** Trades, and wallets' parts of those of several. */
  readonly dealings: Dealing[];
  /** Each by who has the largest part. */
  readonly trades: Dealing[];
  /** Platform tokens of all trades, and what there is of the app. */
  traded: bigint;
  supply: bigint;
  readonly held: Map<Hex, bigint>;
  /** Whom the creator gave some, where the app was not traded. */
  readonly given: Funding[];
  pair: Hex | null;
  /** Of LP tokens, since the graduation's transaction. */
  readonly liquidity: Moved[];
}

/** Reads a whole chain, from its raw logs. */
export class RecountChain {
  readonly apps = new Map<Hex, AppFacts>();
  private readonly appOfPair = new Map<Hex, AppFacts>();
  private readonly byFunder = new Map<Hex, Funding[]>();
  private readonly byFunded = new Map<Hex, Set<Hex>>();

  /** @param distributors of rewards that are known */
  constructor(
    readonly blocks: readonly RawBlock[],
    readonly distributors: readonly Hex[] = [],
  ) {
    const reader = new LogReader();
    for (const block of blocks) {
      const transactions = reader.read(block);
      // A pair is a market in all of the block in which its app graduates.
      for (const { launched, graduated } of transactions) {
        for (const launch of launched) this.apps.set(launch.token, emptyFacts(launch));
        for (const { token, pair } of graduated) {
          const facts = this.apps.get(token)!;
          facts.pair = pair;
          this.appOfPair.set(pair, facts);
        }
      }
      for (const transaction of transactions) this.take(transaction);
    }
  }

  /** Neither a market, nor a burn address. */
  private keepsPositions(address: Hex): boolean {
    return address !== LAUNCHPAD && address !== ZERO && address !== DEAD && !this.appOfPair.has(address);
  }

  isWallet(address: Hex): boolean {
    return (
      this.keepsPositions(address) &&
      address !== PLATFORM &&
      !this.apps.has(address) &&
      !this.distributors.includes(address)
    );
  }

  /** All that a wallet funded, in the chain's order. */
  fundingsOf(funder: Hex): readonly Funding[] {
    return this.byFunder.get(funder) ?? [];
  }

  /** Whoever funded one of some wallets. */
  fundersOf(wallets: Iterable<Hex>): ReadonlySet<Hex> {
    return new Set([...wallets].flatMap((wallet) => [...(this.byFunded.get(wallet) ?? [])]));
  }

  hasFunded(funder: Hex, funded: Hex, before: Dealing): boolean {
    return this.fundingsOf(funder).some((one) => one.funded === funded && isAfter(before, one));
  }

  private take({ moved, traded }: RawTransaction): void {
    const traders = new Set<Hex>();
    const ofToken = new Map<Hex, Moved[]>();
    for (const one of moved) ofToken.set(one.token, [...(ofToken.get(one.token) ?? []), one]);
    for (const [token, own] of ofToken) {
      const facts = this.apps.get(token);
      if (facts !== undefined) {
        const trades = traded.filter((trade) => trade.token === token);
        const dealt = whoTraded(trades, own, (address) => this.keepsPositions(address));
        for (const { wallet } of dealt.dealings) traders.add(wallet);
        facts.dealings.push(...dealt.dealings);
        facts.trades.push(...dealt.trades);
        for (const { platform } of trades) facts.traded += platform;
        takeTransfers(facts, own);
        const gifts = trades.length > 0 ? [] : whoFunded(own, new Set(), (address) => this.isWallet(address));
        facts.given.push(...gifts.filter(({ funder }) => funder === facts.launched.creator));
      }
      this.appOfPair.get(token)?.liquidity.push(...own);
    }
    const fundings = whoFunded(ofToken.get(PLATFORM) ?? [], traders, (address) => this.isWallet(address));
    for (const funding of fundings) {
      const known = this.byFunder.get(funding.funder);
      if (known === undefined) this.byFunder.set(funding.funder, [funding]);
      else known.push(funding);
      const funders = this.byFunded.get(funding.funded) ?? new Set();
      this.byFunded.set(funding.funded, funders.add(funding.funder));
    }
  }
}

function emptyFacts(launched: Launched): AppFacts {
  return {
    launched,
    dealings: [],
    trades: [],
    traded: 0n,
    supply: 0n,
    held: new Map(),
    given: [],
    pair: null,
    liquidity: [],
  };
}

function takeTransfers(facts: AppFacts, moved: readonly Moved[]): void {
  const { held } = facts;
  for (const { from, to, value } of moved) {
    if (from === ZERO) facts.supply += value;
    else held.set(from, (held.get(from) ?? 0n) - value);
    if (to === ZERO) facts.supply -= value;
    else held.set(to, (held.get(to) ?? 0n) + value);
  }
}
