import type { ClientBase } from 'pg';
import { RangeTooLargeError, type ChainEvent, type ChainNode, type Deployment, type EventName } from '#chain';
import type { Address, Clock } from '#values';
import { fetchBatch } from './ingest/fetch-batch.js';
import { findAncestor } from './ingest/find-ancestor.js';
import { followDistributors } from './ingest/follow-distributors.js';
import { RangeSize } from './ingest/range-size.js';
import { writeBatch } from './ingest/write-batch.js';
import { bindDeployment } from './store/deployment.js';
import { confirmLevel } from './store/move-head.js';
import { listHashes, readState, type IndexState } from './store/read-state.js';
import { listUnknownRoots, type UnknownRoot } from './store/reward-facts.js';
import { rollBack, startOver } from './store/roll-back.js';
import { inTransaction } from './store/transaction.js';

export interface IndexerOptions {
  /** First block to read: the launchpad's, or earlier. */
  readonly startBlock: number;
  /** Blocks deeper than this below the node's newest are final. */
  readonly finalityBlocks: number;
  /** Most blocks to read at once. */
  readonly maxRange: number;
  /** A local chain may lose any number of blocks, and is then followed to wherever it is. */
  readonly local: boolean;
}

/** The node's chain left a block that was final: going on would rewrite what was promised never to change. */
export class FinalityViolationError extends Error {
  override readonly name = 'FinalityViolationError';
}

/** What one step did: `advanced`, `followed` and `rolled-back` ask for the next one at once. */
export type Step =
  | {
      readonly kind: 'advanced';
      readonly block: number;
      readonly target: number;
      readonly events: number;
      /** Programs whose distributor began to enforce a tree that nobody published here. */
      readonly unknownRoots: readonly UnknownRoot[];
    }
  | {
      readonly kind: 'followed';
      readonly distributors: number;
      readonly unknownRoots: readonly UnknownRoot[];
    }
  | { readonly kind: 'rolled-back'; readonly block: number }
  | { readonly kind: 'level' }
  | { readonly kind: 'node-behind' };

/** How often a quiet chain's index says that it is still level. */
const CONFIRM_LEVEL_MS = 5_000;

/** Follows one chain into one database. Holds no timer and no connection of its own: call {@link step} in a loop. */
export class Indexer {
  private state: IndexState | null = null;
  private confirmedAt = 0;
  private readonly range: RangeSize;

  constructor(
    private readonly client: ClientBase,
    private readonly node: ChainNode,
    private readonly deployment: Deployment,
    private readonly options: IndexerOptions,
    private readonly clock: Clock,
  ) {
    this.range = new RangeSize(options.maxRange);
  }

  /**
   * Reads and commits the next range of blocks, or rolls back when the chain was reorganised. After an error the
   * tables are as before the step, and the next step starts from what they say.
   */
  async step(): Promise<Step> {
    try {
      this.state ??= await this.load();
      return (await this.follow(this.state)) ?? (await this.next(this.state));
    } catch (error) {
      this.state = null;
      throw error;
    }
  }

  private async load(): Promise<IndexState> {
    await inTransaction(this.client, () => bindDeployment(this.client, this.deployment));
    return readState(this.client, this.deployment);
  }

  /** Takes in the distributors of programs that are new; null when there are none. */
  private async follow(state: IndexState): Promise<Step | null> {
    const distributors = await followDistributors(this.client, this.node, state, this.options);
    if (distributors.length === 0) return null;
    const unknownRoots = await listUnknownRoots(this.client, distributors);
    return { kind: 'followed', distributors: distributors.length, unknownRoots };
  }

  private async next(state: IndexState): Promise<Step> {
    const latest = await this.node.latest();
    const { head } = state;
    const from = head === null ? this.options.startBlock : head.number + 1;
    if (head !== null && latest.number <= head.number) {
      return latest.hash === head.hash ? this.confirm() : this.resolveFork(latest.number);
    }
    if (latest.number < from) return { kind: 'node-behind' };

    const to = Math.min(latest.number, from + this.range.blocks - 1);
    const firstUnfinal = latest.number - this.options.finalityBlocks;
    try {
      const batch = await fetchBatch(this.node, state.registry, { from, to }, firstUnfinal);
      if (head !== null && batch.from.parentHash !== head.hash) return await this.resolveFork(latest.number);
      const levelAt = to === latest.number ? this.clock.now() : null;
      this.state = await inTransaction(this.client, () =>
        writeBatch(this.client, batch, state, this.options.finalityBlocks, levelAt),
      );
      if (levelAt !== null) this.confirmedAt = levelAt.getTime();
      this.range.accept(batch.events.length);
      return {
        kind: 'advanced',
        block: to,
        target: latest.number,
        events: batch.events.length,
        unknownRoots: await listUnknownRoots(this.client, contractsOf(batch.events, 'RootSet')),
      };
    } catch (error) {
      if (!(error instanceof RangeTooLargeError) || !this.range.refuse()) throw error;
      this.state = null;
      return await this.step();
    }
  }

  private async confirm(): Promise<Step> {
    const now = this.clock.now();
    if (now.getTime() - this.confirmedAt >= CONFIRM_LEVEL_MS) {
      await confirmLevel(this.client, now);
      this.confirmedAt = now.getTime();
    }
    return { kind: 'level' };
  }

  /** The node's chain does not go on from our head: it lags, or it was reorganised. */
  private async resolveFork(latestNumber: number): Promise<Step> {
    const hashes = await listHashes(this.client);
    const ancestor = await findAncestor(this.node, hashes);
    if (ancestor === null && !this.options.local) {
      throw new FinalityViolationError(
        `the node's chain shares none of the last ${hashes.length} blocks of the index`,
      );
    }
    if (ancestor?.number === latestNumber && !this.options.local) return { kind: 'node-behind' };
    await inTransaction(this.client, () =>
      ancestor === null ? startOver(this.client) : rollBack(this.client, ancestor, this.deployment),
    );
    this.state = null;
    return { kind: 'rolled-back', block: ancestor?.number ?? this.options.startBlock - 1 };
  }
}

/** The contracts that logged an event of a name. */
function contractsOf(events: readonly ChainEvent[], name: EventName): Address[] {
  return [...new Set(events.filter((event) => event.name === name).map((event) => event.contract))];
}
