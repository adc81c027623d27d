import { setTimeout as delay } from 'node:timers/promises';
import { JsonRpcEndpoint, type EndpointOptions } from './json-rpc-endpoint.js';
import { NodeError, NodeUnavailableError, WrongChainError } from './node-error.js';
import type { RpcCall } from './rpc-failure.js';

export interface PoolOptions extends EndpointOptions {
  /** Longest time from a request to the last byte of its response, in milliseconds. */
  readonly timeoutMs: number;
  /** Tries of one question, all nodes taken together. */
  readonly attempts: number;
  /** Wait before a node is asked the same again; doubled each time, with jitter. */
  readonly retryMs: number;
}

interface Member {
  readonly endpoint: JsonRpcEndpoint;
  /** Height of its newest block, as last announced; -1 before it said. */
  head: number;
  /** Moving average of how long it takes to tell its newest block. */
  latencyMs: number;
  failures: number;
  /** Responses that did not fit together, since the last that was proved. */
  contradictions: number;
  /** Left alone until then, when there are others. */
  coolDownUntil: number;
}

const LATEST: readonly RpcCall[] = [
  { method: 'eth_chainId', params: [] },
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
];

const COOL_DOWN_MIN_MS = 500;
const COOL_DOWN_MAX_MS = 30_000;

/** How often the nodes that are not in use are asked for their newest block. */
const REFRESH_MS = 1_000;

/** So far behind the highest, a node may still be the one that is followed: the network itself takes as long. */
const TOLERATED_LAG_BLOCKS = 1;

const SMOOTHING = 0.2;

/**
 * Several nodes of one chain as one. Each question goes to the fastest healthy node that has its blocks, and to the next
 * one when it fails. A node whose newest block is below them is never asked: it would say "no logs".
 */
export class NodePool {
  private readonly members: readonly Member[];
  /** Whose responses have not been proved yet, nor found to contradict each other. */
  private readonly used = new Set<Member>();
  private refreshedAt = 0;
  private isRefreshing = false;

  constructor(
    urls: readonly string[],
    private readonly chainId: number,
    private readonly options: PoolOptions,
  ) {
    this.members = urls.map((url) => ({
      endpoint: new JsonRpcEndpoint(url, options),
      head: -1,
      latencyMs: 0,
      failures: 0,
      contradictions: 0,
      coolDownUntil: 0,
    }));
  }

  /** The newest block, as a node near the highest head gives it. @throws WrongChainError on another chain */
  async latest(): Promise<Record<string, unknown>> {
    if (this.highest() < 0) await this.refresh(this.members);
    else if (!this.isRefreshing && Date.now() - this.refreshedAt > REFRESH_MS) {
      const used = this.choose(this.highest() - TOLERATED_LAG_BLOCKS);
      // Not waited for: a node that hangs must not hold up the one that works.
      void this.refresh(this.members.filter((member) => member !== used));
    }
    return this.withRetries(
      () => this.highest() - TOLERATED_LAG_BLOCKS,
      (member) => this.askLatest(member),
    );
  }

  /** Results of calls about blocks up to one, in the order asked, all from one node. @throws NodeError if all tries failed */
  ask(calls: readonly RpcCall[], upTo: number): Promise<unknown[]> {
    return this.withRetries(
      () => upTo,
      ({ endpoint }) => endpoint.callAll(calls, this.options.timeoutMs),
    );
  }

  /** What the nodes in use said does not fit together: others are asked first, each time for longer. */
  penalise(): void {
    for (const member of this.used) {
      member.contradictions += 1;
      member.coolDownUntil = Date.now() + coolDownMs(member.contradictions);
    }
    this.used.clear();
  }

  /** What the nodes in use said has been proved. */
  trust(): void {
    for (const member of this.used) member.contradictions = 0;
    this.used.clear();
  }

  private async withRetries<T>(needed: () => number, work: (member: Member) => Promise<T>): Promise<T> {
    const { attempts, retryMs, signal } = this.options;
    const tried = new Set<Member>();
    for (let attempt = 1; ; attempt += 1) {
      const member = this.choose(needed(), tried);
      try {
        if (member === null) throw new NodeUnavailableError(`no node has block ${needed()}`);
        tried.add(member);
        const result = await work(member);
        member.failures = 0;
        this.used.add(member);
        return result;
      } catch (error) {
        if (!(error instanceof NodeError) || ['smaller', 'none'].includes(error.remedy)) throw error;
        if (member !== null) coolDown(member, error);
        const isHopeless = error.remedy === 'operator' && tried.size === this.members.length;
        if (attempt === attempts || isHopeless || signal?.aborted === true) throw error;
        if (member === null) await this.refresh(this.members);
        if (this.members.every((one) => tried.has(one) || one.head < needed())) {
          const askedFor = error instanceof NodeUnavailableError ? (error.retryAfterMs ?? 0) : 0;
          const wait = Math.max(retryMs * 2 ** (attempt - 1), Math.min(askedFor, COOL_DOWN_MAX_MS));
          await delay(wait * (0.5 + Math.random() / 2), undefined, { ...(signal && { signal }) });
        }
      }
    }
  }

  /** Of the nodes that have the block: untried ones first, then those whose cool-down ended or ends first, then the fastest. */
  private choose(needed: number, tried: ReadonlySet<Member> = new Set()): Member | null {
    const now = Date.now();
    const cost = (member: Member): number =>
      (member.coolDownUntil > now ? 1e9 + member.coolDownUntil - now : 0) +
      (tried.has(member) ? 1e12 : 0) +
      member.latencyMs;
    let best: Member | null = null;
    for (const member of this.members) {
      if (member.head < needed) continue;
      if (best === null || cost(member) < cost(best)) best = member;
    }
    return best;
  }

  /** Of the nodes that are not left alone: one that made up its height must not keep the others from being asked. */
  private highest(): number {
    const now = Date.now();
    const healthy = this.members.filter(({ coolDownUntil, head }) => coolDownUntil <= now && head >= 0);
    return Math.max(...(healthy.length > 0 ? healthy : this.members).map(({ head }) => head));
  }

  private async refresh(members: readonly Member[]): Promise<void> {
    this.refreshedAt = Date.now();
    this.isRefreshing = true;
    await Promise.all(
      members.map(async (member) => {
        try {
          await this.askLatest(member);
          member.failures = 0;
        } catch (error) {
          if (!(error instanceof NodeError)) throw error;
          coolDown(member, error);
        }
      }),
    ).finally(() => {
      this.isRefreshing = false;
    });
  }

  private async askLatest(member: Member): Promise<Record<string, unknown>> {
    const began = performance.now();
    const [chainId, block] = await member.endpoint.callAll(LATEST, this.options.timeoutMs);
    if (typeof chainId !== 'string') throw new NodeUnavailableError('the node does not say its chain id');
    if (Number(chainId) !== this.chainId)
      throw new WrongChainError(`the node is on chain ${Number(chainId)}, CHAIN_ID is ${this.chainId}`);
    if (typeof block !== 'object' || block === null)
      throw new NodeUnavailableError('the node has no latest block');
    const { number: height } = block as { number?: unknown };
    const number = typeof height === 'string' ? Number(height) : Number.NaN;
    if (!Number.isSafeInteger(number)) throw new NodeUnavailableError('the latest block has no number');
    const took = performance.now() - began;
    member.latencyMs = member.head < 0 ? took : member.latencyMs + SMOOTHING * (took - member.latencyMs);
    member.head = number;
    return block as Record<string, unknown>;
  }
}

function coolDown(member: Member, error: NodeError): void {
  member.failures += 1;
  const asked = error instanceof NodeUnavailableError ? (error.retryAfterMs ?? 0) : 0;
  const waitMs = Math.min(Math.max(asked, coolDownMs(member.failures)), COOL_DOWN_MAX_MS);
  member.coolDownUntil = Date.now() + waitMs;
  // Whose chain it is has to be seen again before it is asked for anything.
  if (error instanceof WrongChainError) member.head = -1;
}

function coolDownMs(times: number): number {
  return Math.min(COOL_DOWN_MIN_MS * 2 ** Math.min(times - 1, 10), COOL_DOWN_MAX_MS);
}
