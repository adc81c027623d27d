import type { IncomingMessage } from 'node:http';
import { type ClientNetworks } from '../clients/client-networks.js';
import { ApiError } from '../errors/api-error.js';
import { Gate, type OperationCall } from '../gates/gate.js';
import type { LimitClass } from '../operation/operation-facts.js';
import { type CallerWallets } from './caller-wallets.js';
import type { LimitRecord, LimitStore } from './limit-store.js';

/** Requests a minute, by class. */
export type LimitBudgets = Readonly<Record<LimitClass, number>>;

export const WINDOW_SECONDS = 60;

/** All wallets that ask from one network share this many budgets, so that minting wallets lifts nothing. */
const WALLETS_PER_NETWORK = 10;

/** The budget that a request draws on, and where the headers about it go. */
interface Asked {
  readonly name: LimitClass;
  readonly headers: string[];
}

/** One counter that a request was counted by. */
interface Count {
  readonly limit: number;
  readonly record: LimitRecord;
}

/**
 * How often: one budget a class and client, shared by all routes of the class. A client is the wallet of a valid
 * token, else its network; a bad token is as good as none. Refused requests count too.
 */
export class LimitGate extends Gate {
  constructor(
    private readonly store: LimitStore,
    private readonly budgets: LimitBudgets,
    private readonly networks: ClientNetworks,
    private readonly wallets: CallerWallets,
  ) {
    super();
  }

  admit(call: OperationCall): void | Promise<void> {
    const { limit: name } = call.operation;
    const wallet = this.wallets.walletOf(call.request);
    if (wallet === null) return this.admitNetwork(name, call.request, call.headers);
    const budget = this.budgets[name];
    const { limited: network } = this.networks.of(call.request);
    const counts = [
      this.count(name, `wallet:${wallet}`, budget),
      this.count(name, `wallets-of:${network}`, budget * WALLETS_PER_NETWORK),
    ];
    return this.judgeAll({ name, headers: call.headers }, counts);
  }

  /** Counts a request that no operation takes by its address alone: nothing of it is worth checking a token for. */
  admitUnrouted(request: IncomingMessage, headers: string[]): void | Promise<void> {
    return this.admitNetwork('read', request, headers);
  }

  private admitNetwork(name: LimitClass, request: IncomingMessage, headers: string[]): void | Promise<void> {
    const { limited: network } = this.networks.of(request);
    return this.judgeAll({ name, headers }, [this.count(name, `ip:${network}`, this.budgets[name])]);
  }

  /** Waits only for a store that has to be waited for. */
  private judgeAll(asked: Asked, counts: readonly (Count | Promise<Count>)[]): void | Promise<void> {
    const known = counts.flatMap((count) => (count instanceof Promise ? [] : [count]));
    if (known.length < counts.length) return this.judgeLater(asked, counts);
    this.judge(asked, known);
  }

  private async judgeLater(asked: Asked, counts: readonly (Count | Promise<Count>)[]): Promise<void> {
    this.judge(asked, await Promise.all(counts.map(async (count) => await count)));
  }

  private count(name: LimitClass, client: string, limit: number): Count | Promise<Count> {
    const record = this.store.increment(`${name}:${client}`, WINDOW_SECONDS * 1_000, limit, 0, name);
    return record instanceof Promise ? record.then((known) => ({ limit, record: known })) : { limit, record };
  }

  /** Tells the client about the counter that has least left for it, and refuses when that is less than nothing. */
  private judge({ name, headers }: Asked, counts: readonly Count[]): void {
    const { limit, record } = counts.reduce((a, b) => (isTighter(b, a) ? b : a));
    const remaining = Math.max(0, limit - record.totalHits);
    headers.push(
      'RateLimit-Policy',
      `"${name}";q=${this.budgets[name]};w=${WINDOW_SECONDS}`,
      'RateLimit',
      `"${name}";r=${Math.min(remaining, this.budgets[name])};t=${record.timeToExpire}`,
    );
    if (!record.isBlocked) return;
    const retryAfterSeconds = record.timeToBlockExpire;
    throw new ApiError('rate_limited', {
      headers: { 'Retry-After': String(retryAfterSeconds) },
      details: {
        limitClass: name,
        limit: this.budgets[name],
        windowSeconds: WINDOW_SECONDS,
        retryAfterSeconds,
      },
    });
  }
}

/** Of two that refuse, the one that does so for longer. */
function isTighter(a: Count, b: Count): boolean {
  if (a.record.isBlocked && b.record.isBlocked)
    return a.record.timeToBlockExpire > b.record.timeToBlockExpire;
  return a.limit - a.record.totalHits < b.limit - b.record.totalHits;
}
