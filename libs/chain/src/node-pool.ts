import { setTimeout as delay } from 'node:timers/promises';
import { toHeader, type BlockHeader } from './block-header.js';
import { JsonRpcEndpoint, type EndpointOptions } from './json-rpc-endpoint.js';
import {
  InconsistentNodeError,
  NodeError,
  NodeUnavailableError,
  ThrottledError,
  WrongChainError,
} from './node-error.js';
import type { RpcCall } from './classify-refusal.js';

export interface PoolOptions extends EndpointOptions {
  /** Longest time from a request to its response, and for each 4 MiB of it, in milliseconds. */
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
  /** Left alone until then in any case: it said so. */
  restUntil: number;
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

/** A question waits for nodes that want to be left alone no longer than that: its asker hears how long it is. */
const MAX_WAIT_MS = 5_000;

/**
 * What was throttled, came in part or is not there yet is asked again after this share of the usual wait, then so many times that;
 * sooner by the share that came.
 */
const THROTTLED_WAIT = 0.1;
const THROTTLED_GROWTH = 5;

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
  /** Of a refresh that nobody waited for: the next question fails with it. */
  private refreshFailure: Error | null = null;

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
      restUntil: 0,
    }));
  }

  /** The newest block, as a node near the highest head gives it. @throws WrongChainError on another chain */
  async latest(): Promise<BlockHeader> {
    if (this.refreshFailure !== null) {
      const failure = this.refreshFailure;
      this.refreshFailure = null;
      throw failure;
    }
    if (this.highest() < 0) await this.refresh(this.members);
    else if (!this.isRefreshing && Date.now() - this.refreshedAt > REFRESH_MS) {
      const used = this.choose(this.highest() - TOLERATED_LAG_BLOCKS);
      // Not waited for: a node that hangs must not hold up the one that works.
      this.refresh(this.members.filter((member) => member !== used)).catch((error: unknown) => {
        this.refreshFailure = error instanceof Error ? error : new Error(String(error));
      });
    }
    const results = new Map<Member, unknown[]>();
    return this.withRetries(
      () => this.highest() - TOLERATED_LAG_BLOCKS,
      (member) => this.askLatest(member, results),
    );
  }

  /**
   * Results of calls about blocks up to one, in the order asked. What came is kept: only calls without a result are asked
   * again, of other nodes too. Null is no result: one address may have several nodes behind it, and some are behind the others.
   * @param parse a result of the call at a place; what it throws as NodeError is the node's, and others are asked
   * @throws NodeError if all tries failed
   */
  async ask<T = unknown>(
    calls: readonly RpcCall[],
    upTo: number,
    parse: (result: unknown, place: number) => T = (result) => result as T,
  ): Promise<T[]> {
    const results = new Array<T>(calls.length);
    let open = Array.from(calls.keys());
    await this.withRetries(
      () => upTo,
      async ({ endpoint }) => {
        const asked = open.map((i) => calls[i]).filter((call) => call !== undefined);
        const outcomes = await endpoint.outcomes(asked, this.options.timeoutMs);
        const errors: NodeError[] = [];
        open = open.filter((i, j) => {
          const outcome = outcomes[j];
          if (outcome === undefined) return true;
          try {
            if ('error' in outcome) throw outcome.error;
            if (outcome.result === null) throw nothingFor(asked[j]);
            results[i] = parse(outcome.result, i);
            return false;
          } catch (error) {
            if (!(error instanceof NodeError)) throw error;
            errors.push(error);
            return true;
          }
        });
        if (open.length > 0) throw gravest(errors);
      },
      () => open.length,
    );
    return results;
  }

  /**
   * What each of several nodes that have a block says to calls, of the most so many; those that fail are left out.
   * @param parse the results of one node; when it throws a NodeError that node has failed
   */
  async askSeveral<T>(
    calls: readonly RpcCall[],
    upTo: number,
    most: number,
    parse: (results: readonly unknown[]) => T,
  ): Promise<T[]> {
    const having = this.members.filter(({ head, restUntil }) => head >= upTo && restUntil <= Date.now());
    const ofNodes = await Promise.all(
      having.slice(0, most).map(async ({ endpoint }) => {
        try {
          return [parse(await endpoint.callAll(calls, this.options.timeoutMs))];
        } catch (error) {
          if (error instanceof NodeError) return [];
          throw error;
        }
      }),
    );
    return ofNodes.flat();
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

  /** @param left how much is still to be asked for: while that gets less, it is no try in vain */
  private async withRetries<T>(
    needed: () => number,
    work: (member: Member) => Promise<T>,
    left: () => number = () => 1,
  ): Promise<T> {
    const { attempts, retryMs, signal } = this.options;
    const tried = new Set<Member>();
    for (let attempt = 1; ; attempt += 1) {
      const member = this.choose(needed(), tried);
      const before = left();
      try {
        if (member === null) throw new NodeUnavailableError(`no node has block ${needed()}`);
        await this.rest(member);
        const result = await work(member);
        member.failures = 0;
        this.used.add(member);
        return result;
      } catch (error) {
        if (!(error instanceof NodeError) || ['smaller', 'none'].includes(error.remedy)) throw error;
        const after = left();
        const hasProgressed = after < before;
        if (member !== null) {
          if (hasProgressed) this.used.add(member);
          tried.add(member);
          coolDown(member, error, hasProgressed);
        }
        if (hasProgressed) {
          attempt = 0;
          if (error.remedy === 'later') tried.clear();
        }
        const isHopeless =
          ['operator', 'elsewhere'].includes(error.remedy) && tried.size === this.members.length;
        if (attempt === attempts || isHopeless || this.allRest(needed()) || signal?.aborted === true)
          throw error;
        if (member === null) await this.refresh(this.members);
        if (hasProgressed || this.members.every((one) => tried.has(one) || one.head < needed())) {
          const isShort =
            hasProgressed || error instanceof ThrottledError || error instanceof InconsistentNodeError;
          const wait = isShort
            ? THROTTLED_WAIT * THROTTLED_GROWTH ** Math.max(0, attempt - 1) * (after / before)
            : 2 ** (attempt - 1);
          await this.pause(retryMs * wait * (0.5 + Math.random() / 2), error);
        }
      }
    }
  }

  /** Waits until a node may be asked. @throws NodeUnavailableError when that is too long to wait for */
  private async rest({ restUntil }: Member): Promise<void> {
    const waitMs = restUntil - Date.now();
    if (waitMs <= 0) return;
    const left = `the node wants to be left alone for ${Math.ceil(waitMs / 1_000)} s`;
    const error = new ThrottledError(left, waitMs);
    if (waitMs > MAX_WAIT_MS) throw error;
    await this.pause(waitMs, error);
  }

  /** @throws the error it waits for when the program ends: as with what was being asked then, a node failed, and nothing is lost */
  private async pause(waitMs: number, error: NodeError): Promise<void> {
    const { signal } = this.options;
    await delay(waitMs, undefined, { ...(signal && { signal }) }).catch(() => {
      throw error;
    });
  }

  /** Whether no node may be asked for longer than a question waits. */
  private allRest(needed: number): boolean {
    const having = this.members.filter(({ head }) => head >= needed);
    return having.length > 0 && having.every(({ restUntil }) => restUntil > Date.now() + MAX_WAIT_MS);
  }

  /** Of the nodes that have the block: untried ones first, then those whose cool-down ended or ends first, then the fastest. */
  private choose(needed: number, tried: ReadonlySet<Member> = new Set()): Member | null {
    const now = Date.now();
    const cost = (member: Member): number =>
      (member.coolDownUntil > now ? 1e9 + member.coolDownUntil - now : 0) +
      (member.restUntil > now ? 1e10 + member.restUntil - now : 0) +
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
        if (member.restUntil > Date.now()) return;
        try {
          await this.askLatest(member);
          member.failures = 0;
        } catch (error) {
          if (!(error instanceof NodeError)) throw error;
          coolDown(member, error, false);
        }
      }),
    ).finally(() => {
      this.isRefreshing = false;
    });
  }

  /** @param kept what came of each node: only what failed is asked again */
  private async askLatest(member: Member, kept = new Map<Member, unknown[]>()): Promise<BlockHeader> {
    const results = kept.get(member) ?? [];
    kept.set(member, results);
    const open = [...LATEST.keys()].filter((i) => !(i in results));
    const asked = open.flatMap((i) => LATEST[i] ?? []);
    const began = performance.now();
    const outcomes = await member.endpoint.outcomes(asked, this.options.timeoutMs);
    for (const [j, i] of open.entries()) {
      const outcome = outcomes[j];
      if (outcome !== undefined && 'result' in outcome) results[i] = outcome.result;
    }
    const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
    if (errors.length > 0) throw gravest(errors);
    const [chainId, block] = results;
    if (typeof chainId !== 'string') throw new NodeUnavailableError('the node does not say its chain id');
    if (Number(chainId) !== this.chainId)
      throw new WrongChainError(`the node is on chain ${Number(chainId)}, CHAIN_ID is ${this.chainId}`);
    if (typeof block !== 'object' || block === null)
      throw new NodeUnavailableError('the node has no latest block');
    const header = toHeader(block);
    const took = performance.now() - began;
    member.latencyMs = member.head < 0 ? took : member.latencyMs + SMOOTHING * (took - member.latencyMs);
    member.head = header.number;
    return header;
  }
}

function nothingFor(call: RpcCall | undefined): NodeError {
  const isBlock = call?.method === 'eth_getBlockByNumber';
  const what = isBlock
    ? `no block ${call.params[0] === 'finalized' ? 'finalized' : Number(call.params[0])}`
    : `nothing for ${String(call?.method)}`;
  return new InconsistentNodeError(`the node has ${what}`);
}

/** The error that decides what is done next: one that is a result, or a smaller question's, before those that pass. */
function gravest(errors: readonly NodeError[]): NodeError {
  const order = ['none', 'smaller', 'operator', 'elsewhere', 'later'];
  const [first] = errors.toSorted((a, b) => order.indexOf(a.remedy) - order.indexOf(b.remedy));
  return first ?? new NodeUnavailableError('a node left calls without a response');
}

function coolDown(member: Member, error: NodeError, hasProgressed: boolean): void {
  if (error instanceof NodeUnavailableError)
    member.restUntil = Math.max(member.restUntil, Date.now() + (error.retryAfterMs ?? 0));
  // One that lacks a method, or old blocks, or served the most of it, is as good as any for the rest.
  if (hasProgressed || error.remedy === 'elsewhere') return;
  member.failures += 1;
  member.coolDownUntil = Date.now() + coolDownMs(member.failures);
  // Whose chain it is has to be seen again before it is asked for anything.
  if (error instanceof WrongChainError) member.head = -1;
}

function coolDownMs(times: number): number {
  return Math.min(COOL_DOWN_MIN_MS * 2 ** Math.min(times - 1, 10), COOL_DOWN_MAX_MS);
}
