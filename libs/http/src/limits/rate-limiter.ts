import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Address } from '@slipway/domain';
import { Settings } from '@slipway/settings';
import { ClientNetworks } from '../clients/client-networks.js';
import { ApiError } from '../errors/api-error.js';
import type { LimitClass } from '../operation/operation-metadata.js';
import { BuilderKeys, type Builder } from './builder-keys.js';
import type { LimitRecord } from './limit-store.js';
import { LimitStores } from './limit-stores.js';
import { RateLimitIdentity } from './rate-limit-identity.js';

export const WINDOW_SECONDS = 60;

/** All wallets that ask from one network share this many budgets, so that minting wallets lifts nothing. */
const WALLETS_PER_NETWORK = 10;

/** A budget, and what of it is counted apart. */
export interface RateLimit {
  /** The name in the `RateLimit` headers. */
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Requests of one client with the same scope share a counter. */
  readonly scope: string;
}

/** What a count came to. */
export interface RateLimitVerdict {
  /** Flat names and values for the response, whatever it will be. */
  readonly headers: readonly string[];
  /** Null when the request may go on. */
  readonly refusal: ApiError | null;
}

interface Count {
  readonly limit: number;
  readonly record: LimitRecord;
}

/** Who asks: what the counters of a request are named by, and how far they go. */
interface Client {
  readonly wallet: Address | null;
  readonly builder: Builder | null;
  /** The network that it asks from. */
  readonly network: string;
  /** Why its key is refused; null for a good key, or none. */
  readonly refusal: ApiError | null;
}

/**
 * How often a client may ask: one budget a class and client, shared by all routes of the class. A client is the wallet
 * of a valid token, else the builder of a valid key, else its network; a bad token is as good as none. Refused requests count too.
 */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly stores: LimitStores,
    private readonly settings: Settings,
    private readonly networks: ClientNetworks,
    private readonly identity: RateLimitIdentity,
    private readonly builders: BuilderKeys,
  ) {}

  /** The budget that all routes of a class share. */
  limitOf(name: LimitClass): RateLimit {
    const { rateLimitReadPerMinute, rateLimitHeavyPerMinute } = this.settings;
    const limit = name === 'read' ? rateLimitReadPerMinute : rateLimitHeavyPerMinute;
    return { name, limit, windowMs: WINDOW_SECONDS * 1_000, scope: name };
  }

  /** Who asks, as a counter's key names it. */
  trackerOf(request: IncomingMessage): string {
    return trackerOf(this.clientOf(request));
  }

  /** Counts a request, as so many hits. @returns a promise only when the store must be waited for */
  count(
    request: IncomingMessage,
    limit: RateLimit,
    { key, hits = 1 }: { readonly key?: string; readonly hits?: number } = {},
  ): RateLimitVerdict | Promise<RateLimitVerdict> {
    const client = this.clientOf(request);
    const own = this.ownLimit(limit, client);
    const counters = [{ key: key ?? `${limit.scope}:${trackerOf(client)}`, most: own }];
    const shared = sharedCounter(client, limit, this.builderLimit(limit, client));
    if (shared !== null) counters.push({ key: `${limit.scope}:${shared.key}`, most: shared.limit });
    const counts = counters.flatMap(({ key: counter, most }) =>
      Array.from({ length: hits }, () => this.increment(limit, counter, most)),
    );
    return checkCounts({ ...limit, limit: own }, counts, client.refusal);
  }

  /** Counts a request that no operation takes by its address alone: nothing of it is worth checking a token for. */
  countAddress(request: IncomingMessage): RateLimitVerdict | Promise<RateLimitVerdict> {
    const limit = this.limitOf('read');
    const key = `${limit.scope}:ip:${this.networks.of(request).limited}`;
    return checkCounts(limit, [this.increment(limit, key, limit.limit)], null);
  }

  private clientOf(request: IncomingMessage): Client {
    const network = this.networks.of(request).limited;
    try {
      return {
        wallet: this.identity.walletOf(request),
        builder: this.builders.ofRequest(request),
        network,
        refusal: null,
      };
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      // What a wrong key asks for counts against its address alone.
      return { wallet: null, builder: null, network, refusal };
    }
  }

  /** What the client's own counter goes up to. A wallet's is its own, whichever key it comes with. */
  private ownLimit(limit: RateLimit, client: Client): number {
    return client.wallet === null ? this.builderLimit(limit, client) : limit.limit;
  }

  /** A route with a limit of its own has it for builders too. */
  private builderLimit({ name, scope, limit }: RateLimit, { builder }: Client): number {
    return builder === null || scope !== name ? limit : builder.limits[name as LimitClass];
  }

  private increment({ name, windowMs }: RateLimit, key: string, limit: number): Count | Promise<Count> {
    const record = this.stores.store.increment(key, windowMs, limit, 0, name);
    return record instanceof Promise ? record.then((known) => ({ limit, record: known })) : { limit, record };
  }
}

function trackerOf({ wallet, builder, network }: Client): string {
  if (wallet !== null) return `wallet:${wallet}`;
  return builder === null ? `ip:${network}` : `key:${builder.name}`;
}

/** What a client shares with others: wallets their network or key, the addresses of a key what one of them may use of it. */
function sharedCounter(
  { wallet, builder, network }: Client,
  { limit }: RateLimit,
  builderLimit: number,
): { readonly key: string; readonly limit: number } | null {
  const source = builder === null ? network : `key:${builder.name}`;
  if (wallet !== null) return { key: `wallets-of:${source}`, limit: builderLimit * WALLETS_PER_NETWORK };
  if (builder === null || builder.isServer) return null;
  return { key: `${source}:ip:${network}`, limit };
}

/** Waits only for counts that have to be waited for. */
function checkCounts(
  limit: RateLimit,
  counts: readonly (Count | Promise<Count>)[],
  refusal: ApiError | null,
): RateLimitVerdict | Promise<RateLimitVerdict> {
  const known = counts.flatMap((count) => (count instanceof Promise ? [] : [count]));
  if (known.length === counts.length) return toVerdict(limit, known, refusal);
  return Promise.all(counts.map(async (count) => await count)).then((all) => toVerdict(limit, all, refusal));
}

/** Tells the client about the counter that has least left for it, and refuses when that is less than nothing. */
function toVerdict(
  { name, limit: own, windowMs }: RateLimit,
  counts: readonly Count[],
  keyRefusal: ApiError | null,
): RateLimitVerdict {
  const { limit, record } = counts.reduce((a, b) => (isTighter(b, a) ? b : a));
  const quota = Math.min(own, limit);
  const remaining = Math.min(Math.max(0, limit - record.totalHits), quota);
  const windowSeconds = windowMs / 1_000;
  const headers = [
    'RateLimit-Policy',
    `"${name}";q=${quota};w=${windowSeconds}`,
    'RateLimit',
    `"${name}";r=${remaining};t=${record.timeToExpire}`,
  ];
  if (!record.isBlocked) return { headers, refusal: keyRefusal };
  const retryAfterSeconds = record.timeToBlockExpire;
  const refusal = new ApiError('rate_limited', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    details: { limitClass: name, limit: quota, windowSeconds, retryAfterSeconds },
  });
  return { headers, refusal };
}

/** Of two that refuse, the one that does so for longer. */
function isTighter(a: Count, b: Count): boolean {
  if (a.record.isBlocked && b.record.isBlocked)
    return a.record.timeToBlockExpire > b.record.timeToBlockExpire;
  return a.limit - a.record.totalHits < b.limit - b.record.totalHits;
}
