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
    const budget = this.budgets[name];
    const { limited: network } = this.networks.of(call.request);
    const wallet = this.wallets.walletOf(call.request);
    if (wallet === null) {
      const count = this.count(name, `ip:${network}`, budget);
      return this.judgeAll(call, [count]);
    }
    const counts = [
      this.count(name, `wallet:${wallet}`, budget),
      this.count(name, `wallets-of:${network}`, budget * WALLETS_PER_NETWORK),
    ];
    return this.judgeAll(call, counts);
  }

  /** Waits only for a store that has to be waited for. */
  private judgeAll(call: OperationCall, counts: readonly (Count | Promise<Count>)[]): void | Promise<void> {
    const known = counts.flatMap((count) => (count instanceof Promise ? [] : [count]));
    if (known.length < counts.length) return this.judgeLater(call, counts);
    this.judge(call, known);
  }

  private async judgeLater(call: OperationCall, counts: readonly (Count | Promise<Count>)[]): Promise<void> {
    this.judge(call, await Promise.all(counts.map(async (count) => await count)));
  }

  private count(name: LimitClass, client: string, limit: number): Count | Promise<Count> {
    const record = this.store.increment(`${name}:${client}`, WINDOW_SECONDS * 1_000, limit, 0, name);
    return record instanceof Promise ? record.then((known) => ({ limit, record: known })) : { limit, record };
  }

  /** Tells the client about the counter that has least left for it, and refuses when that is less than nothing. */
  private judge({ operation, headers }: OperationCall, counts: readonly Count[]): void {
    const { limit, record } = counts.reduce((a, b) => (isTighter(b, a) ? b : a));
    const name = operation.limit;
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
